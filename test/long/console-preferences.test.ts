/**
 * Preferences: offered in the console, reached by the link of a real email with JavaScript off,
 * saved, taken back, paused. The page by axe, narrow and wide, light and dark, in seven languages.
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

describe('preferences in a browser', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let page: Page
  let sink: Awaited<ReturnType<typeof startSink>>
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  before(async () => {
    sink = await startSink({ keep: 50 })
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

  let link = ''

  test('lists and data are offered in the console', async () => {
    for (const name of ['The Garden Letter', 'Greenhouse', 'Courses in Malmö'])
      await call('POST', '/lists', { name, fromEmail: 'news@shop.test' })
    await call('PATCH', '/fields/3', { name: 'Town', choices: ['Malmö', 'Lund'] })
    await call('PATCH', '/fields/4', { name: 'Language' })
    await call('POST', '/subscribers', { listId: 1, email: 'ada@readers.test', name: 'Ada' })
    await page.goto(`${service.origin}/console/preferences`)
    const box = (of: string, label: string) =>
      page.getByRole('group', { name: of }).getByLabel(label, { exact: true })
    await box('Lists to join', 'Greenhouse').check()
    await box('Joined only after a confirmation by email', 'Greenhouse').check()
    await box('Joined only after a confirmation by email', 'Greenhouse').uncheck()
    await page.getByLabel('How often Greenhouse comes').fill('Once a month')
    await page.getByLabel('Town', { exact: true }).check()
    await page.getByLabel('Data field with the language of a person').selectOption('DD4')
    await hasNoDefectInSchemes(page)
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/preferences-console.png`, fullPage: true })
    await page.getByRole('button', { name: 'Save preferences' }).click()
    await page.getByText('The page of preferences is saved.').waitFor()
    assert.deepEqual(await call('GET', '/preferences'), {
      lists: [{ id: 2, often: 'Once a month' }],
      confirmedLists: [],
      fields: ['DD3'],
      languageField: 'DD4',
    })
  })

  test('without JavaScript: chosen by the link of an email, and taken back', async () => {
    const html =
      '<p>Hi <a href="{{ preferences_url }}">less</a> <a href="{{ unsubscribe_url }}">no</a>'
    const source = { kind: 'html', html }
    const made = await call('POST', '/newsletters', {
      name: 'May',
      subject: 'May',
      listId: 1,
      source,
    })
    const order = { newsletterId: made.id, listId: 1, anyway: true, local: true, holdSeconds: 0 }
    await call('POST', '/sendings', order)
    const got = await until(() => sink.messages.at(0))
    const text = got.bytes.toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const linkTo = (page: string) => new RegExp(`${service.origin}/${page}/[\\w.]+`).exec(text)![0]
    link = linkTo('p')
    const context = await browser.newContext({ javaScriptEnabled: false })
    context.setDefaultTimeout(10_000)
    const reader = await context.newPage()
    await reader.goto(link)
    const lists = async () => (await call('GET', '/subscribers/1')).listIds
    await reader.check('[name=list][value="2"]')
    await reader.uncheck('[name=list][value="1"]')
    await reader.check('[name=pause][value="30"]')
    await reader.selectOption('[name=DD3]', 'Lund')
    await reader.getByRole('button', { name: 'Save' }).click()
    await reader.getByText('Saved').waitFor()
    assert.deepEqual(await lists(), [2])
    const person = await call('GET', '/subscribers/1')
    assert.deepEqual([person.standing, person.fields.DD3], ['paused', 'Lund'])
    await reader.getByRole('button', { name: 'Take it back' }).click()
    await reader.getByText('Taken back').waitFor()
    const before = await call('GET', '/subscribers/1')
    assert.deepEqual(
      [before.listIds, before.standing, before.fields.DD3 ?? ''],
      [[1], 'reachable', ''],
    )
    await reader.selectOption('[name=language]', 'sv')
    await reader.getByRole('button', { name: 'Save' }).click()
    await reader.getByText('Sparat').waitFor()
    assert.equal((await call('GET', '/subscribers/1')).fields.DD4, 'sv')
    await reader.goto(linkTo('u'))
    await reader.getByRole('heading', { name: 'Avsluta prenumerationen' }).waitFor()
    await call('PATCH', '/subscribers/1', { fields: { DD4: 'English' } })
    await reader.goto(linkTo('u'))
    await reader.getByRole('link', { name: 'Rather less than nothing? Choose what comes' }).click()
    await reader.getByText('What would you like from us?').waitFor()
    await context.close()
  })

  test('without JavaScript: my data, and being forgotten, by emails', async () => {
    const email = 'bo@readers.test'
    await call('POST', '/subscribers', { listId: 1, email, name: 'Bo' })
    const order = { newsletterId: 1, listId: 1, anyway: true, local: true, holdSeconds: 0 }
    await call('POST', '/sendings', order)
    const linksTo = (kind: string) =>
      sink.messages
        .filter(({ rcpts }) => rcpts.join().includes(email))
        .map(({ bytes }) => bytes.toString().replaceAll('=\r\n', '').replaceAll('=3D', '='))
        .flatMap(text => new RegExp(`${service.origin}/${kind}/[\\w.]+`).exec(text)?.[0] ?? [])
    await until(() => linksTo('p').length === 1)
    const context = await browser.newContext({ javaScriptEnabled: false, acceptDownloads: true })
    context.setDefaultTimeout(10_000)
    const reader = await context.newPage()
    async function asked(button: string, emails: number) {
      await reader.goto(linksTo('p')[0]!)
      await reader.locator('summary').click()
      await reader.getByRole('button', { name: button }).click()
      await reader.getByText('Look into your mailbox').waitFor()
      await until(() => linksTo('d').length === emails)
      await reader.goto(linksTo('d')[emails - 1]!)
      if (SHOTS) await reader.screenshot({ path: `${SHOTS}/wish-${emails}.png` })
    }
    await asked('Send me my data', 1)
    const download = reader.waitForEvent('download')
    await reader.getByRole('button', { name: 'Get my data' }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
    assert.deepEqual(JSON.parse(file).subscriber.name, 'Bo')
    await asked('Forget me', 2)
    await reader.getByRole('button', { name: 'Forget me for ever' }).click()
    await reader.getByText('You are forgotten').waitFor()
    const found = await call('GET', '/subscribers?q=bo@readers.test')
    assert.deepEqual(found.items, [])
    await context.close()
  })

  test('the page is below 30 kB, without findings of axe, and fits', async () => {
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [320, 1440, 3840]) {
        const context = await browser.newContext({
          colorScheme: scheme,
          viewport: { width, height: 900 },
        })
        const reader = await context.newPage()
        reader.setDefaultTimeout(10_000)
        for (const language of FORM_LANGUAGES) {
          await reader.goto(`${link}?lang=${language}`)
          assert.ok((await reader.content()).length < 30_000)
          const wide = await reader.evaluate(() => document.documentElement.scrollWidth)
          assert.ok(wide <= width, `${language} ${width}: ${wide}`)
          await reader.locator('summary').click()
          await reader.evaluate(AXE)
          const found = await reader.evaluate(async () => {
            const { axe } = window as unknown as {
              axe: { run(): Promise<{ violations: { id: string }[] }> }
            }
            return (await axe.run()).violations.map(({ id }) => id)
          })
          assert.deepEqual(found, [], `${language} ${width} ${scheme}`)
          if (SHOTS && width < 3840 && language === 'de')
            await reader.screenshot({
              path: `${SHOTS}/preferences-${width}-${scheme}.png`,
              fullPage: true,
            })
        }
        await context.close()
      }
  })

  test('nothing was complained of', () => assert.deepEqual(service.trouble, []))
})
