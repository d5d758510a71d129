/**
 * Signing up with JavaScript off: a snippet on a page of another site, the confirmation by a real
 * mail server, the button, and the proof. Pages of forms by axe, narrow and wide, light and dark.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { chromium } from 'playwright-core'
import { FORM_LANGUAGES } from '../../src/domain/forms/form-words.ts'
import { type ApiClient, apiClient } from '../console-api/api-setup.ts'
import {
  ACCOUNT,
  type ConsoleBrowser,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const AXE = readFileSync(
  resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'),
  'utf8',
)
const SHOTS = process.env.SHOTS

describe('sign-up forms in a browser', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let call: ApiClient
  let sink: Awaited<ReturnType<typeof startSink>>
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  before(async () => {
    sink = await startSink({ keep: 50 })
    service = await startConsole({ SMTP_URL: `smtp://127.0.0.1:${sink.port}`, SIGN_UP_MX: 'no' })
    const visitor = apiClient(service.origin, { 'X-Pennypost-Console': '1' })
    const { ACCOUNT_USERNAME: username, ACCOUNT_PASSWORD: password } = ACCOUNT
    const { headers } = await visitor('POST', '/session', { username, password })
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    call = apiClient(service.origin, { cookie, 'X-Pennypost-Console': '1' })
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
    await sink?.stop()
  })

  async function made(path: string, body: unknown) {
    const answer = await call('POST', path, body)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }

  test('a snippet elsewhere, the email, the button, a member, the proof', async () => {
    const list = await made('/lists', { name: 'The Garden Letter', fromEmail: 'news@shop.test' })
    let snippet = ''
    const site = createServer((_, res) => res.setHeader('Content-Type', 'text/html').end(snippet))
    await new Promise<void>(listening => site.listen(0, '127.0.0.1', listening))
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
    const form = await made('/forms', { name: 'Front', listIds: [list.id], hosts: [host] })
    snippet = `<!doctype html><title>Shop</title><form method="post" action="${form.address}">
      <input type="email" name="email"><input name="name">
      <input type="checkbox" name="consent" value="yes"><button>Join</button></form>`
    const context = await browser.newContext({ javaScriptEnabled: false })
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    await page.goto(`http://${host}/about`)
    await page.fill('[name=email]', 'ada@readers.test')
    await page.fill('[name=name]', 'Ada')
    await page.check('[name=consent]')
    await page.click('button')
    await page.locator('h1', { hasText: 'Look into your mailbox' }).waitFor()
    const got = await until(() => sink.messages.at(0))
    const text = got.bytes.toString().replaceAll('=\r\n', '')
    const [link = ''] = /http:\/\/\S+\/o\/[\w.]+/.exec(text) ?? []
    await page.goto(link)
    await page.locator('main', { hasText: 'The Garden Letter' }).waitFor()
    const people = async () => (await call('GET', `/lists/${list.id}`)).body.subscribers
    assert.equal(await people(), 0)
    await page.click('button')
    await page.locator('h1', { hasText: 'You are on the list' }).waitFor()
    const found = await call('GET', '/subscribers?q=ada')
    const { items } = (await call('GET', `/subscribers/${found.body.items[0].id}/proofs`)).body
    assert.match(items[0].shown.consent, /I want emails/)
    assert.deepEqual(items[0].given, [{ label: 'name', value: 'Ada' }])
    assert.equal(items[0].page, `http://${host}/`)
    const paper = await service.signedIn(
      1440,
      'light',
      `/console/subscribers/${found.body.items[0].id}/proofs`,
    )
    await paper.getByText('I want emails').waitFor({ timeout: 10_000 })
    await paper.emulateMedia({ media: 'print' })
    assert.equal(await paper.getByRole('button', { name: 'Print' }).isVisible(), false)
    if (SHOTS) await paper.screenshot({ path: `${SHOTS}/proof-print.png` })
    await context.close()
    site.close()
  })

  test('the email once more, by its address, and by a link that has run out', async () => {
    const list = await made('/lists', { name: 'Once More', fromEmail: 'news@shop.test' })
    const form = await made('/forms', { name: 'More', listIds: [list.id], hosts: ['shop.test'] })
    const context = await browser.newContext({ javaScriptEnabled: false })
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    const emails = (to: string) => sink.messages.filter(({ rcpts }) => rcpts.join().includes(to))
    const linkIn = (to: string, at: number) => {
      const text = emails(to)[at]!.bytes.toString().replaceAll('=\r\n', '')
      return /http:\/\/\S+\/o\/[\w.]+/.exec(text)![0]
    }
    const store = (text: string, values: string[]) =>
      service.onStore(client => client.query(text, values))
    /** Moves the first email an hour back, as soon as the second was asked for. */
    const anHourLater = (email: string) =>
      until(
        async () =>
          (
            await store(
              `update sign_ups set mailed_at = mailed_at - interval '1 hour', mailed_hour = null,
                 due = now() where email = $1 and again_at is not null`,
              [email],
            )
          ).rowCount === 1,
      )
    async function signUp(email: string) {
      await page.route('http://shop.test/**', route =>
        route.fulfill({
          contentType: 'text/html',
          body: `<form method=post action="${form.address}"><input name=email value=${email}>
            <input name=consent value=yes><button>go</button></form>`,
        }),
      )
      await page.goto('http://shop.test/')
      await page.click('button')
      await page.locator('h1', { hasText: 'Look into your mailbox' }).waitFor()
      const noted = 'select 1 from sign_ups where email = $1 and transaction_id is not null'
      await until(
        async () => emails(email).length === 1 && (await store(noted, [email])).rowCount === 1,
      )
      await page.unrouteAll()
    }
    const more = page.getByRole('button', { name: 'Send the email once more' })

    await signUp('bo@readers.test')
    await page.click('summary')
    await page.fill('[name=email]', 'bo@readers.test')
    await more.click()
    await page.locator('p', { hasText: 'an hour after the first at the earliest' }).waitFor()
    await anHourLater('bo@readers.test')
    await until(() => emails('bo@readers.test').length === 2)
    assert.equal(linkIn('bo@readers.test', 1), linkIn('bo@readers.test', 0))

    const email = 'cy@readers.test'
    await signUp(email)
    await store(
      `update sign_ups set expires_at = now(), mailed_hour = null,
         mailed_at = mailed_at - interval '1 hour' where email = $1`,
      [email],
    )
    await page.goto(linkIn(email, 0))
    await page.locator('h1', { hasText: 'This link has run out' }).waitFor()
    await more.click()
    await page.locator('h1', { hasText: 'Look into your mailbox' }).waitFor()
    await until(() => emails(email).length === 2)
    await page.goto(linkIn(email, 1))
    await page.getByRole('button', { name: 'Yes, send me this' }).click()
    await page.locator('h1', { hasText: 'You are on the list' }).waitFor()
    const people = async () => (await call('GET', `/lists/${list.id}`)).body.subscribers
    await until(async () => (await people()) === 1)
    await context.close()
  })

  test('pages are below 30 kB, without findings of axe, and fit', async () => {
    const list = await made('/lists', { name: 'Greenhouse', fromEmail: 'news@shop.test' })
    const more = await made('/lists', { name: 'Courses', fromEmail: 'news@shop.test' })
    await call('PUT', '/fields/3', { name: 'Town', type: 'text' })
    const form = await made('/forms', {
      name: 'All',
      listIds: [list.id, more.id],
      listsChosen: true,
      asked: ['name', 'DD3'],
    })
    for (const language of FORM_LANGUAGES)
      await call('PATCH', `/forms/${form.id}/words/${language}`, { labels: [] })
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [320, 390, 1440, 3840]) {
        const context = await browser.newContext({
          colorScheme: scheme,
          viewport: { width, height: 900 },
        })
        const page = await context.newPage()
        page.setDefaultTimeout(10_000)
        for (const language of FORM_LANGUAGES) {
          await page.goto(`${form.address}?lang=${language}`)
          assert.ok((await page.content()).length < 30_000)
          const wide = await page.evaluate(() => document.documentElement.scrollWidth)
          assert.ok(wide <= width, `${language} ${width}: ${wide}`)
          await page.evaluate(AXE)
          const found = await page.evaluate(async () => {
            const { axe } = window as unknown as {
              axe: { run(): Promise<{ violations: { id: string }[] }> }
            }
            return (await axe.run()).violations.map(({ id }) => id)
          })
          assert.deepEqual(found, [], `${language} ${width} ${scheme}`)
          if (SHOTS && (width === 390 || width === 1440) && language === 'sv')
            await page.screenshot({ path: `${SHOTS}/form-${width}-${scheme}.png`, fullPage: true })
        }
        await page.click('button')
        if (SHOTS && (width === 390 || width === 1440))
          await page.screenshot({
            path: `${SHOTS}/mistakes-${width}-${scheme}.png`,
            fullPage: true,
          })
        await context.close()
      }
  })
})
