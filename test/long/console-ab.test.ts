/**
 * An A/B test in Debian's Chromium whose winner machines would have got wrong, with the service
 * killed while the rest is sent: the page goes on, and nobody gets two emails.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefect,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import {
  addressesIn,
  type CallApi,
  callerOf,
  follow,
  importPeople,
  sweep,
} from '../support/console-sending.ts'
import { freePort } from '../support/free-port.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'

const PEOPLE = 400
const READERS = 10
const BUYER = 'https://127.0.0.1/offer'
const PAUSE = 200

describe('an A/B test from the console', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let sink: Sink
  let page: Page
  let call: CallApi

  before(async () => {
    sink = await startSink({ keep: 3 * PEOPLE })
    const port = String(await freePort())
    browser = await startConsole({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` })
    page = await browser.signedIn(1440, 'light', '/console')
    call = callerOf(page)
    const url = `smtp://127.0.0.1:${sink.port}`
    await call('POST', '/installation/routes', { name: 'relay', url })
  })
  after(async () => {
    await browser?.stop()
    await sink?.stop()
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const until = async (is: () => Promise<boolean> | boolean) => {
    while (!(await is())) await new Promise(resolve => setTimeout(resolve, PAUSE))
  }
  const finished = (id: number) =>
    until(async () => ((await call('GET', `/sendings/${id}`)) as Stated).state === 'finished')

  test('is decided by people, and continues after a kill while the rest is sent', async () => {
    const list = { name: 'A/B', fromEmail: 'post@shop.test' }
    const { id: listId } = (await call('POST', '/lists', list)) as { id: number }
    await importPeople(call, listId, PEOPLE)
    const html =
      `<p><a href="${BUYER}">offer</a> <a href="${BUYER}/2">2</a></p>` +
      '<p><a href="{{ unsubscribe_url }}">Leave</a></p>'
    const news = { name: 'Subjects', subject: 'Plain', source: { kind: 'html', html }, listId }
    const { id } = (await call('POST', '/newsletters', news)) as { id: number }
    await call('PATCH', '/installation/routes/relay', { ratePerSecond: 40 })
    const from = sink.messages.length
    const subjectOf = (at: number) =>
      /^Subject: (.*)\r$/m.exec(sink.messages[at]!.bytes.toString())![1]
    const withSubject = (subject: string) =>
      sink.messages.flatMap((message, at) =>
        at >= from && subjectOf(at) === subject ? [message] : [],
      )
    await page.goto(`${browser.origin}/console/newsletters/${id}/send`)
    await button('Send to 400 people').waitFor()
    await button('Test a second subject, sender, content or time').click()
    const variants = page.locator('fieldset.variant')
    await variants.nth(0).getByLabel('Subject').fill('Machines like this')
    await variants.nth(1).getByLabel('Subject').fill('People like this')
    await page.getByLabel('Percent who get the test').fill('40')
    await page.getByLabel('Hours until it is chosen').fill('0.02')
    await hasNoDefect(page)
    await button('Send to 400 people').click()
    await button('Send anyway').click()
    await page.waitForURL(/\/sendings\/\d+/)
    const own = Number(/\/sendings\/(\d+)/.exec(page.url())![1])
    await page.getByText('Variant A').waitFor()
    const { split } = (await call('GET', `/sendings/${own}/progress`)) as Divided
    for (const { sendingId: sample } of split.samples) await finished(sample)
    await Promise.all(withSubject('Machines like this').map(sweep))
    for (const message of withSubject('People like this').slice(0, READERS))
      await follow(addressesIn(message).links[0]!)
    const sampled = withSubject('People like this').length
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    await until(() => withSubject('People like this').length > sampled + 24)
    await browser.kill()
    await page.locator('.livedot.off').waitFor()
    await browser.again()
    await until(
      async () => ((await call('GET', `/sendings/${own}`)) as Stated).state === 'finished',
    )
    await page.locator('.livedot.off').waitFor({ state: 'detached' })
    await page.locator('.badge.sent').first().waitFor()
    assert.ok(await page.evaluate(() => 'sameDocument' in globalThis), 'it was loaded again')
    assert.equal(withSubject('Plain').length, 0)
    const counts = new Map<string, number>()
    for (const { rcpts } of sink.messages.slice(from))
      counts.set(rcpts[0]!, (counts.get(rcpts[0]!) ?? 0) + 1)
    const unsure = new Set<string>()
    for (let next: string | null = ''; next !== null; ) {
      const path = `/sendings/${own}/recipients?limit=200${next && `&after=${next}`}`
      const found = (await call('GET', path)) as Recipients
      for (const one of found.items)
        if (one.onceUncertain || one.state === 'uncertain') unsure.add(one.email)
      next = found.next
    }
    for (const [rcpt, times] of counts) {
      const address = /<(.*)>/.exec(rcpt)![1]!
      assert.ok(times === 1 || unsure.has(address), `${address} got it ${times} times`)
    }
    assert.ok(counts.size > PEOPLE - 100, `${counts.size} people got it`)
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    const rows = page.locator('section[aria-labelledby="split"] tbody tr')
    await rows.nth(1).getByText('Winner').waitFor()
    await page.getByText('± ').first().waitFor()
    await hasNoDefect(page)
  })

  test('has caused no violation of its policy, no error, and asked no other host', () => {
    // Links lead to this machine, and the service was killed.
    const refused =
      /status of 409|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|ERR_EMPTY|ERR_CONNECTION_RESET/
    assert.deepEqual(
      browser.trouble.filter(text => !refused.test(text)),
      [],
    )
  })
})

interface Stated {
  state: string
}

interface Divided {
  split: { samples: { sendingId: number }[] }
}

interface Recipients {
  items: { email: string; state: string; onceUncertain: boolean }[]
  next: string | null
}
