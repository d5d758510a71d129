/**
 * Sending from the web console, in Debian's Chromium, against a service of its own and a
 * real SMTP server: who gets it, undone, sent, watched, and its report.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  goThrough,
  hasNoDefect,
  LAZILY,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { retriedAndConfirmed } from '../support/console-retry.ts'
import {
  addNewsletter,
  addressesIn,
  type CallApi,
  callerOf,
  follow,
  importPeople,
  sweep,
} from '../support/console-sending.ts'
import { freePort } from '../support/free-port.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'

const PEOPLE = 1_000
const OPENERS = 8
const CLICKERS = 5
const SWEPT = 10

describe('sending from the console', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let sink: Sink
  let page: Page
  let call: CallApi

  before(async () => {
    sink = await startSink()
    const port = String(await freePort())
    browser = await startConsole({
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    })
    page = await browser.signedIn(1440, 'light', '/console')
    call = callerOf(page)
    const list = (name: string) => call('POST', '/lists', { name, fromEmail: 'post@shop.test' })
    await list('Trädgårdsbrevet')
    await list('Greenhouse')
    await list('Gone soon')
    await importPeople(call, 1, PEOPLE)
    await importPeople(call, 2, 5)
    await addNewsletter(call, 'Beskärningsveckan', 1)
    await addNewsletter(call, 'Växthus', 2)
    await addNewsletter(call, 'Sista brevet', 3)
    const order = { newsletterId: 2, listIds: [2], local: true, anyway: true, holdSeconds: 0 }
    await call('POST', '/sendings', order)
  })
  after(async () => {
    await browser?.stop()
    await sink?.stop()
  })

  const visit = (path: string) => goThrough(page, `/console${path}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  /** The relay is on this machine, and so are the links. */
  const press = async (name: string) => {
    await button(name).click()
    await button('Send anyway').click()
    await page.getByText('Until then nothing has left.').waitFor()
  }

  test('tells that a list was deleted while the page was open', async () => {
    await visit('/newsletters/3/send')
    await page.getByRole('button', { name: 'Take out Gone soon' }).waitFor()
    await call('DELETE', '/lists/3')
    await page.getByText('The list Gone soon is gone').waitFor()
    await page.locator('.btn.huge[aria-disabled=true]').waitFor()
    await button('Take out Gone soon').click()
    await page.getByText('Choose the list that it goes to.').waitFor()
  })

  test('by keyboard: far more than usual is typed, held, and undone after a reload', async () => {
    await importPeople(call, 2, PEOPLE)
    await page.goto(`${browser.origin}/console/newsletters/2/send`)
    await button('Send to 995 people').waitFor()
    const to = async (name: string) => {
      for (let tabs = 0; tabs < 200; tabs++) {
        await page.keyboard.press('Tab')
        const at = await page.evaluate(() => document.activeElement?.textContent?.trim())
        if (at === name) return
      }
      assert.fail(`no way by Tab to ${name}`)
    }
    await to('Send to 995 people')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Far more people than usual').waitFor()
    await page.keyboard.type('999')
    await page.keyboard.press('Enter')
    await page.getByText('That is another number.').waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('995')
    await page.keyboard.press('Enter')
    await button('Send anyway').waitFor()
    await to('Send anyway')
    await page.keyboard.press('Enter')
    await page.getByText('Until then nothing has left.').waitFor()
    await page.reload()
    await page.getByText('Until then nothing has left.').waitFor()
    await to('Undo')
    await page.keyboard.press('Enter')
    await page.getByText('Undone: nothing was sent.', { exact: true }).waitFor()
    await button('Send to 995 people').waitFor()
    const { state } = (await call('GET', '/sendings/2')) as { state: string }
    assert.equal(state, 'cancelled')
    assert.equal(sink.seen.messages, 5)
  })

  test('by mouse: sent, counted up without a reload, paused, resumed', async () => {
    await call('PATCH', '/installation/routes/default', { ratePerSecond: 80 })
    await visit('/newsletters/1/send')
    await page.getByText('Will get it').waitFor()
    await button('Send to 1,000 people').waitFor()
    await hasNoDefect(page)
    await press('Send to 1,000 people')
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    const reaches = (least: number) =>
      page.waitForFunction(
        count =>
          Number(document.querySelector('.hbig b')?.textContent?.replace(/\D/g, '')) >= count,
        least,
        LAZILY,
      )
    await reaches(50)
    await button('Pause P').click()
    await page.getByText('no email goes out until it is resumed').waitFor()
    await hasNoDefect(page)
    await page.waitForTimeout(2_000)
    const before = sink.seen.messages
    await page.waitForTimeout(1_500)
    assert.equal(sink.seen.messages, before)
    await button('Resume P').click()
    await reaches(200)
    await reaches(PEOPLE)
    await page.getByText('Sent', { exact: true }).waitFor()
    assert.ok(await page.evaluate(() => 'sameDocument' in globalThis))
    assert.deepEqual(
      [...sink.counts].filter(([email, times]) => times !== 1 + Number(isOfFirst(email))),
      [],
    )
  })

  test('its report tells people from machines, and links light in the email', async () => {
    const own = sink.messages.slice(5)
    for (const message of own.slice(0, OPENERS)) await follow(addressesIn(message).pixel)
    for (const message of own.slice(0, CLICKERS)) await follow(addressesIn(message).links[0]!)
    for (const message of own.slice(OPENERS, OPENERS + SWEPT)) await sweep(message)
    await visit('/sendings/3/report')
    const figures = page.locator('.figs')
    await figures.getByText(new RegExp(`^${OPENERS} of [\\d,]+ delivered$`)).waitFor()
    await figures.getByText(new RegExp(`^${CLICKERS} of [\\d,]+ delivered$`)).waitFor()
    await page.getByText(/^Machines are left out/).waitFor()
    const link = page.getByRole('row', { name: /sekator-8/ })
    await link
      .getByRole('cell', { name: String(CLICKERS) })
      .first()
      .waitFor()
    await link.hover()
    await page.locator('.heat.lit').waitFor()
    await hasNoDefect(page)
    await button('All hits').click()
    await page.getByText(/^With machines, hatched/).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('count'), 'all')
    const clicks = SWEPT * 4 + CLICKERS
    await page.getByRole('row', { name: new RegExp(`All links ${clicks}`) }).waitFor()
  })

  test('recipients by a filter that stands in the address; a row opens', async () => {
    await visit('/sendings/3/recipients')
    await page.getByLabel('Opened', { exact: true }).selectOption('yes')
    await page.waitForURL(/opened=yes/)
    const rows = page.locator('tbody tr')
    const shown = (count: number) =>
      page.waitForFunction(n => document.querySelectorAll('tbody tr').length === n, count)
    await shown(OPENERS)
    await page.reload()
    await shown(OPENERS)
    const address = page.getByLabel('Part of an address')
    await address.fill(`${await rows.last().locator('bdi').first().textContent()} `)
    await shown(1)
    await page.getByLabel('Part of a reply').fill('no server said this')
    await page.getByText('Nobody here').waitFor()
    assert.equal(new URL(page.url()).searchParams.has('email'), true)
    await address.clear()
    await page.getByLabel('Part of a reply').clear()
    await shown(OPENERS)
    await rows.first().getByRole('button').click()
    await page.getByText('First opened').waitFor()
    await hasNoDefect(page)
    await button('Make a filter of them').click()
    await page.waitForURL(/filters\/\d+/)
  })

  test('lists excluded, a zone of each, a share a day, and a time that a zone leaves out', async () => {
    const staff = { name: 'Staff', fromEmail: 'post@shop.test' }
    const { id } = (await call('POST', '/lists', staff)) as { id: number }
    await importPeople(call, id, 10)
    await call('PATCH', '/fields/1', { name: 'Zone' })
    await page.goto(`${browser.origin}/console/newsletters/1/send`)
    await page.getByText('Got it already', { exact: true }).waitFor()
    await page.getByText('−1,000').waitFor()
    await page.getByLabel('Also to people who got it already').check()
    await page.getByRole('button', { name: 'Exclude a list' }).click()
    await page.getByRole('menuitem', { name: 'Staff' }).click()
    await button('Send to 990 people').waitFor()
    await page.getByLabel('Each at their local time').check()
    await page.getByLabel('Day and time').fill('2027-03-27T09:00')
    await page.getByLabel('Field with the zone').selectOption({ label: 'Zone' })
    await page.getByText('990 people without one get it at this time').waitFor()
    await page.getByLabel('At a time').check()
    await page.getByLabel('Day and time').fill('2027-03-28T02:30')
    await page.getByLabel('Zone', { exact: true }).selectOption('Europe/Stockholm')
    await page.getByText('Only a share each day, to warm up').click()
    await page.getByLabel('Percent of them a day').fill('20')
    await hasNoDefect(page)
    await button('Schedule for 990 people').click()
    await button('Send anyway').click()
    await page.getByText(/not a time in the zone Europe\/Stockholm/).waitFor()
    await page.getByLabel('Day and time').fill('2027-03-28T03:30')
    await button('Schedule for 990 people').click()
    await page.waitForURL(/sendings\/\d+/)
    await page.getByText(/there .*03:30.*Europe\/Stockholm/).waitFor()
    const pairs = page.locator('.pairs.planned')
    for (const said of ['Staff', 'gets it again', '20 % of them a day'])
      await pairs.getByText(said).waitFor()
    await hasNoDefect(page)
    await button('Change the time').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Day and time').fill('2027-03-29T10:15')
    await hasNoDefect(page)
    await dialog.getByRole('button', { name: 'Change the time' }).click()
    await page.getByText(/there .*10:15.*Europe\/Stockholm/).waitFor()
    await button('Undo the sending').click()
    await page.waitForURL(/newsletters\/1\/send/)
    await button('Schedule for 990 people').waitFor()
    await page.getByRole('button', { name: 'Take out Staff' }).waitFor()
    assert.equal(await page.getByLabel('Day and time').inputValue(), '2027-03-29T10:15')
    assert.equal(await page.getByLabel('Percent of them a day').inputValue(), '20')
    assert.equal(await page.getByLabel('Also to people who got it already').isChecked(), true)
  })

  test('again to who did not open it; compared; printed', async () => {
    await visit('/sendings/3/report')
    await button('Share by a link').click()
    await button('Make a link').click()
    const shared = (await page.locator('.copy-text code').textContent())!
    await hasNoDefect(page)
    assert.match(await (await fetch(shared)).text(), /Beskärningsveckan/)
    await button('Revoke').click()
    await page.locator('.copy-text').waitFor({ state: 'detached' })
    assert.equal((await fetch(shared)).status, 404)
    await page.keyboard.press('Escape')
    // What comes late above it may move the button, and its menu with it.
    await page.getByRole('button', { name: 'Compare with' }).click()
    await page.getByRole('menuitem', { name: 'Växthus' }).first().click()
    await page.getByRole('row', { name: /^Växthus/ }).waitFor()
    await page.reload()
    await page.getByRole('row', { name: /^Växthus/ }).waitFor()
    await page.getByText('Read with').waitFor()
    assert.ok((await page.pdf()).length > 10_000)
    await page.emulateMedia({ media: 'print' })
    for (const hidden of ['.side', 'nav.tabs', '.head .acts'])
      await page.locator(hidden).waitFor({ state: 'hidden' })
    await page.getByText(/^Report on “Beskärningsveckan”/).waitFor()
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('link', { name: 'Send again to who did not open' }).click()
    await page.getByText('Have opened it').waitFor()
    await button('Send to 992 people').waitFor()
  })

  test('slowed, and cancelled', async () => {
    await call('PATCH', '/installation/routes/default', { ratePerSecond: 5 })
    const order = { newsletterId: 1, listIds: [1], local: true, holdSeconds: 0, repeat: true }
    const { id } = (await call('POST', '/sendings', order)) as { id: number }
    await visit(`/sendings/${id}`)
    await button('Slow down').click()
    await page.getByLabel('Emails a minute').fill('60')
    await button('Set the rate').click()
    await page.getByText('slowed to 60 a minute').waitFor()
    await button('Cancel the rest').click()
    await page.getByRole('button', { name: /^Cancel \d+ emails$/ }).click()
    await page.getByText('Cancelled', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    // The sending before it, dashed.
    await page.locator('path.ghost').first().waitFor()
    await call('PATCH', '/installation/routes/default', { ratePerSecond: null })
  })

  test('refused ones and deferred ones are tried again; after a restore it waits for a word', () =>
    retriedAndConfirmed({ browser, page, sink, call }))

  test('the first page shows it', async () => {
    await visit('')
    await page.getByRole('link', { name: 'Beskärningsveckan' }).waitFor()
    await hasNoDefect(page)
  })

  test('has caused no violation of its policy, no error, and asked no other host', () => {
    // A list was deleted, and links lead to this machine.
    const refused = /status of (?:400|404|409|422)/
    assert.deepEqual(
      browser.trouble.filter(text => !refused.test(text)),
      [],
    )
  })
})

/** Of those to whom the first sending went, too. */
const isOfFirst = (email: string): boolean => /^kund[0-4]@/.test(email)
