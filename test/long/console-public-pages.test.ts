/**
 * The public pages of forms by axe: what follows the form, confirmations in each state, leaving; in
 * seven languages, light and dark, and in six brands, of which two are ugly.
 */
import { after, before, describe, test } from 'node:test'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { FORM_LANGUAGES } from '../../src/domain/forms/form-words.ts'
import { type ApiClient, apiClient } from '../console-api/api-setup.ts'
import {
  ACCOUNT,
  CHROMIUM,
  type ConsoleBrowser,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { BRANDS, brandOfAll, isFine } from '../support/console-public-pages.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const SHOTS = process.env.SHOTS
const FORMER_ID = 'abcdef01'

describe('public pages of forms', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let call: ApiClient
  let sink: Awaited<ReturnType<typeof startSink>>
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  let address = ''
  const links: Record<string, string> = {}

  const store = (text: string, values: unknown[] = []) =>
    service.onStore(client => client.query(text, values))

  before(async () => {
    sink = await startSink({ keep: 50 })
    service = await startConsole({ SMTP_URL: `smtp://127.0.0.1:${sink.port}`, SIGN_UP_MX: 'no' })
    const visitor = apiClient(service.origin, { 'X-Pennypost-Console': '1' })
    const { ACCOUNT_USERNAME: username, ACCOUNT_PASSWORD: password } = ACCOUNT
    const { headers } = await visitor('POST', '/session', { username, password })
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    call = apiClient(service.origin, { cookie, 'X-Pennypost-Console': '1' })
    browser = await chromium.launch({ executablePath: CHROMIUM })
    const list = await call('POST', '/lists', { name: 'Greenhouse', fromEmail: 'n@shop.test' })
    const form = await call('POST', '/forms', {
      name: 'All',
      listIds: [list.body.id],
      hosts: ['shop.test'],
      formerId: FORMER_ID,
    })
    address = form.body.address
    for (const language of FORM_LANGUAGES)
      await call('PATCH', `/forms/${form.body.id}/words/${language}`, { labels: [] })
    await call('POST', '/opt-outs', { email: 'opted-out@readers.test' })
    for (const state of ['waiting', 'confirmed', 'expired', 'opted-out']) {
      const email = `${state}@readers.test`
      await call('POST', '/sign-ups', { formId: form.body.id, email })
      const got = await until(() => sink.messages.find(({ rcpts }) => rcpts.join().includes(email)))
      const text = got.bytes.toString().replaceAll('=\r\n', '')
      links[state] = /http:\/\/\S+\/o\/[\w.]+/.exec(text)![0]
    }
    const body = new URLSearchParams({ confirm: 'yes' })
    await fetch(links.confirmed!, { method: 'POST', body })
    await store(`update sign_ups set expires_at = now() where email like 'expired%'`)
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
    await sink?.stop()
  })

  /** A page of a customer that posts these fields. */
  async function posts(page: Page, action: string, fields: Record<string, string>) {
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input name=${name} value=${value}>`,
    )
    const body = `<form method=post action="${action}">${inputs.join('')}<button>go</button></form>`
    await page.route('http://shop.test/**', route =>
      route.fulfill({ contentType: 'text/html', body }),
    )
    await page.goto('http://shop.test/')
    await page.click('button')
    await page.waitForURL(url => url.host !== 'shop.test')
    await page.unrouteAll()
  }

  async function goThrough(context: BrowserContext, language: string, of: string) {
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    const shot = async (name: string) => {
      if (SHOTS && (language === 'de' || of !== 'first'))
        await page.screenshot({ path: `${SHOTS}/public-${of}-${name}.png`.replaceAll(' ', '-') })
    }
    await store('update sign_ups set language = $1', [language])
    for (const state of ['waiting', 'confirmed', 'expired', 'opted-out']) {
      await page.goto(links[state]!)
      const lang = new RegExp(`<html lang="${language}"`)
      await isFine(page, lang, `${of} ${language} ${state}`)
      if (state !== 'confirmed') await shot(state)
    }
    await posts(page, address, { email: 'a@readers.test', consent: 'yes', lang: language })
    await page.locator('summary').click()
    await isFine(page, undefined, `${of} ${language} sent`)
    await shot('sent')
    await page.locator('main button').click()
    await isFine(page, /aria-invalid="true"/, `${of} ${language} once more`)
    await store(`delete from sign_ups where state in ('new', 'left', 'leaving')`)
    const old = `${service.origin}/public/process-subscription-form.aspx?formId=${FORMER_ID}`
    await posts(page, old, { pf_FormType: 'OptOutList', pf_Email: 'x@readers.test' })
    await isFine(page, /name="leave"/, `${of} ${language} leave`)
    await page.click('button')
    await isFine(page, undefined, `${of} ${language} left`)
    await context.close()
  }

  for (const scheme of ['light', 'dark'] as const) {
    test(`in seven languages, ${scheme}`, async () => {
      for (const language of FORM_LANGUAGES) {
        const viewport = { width: scheme === 'light' ? 320 : 1440, height: 900 }
        const shown = { colorScheme: scheme, locale: language, viewport }
        await goThrough(await browser.newContext(shown), language, 'first')
      }
    })

    test(`in six brands, ${scheme}`, async () => {
      for (const [name, of] of Object.entries(BRANDS).slice(1)) {
        await store(...brandOfAll(of))
        const viewport = { width: 390, height: 900 }
        // Processes keep a brand for two seconds.
        await until(async () => {
          const page = await (await fetch(address)).text()
          return page.toLowerCase().includes(`--desk: ${of.background!.toLowerCase()}`)
        })
        await goThrough(
          await browser.newContext({ colorScheme: scheme, locale: 'en', viewport }),
          'en',
          `${name} ${scheme}`,
        )
      }
      await store('delete from brands')
    })
  }
})
