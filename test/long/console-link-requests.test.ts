/**
 * The link of one's preferences, asked for on the host of an account: the page in a browser without
 * JavaScript, the email by a real mail server, and the page that it leads to.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { chromium } from 'playwright-core'
import { FORM_LANGUAGES } from '../../src/domain/forms/form-words.ts'
import { type ApiClient, apiClient } from '../console-api/api-setup.ts'
import {
  ACCOUNT,
  CHROMIUM,
  type ConsoleBrowser,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { freePort } from '../support/free-port.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const AXE = readFileSync(
  resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'),
  'utf8',
)
const SHOTS = process.env.SHOTS
const HOST = 'news.shop.example'

describe('asking for the link in a browser', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let call: ApiClient
  let sink: Awaited<ReturnType<typeof startSink>>
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  let address = ''
  before(async () => {
    sink = await startSink({ keep: 50 })
    const port = await freePort()
    address = `http://${HOST}:${port}/p`
    service = await startConsole({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    })
    const visitor = apiClient(service.origin, { 'X-Pennypost-Console': '1' })
    const { ACCOUNT_USERNAME: username, ACCOUNT_PASSWORD: password } = ACCOUNT
    const { headers } = await visitor('POST', '/session', { username, password })
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    call = apiClient(service.origin, { cookie, 'X-Pennypost-Console': '1' })
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
    })
    const list = { name: 'The Garden Letter', fromName: 'Garden', fromEmail: 'news@shop.test' }
    await done('POST', '/lists', list)
    for (const [email, name] of [
      ['ada@readers.test', 'Ada'],
      ['bo@readers.test', 'Bo'],
    ])
      await done('POST', '/subscribers', { listId: 1, email, name })
    await done('POST', '/hosts', { host: HOST })
    await done('PUT', `/hosts/${HOST}/default`, { unchecked: true })
    await done('PATCH', '/preferences', { lists: [{ id: 1, often: 'Once a month' }], fields: [] })
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
    await sink?.stop()
  })

  async function done(method: string, path: string, body: unknown) {
    const answer = await call(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  }

  async function ask(email: string, locale = 'sv-SE') {
    const context = await browser.newContext({ javaScriptEnabled: false, locale })
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    await page.goto(address)
    await page.fill('[name=email]', email)
    // A press within the first two seconds is a program's.
    await page.waitForTimeout(2_100)
    await page.click('button')
    await page.locator('h1', { hasText: 'Titta i din inkorg' }).waitFor()
    return { context, page, text: await page.content() }
  }

  test('the link comes by email, in the language of the visitor, and on that host', async () => {
    const stranger = await ask('nobody@readers.test')
    const { context, page, text } = await ask('ada@readers.test')
    assert.equal(text, stranger.text)
    await stranger.context.close()
    const got = await until(() => sink.messages.at(0))
    assert.match(got.rcpts.join(), /<ada@readers\.test>/)
    const email = got.bytes.toString().replaceAll('=\r\n', '')
    assert.match(email, /Öppna mina inst|=C3=96ppna mina inst/)
    assert.match(email, /^From: .*news@shop\.test/m)
    const [link = ''] = /http:\/\/news\.shop\.example:\d+\/p\/[\w.]+/.exec(email) ?? []
    assert.ok(!email.includes('127.0.0.1:'), 'no other host')
    await page.goto(link)
    await page.locator('main', { hasText: 'The Garden Letter' }).waitFor()
    await page.locator('main', { hasText: 'Once a month' }).waitFor()
    await page.check('[name=pause][value="30"]')
    await page.locator('button').first().click()
    await page.locator('[role=status]', { hasText: 'Sparat' }).waitFor()
    await context.close()
    const other = await ask('bo@readers.test')
    await other.context.close()
    await until(() => sink.counts.get('bo@readers.test') === 1)
    assert.deepEqual([...sink.counts].sort(), [
      ['ada@readers.test', 1],
      ['bo@readers.test', 1],
    ])
  })

  test('pages fit, without findings of axe, in seven languages', async () => {
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [320, 1440]) {
        const viewport = { width, height: 900 }
        const context = await browser.newContext({ colorScheme: scheme, viewport })
        context.setDefaultTimeout(20_000)
        const page = await context.newPage()
        for (const language of FORM_LANGUAGES) {
          const answer = await page.goto(`${address}?lang=${language}`)
          assert.ok((await answer!.body()).length < 30_000)
          const at = `${language} ${scheme} ${width}`
          const [content, view] = await page.evaluate(() => [
            document.documentElement.scrollWidth,
            window.innerWidth,
          ])
          assert.ok(content! <= view!, `${at}: ${content} wide in ${view}`)
          // By the protocol of the browser, which no policy of the page stops.
          await page.evaluate(AXE)
          const { violations } = await page.evaluate(() =>
            (
              globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
            ).axe.run(),
          )
          assert.deepEqual(
            violations.map(({ id }) => id),
            [],
            at,
          )
          if (SHOTS) await page.screenshot({ path: `${SHOTS}/ask-${at.replaceAll(' ', '-')}.png` })
        }
        await context.close()
      }
  })
})
