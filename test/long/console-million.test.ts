/**
 * A million subscribers in Chromium, against a service of its own: scrolled to the middle
 * and the end, searched, filtered, 10,000 put on a list and taken back. No row more than is needed
 * is in the document at any moment.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type ConsoleBrowser, missingChromium, startConsole } from '../support/console-browser.ts'
import {
  addressOf,
  fillMillion,
  GOLD,
  MILLION,
  membersOf,
  RARE,
} from '../support/console-million.ts'
import { type CallApi, callerOf } from '../support/console-sending.ts'

const MOST_ROWS = 200
const NEAR_MIDDLE = 2_000

describe('a million subscribers', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let call: CallApi

  before(async () => {
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/lists')
    call = callerOf(page)
    for (const name of ['Everybody', 'VIP'])
      await call('POST', '/lists', { name, fromEmail: 'shop@example.test' })
    await browser.onStore(fillMillion)
    await page.addInitScript(countRows)
  })
  after(() => browser?.stop())
  afterEach(async () => {
    const most = await page.evaluate(() => (globalThis as RowCount).mostRows)
    assert.ok(most !== undefined && most > 20 && most <= MOST_ROWS, `${most} rows at once`)
  })

  const visit = (path: string) => page.goto(`${browser.origin}/console${path}`)
  /** Waits until a row in the window has a number from `least` to `most`; the first row has 0. */
  const seen = (least: number, most: number) =>
    page.waitForFunction(
      ([least, most]) =>
        [...document.querySelectorAll('tr[aria-rowindex]')].some(row => {
          const { top, bottom } = row.getBoundingClientRect()
          const number = Number(row.getAttribute('aria-rowindex')) - 2
          return top >= 0 && bottom <= innerHeight && number >= least! && number <= most!
        }),
      [least, most],
    )
  /** Each row has the person of its number: the newest is the first. */
  const isInOrder = async () => {
    const rows = await page
      .locator('tr[aria-rowindex]')
      .evaluateAll(all =>
        all.map(row => [Number(row.getAttribute('aria-rowindex')) - 2, row.textContent] as const),
      )
    assert.ok(rows.length > 20)
    const [[first]] = rows as [[number, string]]
    for (const [at, [number, text]] of rows.entries()) {
      assert.equal(number, first + at)
      assert.ok(text!.includes(addressOf(MILLION - number)), `row ${number}: ${text}`)
    }
  }

  test('is scrolled to the middle, on from there, to the end, and back', async () => {
    await visit('/subscribers')
    await page.getByText('1,000,000 people').waitFor()
    await seen(0, 0)
    await page.mouse.move(700, 500)
    for (let wheels = 0; wheels < 10; wheels++) await page.mouse.wheel(0, 400)
    await seen(90, 110)
    await isInOrder()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
    const middle = MILLION / 2
    await seen(middle - NEAR_MIDDLE, middle + NEAR_MIDDLE)
    await isInOrder()
    for (const step of [-400, 400])
      for (let wheels = 0; wheels < 20; wheels++) {
        await page.mouse.wheel(0, step)
        await page.evaluate(() => new Promise(requestAnimationFrame))
      }
    await seen(middle - NEAR_MIDDLE, middle + NEAR_MIDDLE)
    await isInOrder()
    // A copied address leads to the same place.
    await page.reload()
    await page.getByText('1,000,000 people').waitFor()
    await seen(middle - NEAR_MIDDLE, middle + NEAR_MIDDLE)
    await page.keyboard.press('End')
    await seen(MILLION - 1, MILLION - 1)
    await isInOrder()
    await page.keyboard.press('Home')
    await seen(0, 0)
    await isInOrder()
  })

  test('is searched by a word', async () => {
    await visit('/subscribers')
    await seen(0, 0)
    await page.getByLabel('Name, address, number or word').fill(RARE.word)
    await page.getByRole('cell', { name: addressOf(RARE.id) }).waitFor()
    await page.getByRole('link', { name: RARE.name }).waitFor()
    assert.equal(await page.locator('tr[aria-rowindex]').count(), 1)
  })

  test('is filtered, and 10,000 are put on a list and taken back', async () => {
    const gold = GOLD.toLocaleString('en-US')
    await call('POST', '/filters', { name: 'Gold', where: 'DD1 = "gold"' })
    await visit('/filters/1')
    await page.getByText(`${gold} of 1,000,000 match`).waitFor()
    const former = await browser.onStore(client => membersOf(client, 2))
    assert.equal(former.length, 5)
    await visit('/subscribers?filter=1')
    await page.getByText(`${gold} people`).waitFor()
    await page.getByLabel('Select all that are loaded').check()
    await page.getByRole('button', { name: `Select all ${gold}` }).click()
    await page.locator('.bulk').getByText(`${gold} selected`).waitFor()
    await page.getByRole('button', { name: 'Add to list' }).click()
    await page.getByRole('dialog').getByLabel('List').selectOption('VIP')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Add to list: ${gold}` })
      .click()
    await page.getByText(`${gold} of ${gold} changed`).waitFor()
    const members = await browser.onStore(client => membersOf(client, 2))
    const joined = members.filter(member => !former.includes(member))
    assert.equal(joined.length, GOLD)
    assert.ok(joined.every(member => Number(member.split(' ')[0]) % 100 === 0))
    // What runs on in the background is shown again after a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(`Undone: ${gold} changed back`).waitFor()
    assert.deepEqual(await browser.onStore(client => membersOf(client, 2)), former)
  })

  test('has caused no error', () => assert.deepEqual(browser.trouble, []))
})

type RowCount = typeof globalThis & { mostRows?: number }

/** Runs in each document: the most rows that it ever had. */
function countRows(): void {
  const look = () => {
    const here = globalThis as RowCount
    here.mostRows = Math.max(here.mostRows ?? 0, document.getElementsByTagName('tr').length)
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}
