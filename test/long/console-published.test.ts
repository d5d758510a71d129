/**
 * A list published in the console: its page as a stranger reads it, without JavaScript; a
 * newsletter taken out, corrected, and published without being sent. The pages by axe, narrow and
 * wide, light and dark, in seven languages.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { chromium, type Page } from 'playwright-core'
import { FORM_LANGUAGES } from '../../src/domain/forms/form-words.ts'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
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

describe('published newsletters in a browser', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let page: Page
  let sink: Awaited<ReturnType<typeof startSink>>
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  let address = ''
  /** Of a newsletter in several languages. */
  let translated = ''
  before(async () => {
    sink = await startSink({ keep: 10 })
    const port = String(await freePort())
    service = await startConsole({
      PORT: port,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    })
    page = await service.signedIn(1440, 'light', '/console/lists')
    page.setDefaultTimeout(10_000)
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
    await sink?.stop()
  })

  async function call(method: string, to: string, data?: unknown) {
    const answer = await page.request.fetch(`${service.origin}/api/v1${to}`, {
      method,
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
      ...(data !== undefined && { data: data as Buffer }),
    })
    assert.ok(answer.ok(), `${method} ${to}: ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }

  const newsletter = async (name: string, text: string): Promise<number> => {
    const blocks = [
      { id: 'a', type: 'heading', html: name, level: 1 },
      { id: 'b', type: 'text', html: `<p>${text}</p>` },
    ]
    const source = { kind: 'blocks', document: { blocks } }
    return (await call('POST', '/newsletters', { name, subject: name, listId: 1, source })).id
  }

  async function sent(newsletterId: number): Promise<number> {
    const order = { newsletterId, listId: 1, anyway: true, local: true, holdSeconds: 0 }
    const { id } = await call('POST', '/sendings', order)
    await until(async () => (await call('GET', `/sendings/${id}`)).state === 'finished')
    return id
  }

  const row = (name: string) => page.getByRole('row').filter({ hasText: name })

  test('a list is published, with what was sent before', async () => {
    await call('POST', '/lists', { name: 'The Garden Letter', fromEmail: 'news@shop.test' })
    await call('POST', '/subscribers', { listId: 1, email: 'ada@readers.test', name: 'Ada' })
    await call('POST', '/forms', { name: 'Footer', listIds: [1] })
    await sent(await newsletter('What the frost is for', 'Hi {{ name | default: "friend" }}.'))
    await page.goto(`${service.origin}/console/lists/1`)
    await page.getByRole('button', { name: 'Published', exact: true }).click()
    await page.getByRole('button', { name: 'Publish the list' }).click()
    await row('What the frost is for').waitFor()
    address = (await call('GET', '/lists/1/published')).address
    assert.match(address, /\/a\/1-the-garden-letter$/)
    await page.getByText(address, { exact: true }).first().waitFor()
    await sent(await newsletter('Pruning week', 'Three cuts, {{ DD12 }}.'))
    await page.reload()
    await page.getByRole('button', { name: 'Published', exact: true }).click()
    await row('Pruning week').getByText('Waits for you').waitFor()
    await row('Pruning week').getByRole('button', { name: 'Publish' }).click()
    await row('Pruning week').getByRole('button', { name: 'Take out' }).waitFor()
    await hasNoDefectInSchemes(page)
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/published-console.png`, fullPage: true })
  })

  test('a stranger reads it without JavaScript, and finds the form', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    context.setDefaultTimeout(10_000)
    const reader = await context.newPage()
    await reader.goto(address)
    await reader.getByRole('link', { name: /Pruning week/ }).click()
    await reader.getByText('Three cuts').waitFor()
    await reader.getByRole('link', { name: 'All newsletters' }).click()
    await reader.getByRole('textbox', { name: 'Search by title' }).fill('frost')
    await reader.getByRole('button', { name: 'Search' }).click()
    await reader.getByRole('link', { name: /What the frost/ }).click()
    await reader.getByText('Hi friend').waitFor()
    await reader.getByRole('link', { name: 'Sign up' }).click()
    await reader.waitForURL(/\/f\//)
    await context.close()
  })

  test('is corrected and taken out, also where its sending is reported', async () => {
    const [{ number, newsletterId, sendingId }] = (
      await call('GET', '/lists/1/published/newsletters')
    ).items
    const blocks = [{ id: 'b', type: 'text', html: '<p>Four cuts.</p>' }]
    const source = { kind: 'blocks', document: { blocks } }
    await call('PATCH', `/newsletters/${newsletterId}`, { source })
    await page.goto(`${service.origin}/console/sendings/${sendingId}/report`)
    await page.getByRole('heading', { name: 'Published under' }).waitFor()
    await page.getByRole('button', { name: 'Correct' }).click()
    await page.getByText(/^Corrected on/).waitFor()
    const shown = await page.request.get(`${address}/${number}`)
    assert.match(await shown.text(), /Four cuts/)
    await page.getByRole('button', { name: 'Take out' }).click()
    await page.getByText('Taken out', { exact: true }).waitFor()
    assert.equal((await page.request.get(`${address}/${number}`)).status(), 404)
    await page.getByRole('button', { name: 'Publish', exact: false }).first().click()
    await page.getByRole('button', { name: 'Take out' }).waitFor()
  })

  test('is published without being sent, after a look at its tags', async () => {
    await newsletter('Only on the page', 'Dear {{ name }}')
    await page.goto(`${service.origin}/console/lists/1`)
    await page.getByRole('button', { name: 'Published', exact: true }).click()
    await page.getByRole('button', { name: 'Publish without sending' }).click()
    await page.getByRole('dialog').getByLabel('Newsletter').selectOption('Only on the page')
    await page.getByText('name has no fallback: nothing stands in its place.').waitFor()
    await page.getByRole('button', { name: 'Publish all the same' }).click()
    await row('Only on the page').getByText('Not sent').waitFor()
  })

  test('is read in each of its languages, by links and by the browser', async () => {
    const version = (language: string, subject: string, html: string) => ({
      language,
      subject,
      preheader: '',
      texts: { b: { html: `<p>${html}</p>` } },
    })
    const blocks = [{ id: 'b', type: 'text', html: '<p>Leaves fall.</p>' }]
    const versions = [
      version('sv', 'Höst', 'Löven faller.'),
      version('de', 'Herbst', 'Die Blätter fallen.'),
    ]
    const languages = { base: 'en', fallback: [], versions }
    const source = { kind: 'blocks', document: { blocks, languages } }
    const { id } = await call('POST', '/newsletters', { subject: 'Autumn', listId: 1, source })
    await sent(id)
    translated = (await call('GET', '/lists/1/published/newsletters')).items[0].address
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' })
    context.setDefaultTimeout(10_000)
    const reader = await context.newPage()
    await reader.goto(address)
    await reader.getByRole('link', { name: /Herbst/ }).click()
    await reader.getByText('Die Blätter fallen.').waitFor()
    await reader.getByRole('link', { name: 'Svenska' }).click()
    await reader.getByText('Löven faller.').waitFor()
    await reader.getByRole('link', { name: 'Alla nyhetsbrev' }).click()
    await reader.getByRole('link', { name: /Höst/ }).waitFor()
    await reader.getByRole('link', { name: 'English' }).click()
    await reader.getByRole('link', { name: /Autumn/ }).click()
    await reader.getByText('Leaves fall.').waitFor()
    assert.equal(reader.url(), translated)
    await context.close()
    await page.reload()
    await page.getByRole('button', { name: 'Published', exact: true }).click()
    await row('Autumn').getByText('English, Swedish, German').waitFor()
  })

  test('the pages are without findings of axe, and fit', async () => {
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [390, 1440]) {
        const context = await browser.newContext({
          colorScheme: scheme,
          viewport: { width, height: 900 },
        })
        const reader = await context.newPage()
        reader.setDefaultTimeout(10_000)
        for (const language of FORM_LANGUAGES) {
          await reader.setExtraHTTPHeaders({ 'Accept-Language': language })
          await reader.goto(address)
          assert.equal(await reader.locator('html').getAttribute('lang'), language)
          const wide = await reader.evaluate(() => document.documentElement.scrollWidth)
          assert.ok(wide <= width, `${language} ${width}: ${wide}`)
          await reader.evaluate(AXE)
          const found = await reader.evaluate(async () => {
            const { axe } = window as unknown as {
              axe: { run(): Promise<{ violations: { id: string }[] }> }
            }
            return (await axe.run()).violations.map(({ id }) => id)
          })
          assert.deepEqual(found, [], `${language} ${width} ${scheme}`)
        }
        if (SHOTS) {
          const path = (name: string) => `${SHOTS}/published-${name}-${width}-${scheme}.png`
          await reader.screenshot({ path: path('index'), fullPage: true })
          await reader.goto(`${address}/1`)
          await reader.screenshot({ path: path('one'), fullPage: true })
          await reader.goto(`${translated}?lang=sv`)
          await reader.screenshot({ path: path('translated'), fullPage: true })
        }
        await context.close()
      }
  })

  test('nothing was complained of', () => assert.deepEqual(service.trouble, []))
})
