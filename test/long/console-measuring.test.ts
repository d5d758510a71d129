/**
 * Measuring from end to end, in a browser and a mailbox: a form with its second box unticked, an
 * email without pixel, the switch, an email with one, the switch back, and a link of an old email.
 * And the page of UTM parameters, with what it adds to the next email; the rule, as it is asked
 * for; and reports beside each other of which few, some and all people were measured.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
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

  test('the first steps and the page of settings ask for the rule in one sentence', async () => {
    const rule = async () => {
      const { opens, clicks } = await call('GET', '/measuring')
      return [opens, clicks]
    }
    await page.goto(`${service.origin}/console/`)
    await page.getByText('How are people counted who were not asked?').click()
    const opens = page.getByRole('group', { name: 'Opens' })
    await opens.getByText('Opens are counted for the email, never for the person.').click()
    await page.getByText('Opens: In total only. Clicks: Measure.').waitFor()
    assert.deepEqual(await rule(), ['total', 'person'])
    await page.goto(`${service.origin}/console/measuring`)
    await opens.getByRole('radio', { name: 'In total only', checked: true }).waitFor()
    await opens.getByText('Each person’s opens are counted.').click()
    const clicks = page.getByRole('group', { name: 'Clicks' })
    await clicks.getByText('Their links are as you wrote them, and no click is counted.').click()
    await page.getByRole('button', { name: 'Save the rule' }).click()
    await page.getByText('The rule is saved. It holds from now on.').waitFor()
    assert.deepEqual(await rule(), ['person', 'none'])
    await page.getByText(/^This rule holds since /).waitFor()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByText('The rule is as it was before.').waitFor()
    assert.deepEqual(await rule(), ['total', 'person'])
    await call('PATCH', '/measuring', { opens: 'person', clicks: 'person' })
  })

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

  test('comparisons and the line of the sending before are of the people measured', async () => {
    await service.onStore(async client => {
      const { rows } = await client.query('select account_id as id from tenants')
      for (const one of COMPARED) await addSent(client, rows[0].id, one)
    })
    const shown = (at: string) => page.goto(`${service.origin}/console${at}`)
    const ghosts = () => page.locator('path.ghost')
    const cells = (name: string) => page.getByRole('row', { name }).getByRole('cell')

    // 180 of 400 beside 400 of 1,000: five points more, though fewer people opened it.
    await shown('/sendings/902/report?with=[901,903]')
    await page.getByText('180 of 400 measured').waitFor()
    await page.locator('.diff', { hasText: '+5' }).waitFor()
    await page.getByText('share of the people who were measured').waitFor()
    await ghosts().nth(1).waitFor()
    await page.locator('.chart').hover({ position: { x: 200, y: 60 } })
    const tip = page.getByRole('status').filter({ hasText: 'Opened' })
    await tip.getByText('45 %').waitFor()
    await tip.getByText('40 %').waitFor()
    await page.getByRole('row', { name: /^Few/ }).waitFor()
    assert.match((await cells('Some').nth(2).textContent())!, /^45\.0\s%of 400 measured$/)
    assert.match((await cells('All').nth(2).textContent())!, /^40\.0\s%$/)
    assert.match((await cells('Few').nth(2).textContent())!, /^–of 50 measured$/)
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/compared.png`, fullPage: true })

    // All hits of both: their numbers have nothing to do with each other.
    await shown('/sendings/902/report?count=all')
    await page.locator('.chart .ln').first().waitFor()
    await page.locator('.diff').first().waitFor({ state: 'detached' })
    assert.equal(await ghosts().count(), 0)

    // Of fifty people no rate, no line and no difference.
    await shown('/sendings/903/report')
    await page.getByText('only 50 of 1,000 measured').first().waitFor()
    await ghosts().first().waitFor()
    assert.equal(await page.locator('.figs .diff').count(), 0)
    await page.locator('.chart').hover({ position: { x: 200, y: 60 } })
    assert.match((await tip.textContent())!, /Opened–/)
  })
})

interface Sent {
  id: number
  name: string
  measured: number
  opened: number
}

/** One after the other, to a thousand people each. */
const COMPARED: Sent[] = [
  { id: 901, name: 'All', measured: 1000, opened: 400 },
  { id: 902, name: 'Some', measured: 400, opened: 180 },
  { id: 903, name: 'Few', measured: 50, opened: 30 },
]

/** It was delivered, and all who opened it did so in the first hour. */
async function addSent(client: pg.Client, accountId: string, sent: Sent): Promise<void> {
  const { id, name, measured, opened } = sent
  const message = { name, subject: name, listName: 'Readers', html: '<p>News', text: '' }
  await client.query(
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at,
       planned_at, finished_at, planned, candidates)
     select account_id, $2::bigint, $2::int, 77, $3, 'finished', at, at, at + interval '1 hour',
       1000, 1000
     from tenants, (select now() - make_interval(days => 910 - $2::int) as at) m
     where account_id = $1`,
    [accountId, id, message],
  )
  await client.query('insert into sending_counts (account_id, sending_id) values ($1, $2)', [
    accountId,
    id,
  ])
  await client.query(
    `insert into deliveries (account_id, source_kind, source_id, id, email, state,
       opens_unmeasured, clicks_unmeasured)
     select account_id, 1, $2, 1000 + n, 'p' || n || '@readers.test', 'accepted',
       nullif(n > $3::int, false), nullif(n > $3::int, false)
     from tenants, generate_series(1, 1000) n where account_id = $1`,
    [accountId, id, measured],
  )
  for (const kind of ['view', 'click']) {
    const counted = 'kind, link, by_all, by_people, messages'
    await client.query(
      `insert into hit_totals (account_id, source_kind, source_id, ${counted})
       select account_id, 1, $2, $3, 0, $4::bigint, $4::bigint, $4::bigint
       from tenants where account_id = $1`,
      [accountId, id, kind, kind === 'view' ? opened : opened / 10],
    )
    await client.query(
      `insert into hit_hours (account_id, source_kind, source_id, hour, ${counted})
       select account_id, 1, $2, date_trunc('hour', planned_at), $3, 0, $4::bigint, $4::bigint,
         $4::bigint
       from sendings where account_id = $1 and id = $2`,
      [accountId, id, kind, kind === 'view' ? opened : opened / 10],
    )
  }
}

/** Not one that is judged a machine. */
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
