/**
 * The public pages on the host of an account by axe: preferences, asking for their link, the form,
 * published newsletters, and links that lead nowhere; in seven languages, two widths, light and
 * dark, and in six brands, of which two are ugly.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type BrowserContext, chromium } from 'playwright-core'
import { FORM_LANGUAGES } from '../../src/domain/forms/form-words.ts'
import { type ApiClient, apiClient } from '../console-api/api-setup.ts'
import { askAt } from '../support/at-host.ts'
import {
  ACCOUNT,
  CHROMIUM,
  type ConsoleBrowser,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { BRANDS, brandOfAll, isFine } from '../support/console-public-pages.ts'
import { freePort } from '../support/free-port.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const SHOTS = process.env.SHOTS
const HOST = 'news.shop.example'

describe('public pages on a host', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let call: ApiClient
  let sink: Awaited<ReturnType<typeof startSink>>
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  const pages: Record<string, string> = {}

  before(async () => {
    sink = await startSink({ keep: 5 })
    const port = await freePort()
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
    await done('POST', '/hosts', { host: HOST })
    await done('PUT', `/hosts/${HOST}/default`, { unchecked: true })
    for (const name of ['The Garden Letter', 'Greenhouse'])
      await done('POST', '/lists', { name, fromName: 'Garden', fromEmail: 'news@shop.test' })
    await done('PATCH', '/fields/3', { name: 'Town', choices: ['Malmö', 'Lund'] })
    await done('PATCH', '/preferences', {
      lists: [{ id: 2, often: 'Once a month' }],
      confirmedLists: [2],
      fields: ['name', 'DD3'],
    })
    await done('POST', '/subscribers', { listId: 1, email: 'ada@readers.test', name: 'Ada' })
    const form = await done('POST', '/forms', { name: 'Front', listIds: [1] })
    for (const language of FORM_LANGUAGES)
      await done('PATCH', `/forms/${form.id}/words/${language}`, { labels: [] })
    const publishing = { active: true, description: 'Twice a month.', formId: form.id }
    const published = await done('PATCH', '/lists/1/published', publishing)
    const html =
      '<p>Hi. <a href="{{ preferences_url }}">Less</a> <a href="{{ unsubscribe_url }}">No</a></p>'
    const write = async (subject: string) =>
      (await done('POST', '/newsletters', { subject, source: { kind: 'html', html }, listId: 1 }))
        .id
    await done('POST', '/lists/1/published/newsletters', { newsletterId: await write('April') })
    const order = {
      newsletterId: await write('May'),
      listId: 1,
      anyway: true,
      local: true,
      holdSeconds: 0,
    }
    await done('POST', '/sendings', order)
    const got = await until(() => sink.messages.at(0))
    const text = got.bytes.toString().replaceAll('=\r\n', '')
    const origin = `http://${HOST}:${port}`
    const linkTo = (page: string) => new RegExp(`${origin}/${page}/[\\w.]+`).exec(text)![0]
    await until(async () => /May/.test((await at(published.address)).text))
    Object.assign(pages, {
      preferences: linkTo('p'),
      unsubscribe: linkTo('u'),
      ask: `${origin}/p`,
      form: form.address,
      index: published.address,
      letter: `${published.address}/1`,
      unknown: linkTo('u').slice(0, -1),
    })
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
    await sink?.stop()
  })

  const at = (address: string) => askAt(service.origin, HOST, new URL(address).pathname)

  async function done(method: string, path: string, body: unknown) {
    const answer = await call(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async function goThrough(context: BrowserContext, language: string, of: string) {
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    for (const [name, address] of Object.entries(pages)) {
      const withLanguage = ['ask', 'preferences', 'form'].includes(name) ? `?lang=${language}` : ''
      await page.goto(address + withLanguage)
      if (name === 'preferences') await page.locator('summary').click()
      // The document of an email has the look that its owner gave it.
      const lang = name === 'letter' ? undefined : new RegExp(`<html lang="${language}"`)
      if (name !== 'letter') await isFine(page, lang, `${of} ${language} ${name}`)
      if (SHOTS && (language === 'de' || of.includes('@') === false))
        await page.screenshot({
          path: `${SHOTS}/host-${of}-${language}-${name}.png`.replaceAll(' ', '-'),
          fullPage: true,
        })
    }
    await context.close()
  }

  for (const scheme of ['light', 'dark'] as const) {
    test(`in seven languages, ${scheme}`, async () => {
      for (const language of FORM_LANGUAGES)
        for (const width of [320, 1440]) {
          const viewport = { width, height: 900 }
          const shown = { colorScheme: scheme, locale: language, viewport }
          await goThrough(await browser.newContext(shown), language, `${width}@${scheme}`)
        }
    })

    test(`in six brands, ${scheme}`, async () => {
      for (const [name, of] of Object.entries(BRANDS).slice(1)) {
        await service.onStore(client => client.query(...brandOfAll(of)))
        // Processes keep a brand for two seconds.
        const desk = `--desk: ${of.background!.toLowerCase()}`
        await until(async () => (await at(pages.form!)).text.toLowerCase().includes(desk))
        const viewport = { width: 390, height: 900 }
        const context = await browser.newContext({ colorScheme: scheme, locale: 'en', viewport })
        await goThrough(context, 'en', `${name} ${scheme}`)
      }
      await service.onStore(client => client.query('delete from brands'))
    })
  }
})
