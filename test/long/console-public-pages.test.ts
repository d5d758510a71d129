/**
 * The public pages of forms by axe: what follows the form, confirmations in each state, leaving; in
 * seven languages, light and dark, and in six brands, of which two are ugly.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { FIRST_BRAND } from '../../src/domain/brand/brand.ts'
import { FORM_LANGUAGES } from '../../src/domain/forms/form-words.ts'
import { type ApiClient, apiClient } from '../console-api/api-setup.ts'
import {
  ACCOUNT,
  CHROMIUM,
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
const FORMER_ID = 'abcdef01'

const colours = (...given: string[]) => {
  const [background, paper, text, muted, accent, onAccent] = given
  return { background, paper, text, muted, accent, onAccent }
}

/** The last two would be refused: only a store that was changed by hand has them. */
const BRANDS: Record<string, Record<string, string | undefined>> = {
  first: FIRST_BRAND.colours,
  night: colours('#101418', '#1B2127', '#F2F2F2', '#B9C0C7', '#7CC4FF', '#0B1A26'),
  rose: colours('#FFF1F3', '#FFFFFF', '#3A1220', '#7A4A58', '#B0254F', '#FFFFFF'),
  grey: colours('#DDDDDD', '#EEEEEE', '#222222', '#555555', '#444444', '#FFFFFF'),
  'yellow on white': colours('#FFFFFF', '#FFFFFF', '#FFFF00', '#FFFFCC', '#FFFF66', '#FFFFFF'),
  'pink on green': colours('#00FF00', '#33EE22', '#FF00FF', '#FF66FF', '#00FFFF', '#00FF88'),
}

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

  async function isFine(page: Page, title: RegExp | undefined, what: string) {
    if (title) assert.match(await page.content(), title, what)
    assert.ok(Buffer.byteLength(await page.content()) < 30_000, what)
    await page.evaluate(AXE)
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      return (await axe.run()).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
    })
    assert.deepEqual(found, [], what)
    const { wide, room } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      room: window.innerWidth,
    }))
    assert.ok(wide <= room, `${what}: ${wide}`)
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
        const links = { imprint: 'https://shop.test/about', privacy: 'https://shop.test/privacy' }
        const brand = { ...FIRST_BRAND, colours: of, address: 'Garden Ltd, Lund', links }
        await store(
          `insert into brands (account_id, brand) select id, $1 from accounts
           on conflict (account_id) do update set brand = excluded.brand`,
          [JSON.stringify(brand)],
        )
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
