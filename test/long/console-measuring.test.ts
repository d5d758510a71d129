/**
 * Measuring from end to end, in a browser and a mailbox: a form with its second box unticked, an
 * email without pixel, the switch, an email with one, the switch back, and a link of an old email.
 * And the page of UTM parameters, with what it adds to the next email.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import {
  CHROMIUM,
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { freePort } from '../support/free-port.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const SHOTS = process.env.SHOTS
const OFFER = 'https://shop.example/offer'

describe('measuring in a browser and a mailbox', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let page: Page
  let sink: Awaited<ReturnType<typeof startSink>>
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  let reading: BrowserContext
  let reader: Page
  before(async () => {
    sink = await startSink({ keep: 20 })
    const port = String(await freePort())
    service = await startConsole({
      PORT: port,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SIGN_UP_MX: 'no',
    })
    page = await service.signedIn(1440, 'light', '/console/lists')
    page.setDefaultTimeout(10_000)
    browser = await chromium.launch({ executablePath: CHROMIUM })
    // A reader's: with JavaScript off.
    reading = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
    reading.setDefaultTimeout(10_000)
    reader = await reading.newPage()
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

  const received = async (place: number): Promise<string> => {
    const got = await until(() => sink.messages.at(place))
    return got.bytes.toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
  }
  const linkTo = (kind: string, text: string): string => {
    const [link] = new RegExp(`${service.origin}/${kind}/[\\w.-]+`).exec(text) ?? []
    assert.ok(link, `a link to /${kind}/`)
    return link
  }
  const tracked = (text: string): string[] =>
    text.match(new RegExp(`${service.origin}/t/[\\w.-]+`, 'g')) ?? []

  /** Sends a new newsletter, and returns the email that arrives as the next one. */
  async function send(subject: string): Promise<string> {
    const before = sink.messages.length
    const html =
      `<p>Hello <a href="${OFFER}">the offer</a>, ` +
      '<a href="{{ measuring_url }}">what we see</a>, <a href="{{ unsubscribe_url }}">leave</a></p>'
    const source = { kind: 'html', html }
    const made = await call('POST', '/newsletters', { name: subject, subject, listId: 1, source })
    const order = { newsletterId: made.id, listId: 1, anyway: true, local: true, holdSeconds: 0 }
    await call('POST', '/sendings', order)
    return received(before)
  }

  const count = (text: string): Promise<number> =>
    service.onStore(async client => Number((await client.query(text)).rows[0].count))
  const waiting = () => count('select count(*) from hit_arrivals')
  const clicksOfPeople = () => count('select coalesce(sum(clicks), 0) as count from engagements')
  const ofPerson = () => call('GET', '/subscribers/1/measuring')

  test('a form with the second box unticked, and the switch in each email', async () => {
    await call('POST', '/lists', { name: 'The Garden Letter', fromEmail: 'news@shop.test' })
    const form = await call('POST', '/forms', { name: 'Front', listIds: [1] })
    const measuring = 'You may see what I open and click.'
    await call('PATCH', `/forms/${form.id}/words/en`, { measuring })
    // Processes keep a form for two seconds.
    await until(async () => {
      await reader.goto(`${form.address}?lang=en`)
      return (await reader.getByText(measuring).count()) > 0
    })
    await reader.fill('[name=email]', 'ada@readers.test')
    await reader.check('[name=consent]')
    // Whoever is as fast as a program is asked to press once more.
    await pause(3_000)
    await reader.click('button')
    await reader.locator('h1', { hasText: 'Look into your mailbox' }).waitFor()
    await reader.goto(linkTo('o', await received(0)))
    await reader.click('button')
    await reader.locator('h1', { hasText: 'You are on the list' }).waitFor()

    const asked = await ofPerson()
    assert.deepEqual([asked.opens, asked.clicks], ['declined', 'declined'])
    const first = await send('March')
    assert.deepEqual(tracked(first), [], 'neither a pixel nor a click link')
    assert.ok(first.includes(`href="${OFFER}"`), 'the link as it was written')

    await reader.goto(linkTo('s', first))
    await reader.getByRole('button', { name: 'You may see it' }).click()
    await reader.getByText('Thank you, we may see it').waitFor()
    const agreed = await ofPerson()
    assert.deepEqual([agreed.opens, agreed.clicksAs], ['agreed', 'person'])

    const second = await send('April')
    assert.ok(tracked(second).length >= 2, 'a pixel and a click link')
    assert.ok(!second.includes(`href="${OFFER}"`))
    const [, click] =
      new RegExp(`href="(${service.origin}/t/[^"]+)"[^>]*>the offer`).exec(second) ?? []
    assert.ok(click)
    const follow = () => fetch(click, { redirect: 'manual', headers: BROWSER })
    assert.ok((await follow()).headers.get('location')?.startsWith(OFFER))
    await until(async () => (await clicksOfPeople()) === 1)

    await reader.goto(linkTo('s', second))
    await reader.getByRole('button', { name: 'Do not measure me' }).click()
    await reader.getByText('You are not measured').first().waitFor()
    // The link of an old email still leads there, and leaves nothing behind.
    const hits = await count('select count(*) from hits')
    assert.ok((await follow()).headers.get('location')?.startsWith(OFFER))
    await until(async () => (await waiting()) === 0)
    assert.equal(await count('select count(*) from hits'), hits)
    assert.equal(await clicksOfPeople(), 1)

    const third = await send('May')
    assert.deepEqual(tracked(third), [])
  })

  test('UTM parameters: chosen on their page, taken back, and in the next email', async () => {
    await page.goto(`${service.origin}/console/utm`)
    await page.getByLabel('Websites').fill('shop.example')
    await page.getByRole('button', { name: 'Fill in the usual ones' }).click()
    await hasNoDefectInSchemes(page)
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/utm.png`, fullPage: true })
    const save = page.getByRole('button', { name: 'Save link parameters' })
    await save.click()
    await page.getByText('The link parameters are saved.').waitFor()
    assert.deepEqual((await call('GET', '/utm')).hosts, ['shop.example'])
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByText('The link parameters are as they were before.').waitFor()
    assert.deepEqual(await call('GET', '/utm'), { hosts: [], parameters: [] })
    await page.getByLabel('Websites').fill('shop.example')
    await page.getByLabel('Parameters').fill('utm_source=letter\nutm_campaign={{ newsletter }}')
    await save.click()
    await until(async () => (await call('GET', '/utm')).parameters.length === 2)
    const email = (await send('June')).replaceAll('&amp;', '&')
    assert.ok(email.includes(`href="${OFFER}?utm_source=letter&utm_campaign=June"`), email)
  })
})

/** Not one that is judged a machine. */
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
