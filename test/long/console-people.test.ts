/**
 * The pages of people in Chromium: a file is imported, its people searched, scrolled, filtered,
 * edited by two, and one erased.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  goThrough,
  hasNoDefect,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { goThroughConsents } from '../support/console-consents.ts'
import { buildBehaviour, buildFilter, exportFilter } from '../support/console-filter.ts'
import { mixedUpFile, personOf } from '../support/console-people.ts'

const ROWS = 3_000
const IMPORTED = (ROWS - ROWS / 500).toLocaleString('en-US')
const MOST_ROWS = 200

const rowsIn = (page: Page): Promise<number> => page.locator('tr').count()

describe('the pages of people', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page

  const api = async (method: string, path: string, data?: unknown) => {
    const answer = await page.request.fetch(`${browser.origin}/api/v1${path}`, {
      method,
      headers: {
        'X-Pennypost-Console': '1',
        ...(Buffer.isBuffer(data) && { 'Content-Type': 'application/octet-stream' }),
      },
      ...(data !== undefined && { data }),
    })
    assert.ok(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }

  before(async () => {
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/lists')
    for (const name of ['Kunder', 'VIP'])
      await api('POST', '/lists', { name, fromEmail: 'shop@example.test' })
  })
  after(() => browser?.stop())

  test('imports twenty mixed-up columns in windows-1252', async () => {
    // Fields are offered once they have something of their own.
    for (const number of [2, 4]) await api('PATCH', `/fields/${number}`, { choices: ['Malmö'] })
    await page.goto(`${browser.origin}/console/imports`)
    await page.getByRole('button', { name: 'Import a file' }).click()
    await page.getByLabel('List', { exact: true }).selectOption('Kunder')
    const file = { name: 'kunder.csv', mimeType: 'text/csv', buffer: mixedUpFile(ROWS) }
    await page.getByLabel('Choose a file').setInputFiles(file)
    const target = (heading: string) => page.getByLabel(`Goes to: ${heading}`, { exact: true })
    await target('E-post').waitFor()
    assert.equal(await target('E-post').inputValue(), 'email')
    await target('Namn').selectOption('name')
    await target('Ort').selectOption('DD2')
    await target('Övrigt 4').selectOption('DD4')
    await page.getByRole('cell', { name: 'Malmö' }).first().waitFor()
    // What would happen is counted by itself, and the first rows stand under what they become.
    await page.getByText('Of 3,000 rows').waitFor()
    await page.locator('.sums .bad', { hasText: '6 no valid address' }).waitFor()
    await page.getByRole('cell', { name: '+ new person' }).first().waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Ort' }).count(), 0)
    const [told] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save what each row does' }).click(),
    ])
    const fates = readFileSync(await told.path(), 'utf8')
    assert.ok(fates.includes('"new",""') && fates.includes('"rejected","address"'), fates)
    await page.getByRole('button', { name: 'Only problems: 0' }).click()
    await page.getByText('None of the first rows is rejected').waitFor()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await hasNoDefect(page)
    await page.getByRole('button', { name: 'Start the import' }).click()
    await page.getByText('Finished').waitFor()
    await page.getByRole('heading', { name: 'Rejected rows' }).waitFor()
    await page.locator('.figures .bad dd', { hasText: String(ROWS / 500) }).waitFor()
    await hasNoDefect(page)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ])
    assert.equal(saved.suggestedFilename(), 'rejects-1.csv')
  })

  test('remembers columns by their names, counts what does not fit, and makes a list', async () => {
    await api('PATCH', '/fields/6', { name: 'Belopp', type: 'number' })
    await page.goto(`${browser.origin}/console/imports/new`)
    await page.getByRole('button', { name: 'New list' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Made here')
    await dialog.getByLabel('Address of the sender').fill('shop@example.test')
    await dialog.getByRole('button', { name: 'Add list' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('option:checked', { hasText: 'Made here' }).waitFor({ state: 'attached' })
    await page.getByLabel('List', { exact: true }).selectOption('Kunder')
    const file = { name: 'again.csv', mimeType: 'text/csv', buffer: mixedUpFile(600) }
    await page.getByLabel('Choose a file').setInputFiles(file)
    const target = (heading: string) => page.getByLabel(`Goes to: ${heading}`, { exact: true })
    await page.getByText('As in your import of').waitFor()
    assert.equal(await target('Övrigt 4').inputValue(), 'DD4')
    await page.getByRole('button', { name: 'Guess instead' }).click()
    assert.equal(await target('Övrigt 4').inputValue(), '-')
    await target('Belopp').selectOption('DD6')
    const reading = page.getByLabel('Read as: Belopp', { exact: true })
    assert.equal(await reading.inputValue(), 'decimal-comma')
    await reading.selectOption('day-first')
    await page.getByText('600 do not fit').waitFor()
    await reading.selectOption('decimal-comma')
    await page.getByText('600 do not fit').waitFor({ state: 'detached' })
    await page.getByLabel('Read as: Telefon', { exact: true }).selectOption('phone-SE')
    await hasNoDefect(page)
    await api('PATCH', '/fields/6', { name: '', type: 'text' })
    const lists: { items: { id: number; name: string }[] } = await api('GET', '/lists')
    const made = lists.items.find(({ name }) => name === 'Made here')!
    await api('DELETE', `/lists/${made.id}`)
  })

  test('searches, scrolls and keeps few rows in the document', async () => {
    await goThrough(page, '/console/subscribers')
    await page.getByText(`${IMPORTED} people`).waitFor()
    const lastShown = () =>
      page.locator('tr[aria-rowindex]').last().getAttribute('aria-rowindex').then(Number)
    while ((await lastShown()) < 2 * MOST_ROWS) {
      await page.mouse.wheel(0, 3_000)
      await page.evaluate(() => new Promise(requestAnimationFrame))
      assert.ok((await rowsIn(page)) <= MOST_ROWS)
    }
    const { name, email } = personOf(777)
    await page.getByLabel('Name, address, number or word').fill(email)
    await page.getByRole('cell', { name: email }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('q'), email)
    await page.getByRole('link', { name }).waitFor()
    await hasNoDefect(page)
  })

  test('saves a view, chooses it, and takes its removal back', async () => {
    await page.goto(`${browser.origin}/console/subscribers?list=1&columns=name,address,DD2`)
    const views = page.getByRole('button', { name: 'Views' })
    await views.click()
    await page.getByText('No views yet').waitFor()
    await page.getByLabel('Name of the view').fill('Towns of customers')
    await hasNoDefect(page)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByText('The view Towns of customers was saved.').waitFor()
    await page.goto(`${browser.origin}/console/subscribers`)
    await views.click()
    await page.getByRole('button', { name: 'Towns of customers', exact: true }).click()
    await page.getByRole('columnheader', { name: 'DD2' }).waitFor()
    const { searchParams } = new URL(page.url())
    assert.deepEqual(
      [searchParams.get('list'), searchParams.get('columns')],
      ['1', 'name,address,DD2'],
    )
    await views.click()
    await page.getByRole('button', { name: 'Remove the view Towns of customers' }).click()
    await page.getByText('The view Towns of customers was removed.').waitFor()
    await page.getByLabel('Name of the view').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await views.click()
    await page.getByRole('button', { name: 'Towns of customers', exact: true }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('sorts a search of a list, and names the number in a bulk change', async () => {
    await page.goto(`${browser.origin}/console/subscribers`)
    const sort = page.getByLabel('Sort by')
    await sort.selectOption('address')
    const first = page.locator('tr[aria-rowindex="2"]')
    await first.getByText('kund1001@').waitFor()
    await sort.selectOption('address-down')
    await first.getByText('kund9@').waitFor()
    await page.getByRole('searchbox').fill('kund77')
    await first.getByText('kund77@').waitFor()
    await page.getByText('11 people').waitFor()
    await page.getByLabel('Select all that are loaded').check()
    await page.getByRole('button', { name: 'Select all 11' }).click()
    await page.getByRole('button', { name: 'Set field' }).click()
    const dialog = page.getByRole('dialog')
    const act = dialog.getByRole('button', { name: 'Set field: 11' })
    await dialog.getByLabel('Field', { exact: true }).selectOption({ index: 1 })
    // Nothing is typed: nothing is emptied.
    assert.equal(await act.getAttribute('aria-disabled'), 'true')
    await hasNoDefect(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  test('builds a filter rule by rule, and says whom it leaves', async () => {
    await goThrough(page, '/console/filters/new')
    await buildFilter(page)
    await page.getByRole('button', { name: 'Save filter' }).click()
    await page.getByRole('link', { name: 'From Malmö' }).click()
    await exportFilter(page)
  })

  test('builds rules about what people did, and lists filters in words with numbers', async () => {
    await goThrough(page, '/console/filters')
    await buildBehaviour(page)
  })

  test('shows a list day by day, archives it and takes that back', async () => {
    await goThrough(page, '/console/lists/1')
    await page.getByRole('img', { name: `In 90 days ${IMPORTED} joined and 0 left.` }).waitFor()
    await hasNoDefect(page)
    await page.getByRole('button', { name: 'Who left' }).click()
    await page.getByText('Nobody has left').waitFor()
    await hasNoDefect(page)
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByText('archived on').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Kunder is back.').waitFor()
    await page.getByRole('button', { name: 'Archive' }).waitFor()
    await page.goto(`${browser.origin}/console/lists/2`)
    await page.getByRole('button', { name: 'Remove list' }).click()
    await page.getByRole('dialog').getByText('Subscriptions on it: 0.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove list' }).click()
    await page.getByText('VIP was removed.').waitFor()
    await page.getByRole('cell', { name: 'Kunder' }).first().waitFor()
  })

  test('is led by keys', async () => {
    await page.goto(`${browser.origin}/console/lists`)
    await page.getByRole('cell', { name: 'Kunder' }).first().waitFor()
    await page.keyboard.press('Control+k')
    const asked = page.getByRole('combobox', { name: 'A page, a newsletter' })
    await asked.fill('new news')
    await page.getByRole('option', { name: 'New newsletter' }).waitFor()
    const { name, email } = personOf(2321)
    await asked.fill(email)
    await page.getByRole('option', { name: email }).waitFor()
    await hasNoDefect(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.locator('tr[aria-rowindex]').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('g l')
    assert.equal(await page.getByLabel('Name, address, number or word').inputValue(), 'g l')
  })

  test('two edit one person, and neither loses anything', async () => {
    const { email } = personOf(42)
    const found = await api('GET', `/subscribers?q=${email}`)
    const path = `/console/subscribers/${found.items[0].id}`
    await goThrough(page, path)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Whole name').fill('Typed first')
    await api('PATCH', path.replace('/console', ''), { phone: '701234567', countryCode: '46' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Somebody has changed this meanwhile').waitFor()
    // What is typed while theirs is read stays too, and saving waits for it.
    const { promise: theirs, resolve: arrive } = Promise.withResolvers<void>()
    const read = `**/api/v1${path.replace('/console', '')}`
    await page.route(read, async route => {
      await theirs
      await route.continue()
    })
    await page.getByRole('button', { name: 'Take over their changes' }).click()
    await page.getByLabel('Whole name').fill('Typed here')
    await page.getByLabel('Whole name').press('Enter')
    arrive()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Typed here' }).waitFor()
    await page.unroute(read)
    const person = await api('GET', path.replace('/console', ''))
    assert.deepEqual([person.name, person.phone], ['Typed here', '701234567'])
    await hasNoDefect(page)
  })

  test('opts a person out and back, by the pages', async () => {
    const { email } = personOf(43)
    await goThrough(page, '/console/opt-outs')
    await page.getByRole('button', { name: 'Opted out' }).click()
    await page.getByRole('button', { name: 'Opt an address out' }).first().click()
    await page.getByRole('textbox', { name: 'Address' }).fill(email)
    await page.getByLabel('Reason').fill('<b>asked</b> by telephone')
    await page.getByRole('dialog').getByRole('button', { name: 'Opt an address out' }).click()
    await page.getByRole('cell', { name: email }).first().waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await hasNoDefect(page)
    await page.getByRole('button', { name: `Lift ${email}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('wrote to us')
    await hasNoDefect(page)
    await dialog.getByRole('button', { name: 'Lift the opt-out' }).click()
    await page.getByText(`The opt-out of ${email} was lifted`).waitFor()
    const [lifted] = (await api('GET', '/audit?limit=1')).items
    assert.deepEqual(
      [lifted.action, lifted.after],
      ['subscriber.lift-opt-out', { reason: 'wrote to us' }],
    )
    await page.keyboard.press('Control+z')
    await page.getByRole('cell', { name: email }).first().waitFor()
    await goThrough(page, '/console/suppression')
    await page.getByText('No address is suppressed').waitFor()
    await hasNoDefect(page)
  })

  test('goes through the people of a table, and shows their consents', async () => {
    await goThroughConsents(page, api)
  })

  test('erases a person, who stands nowhere any more', async () => {
    const { email } = personOf(44)
    const found = await api('GET', `/subscribers?q=${email}`)
    const { id } = found.items[0]
    await goThrough(page, `/console/subscribers/${id}`)
    await page.getByRole('button', { name: 'Erase' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
    await page.getByText(`${email} was erased.`).waitFor()
    for (const path of [
      `/subscribers?q=${email}`,
      '/audit?limit=200',
      '/opt-outs',
      '/saved-views',
      '/lists/1/export?format=json',
      '/subscribers/export?format=json',
      '/bulk-jobs',
    ])
      assert.ok(!JSON.stringify(await api('GET', path)).includes(email), path)
    await page.goto(`${browser.origin}/console/subscribers?q=${email}`)
    await page.getByText('Nobody found').waitFor()
  })

  test('takes the import back', async () => {
    await goThrough(page, '/console/imports/1')
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByText('Undone on').first().waitFor()
  })

  test('has caused no violation of its policy, no error, and asked no other host', () => {
    // The browser itself says so of the refused change of a stale person, and of wrong words.
    const expected = /status of 4(?:00|12)/
    assert.deepEqual(
      browser.trouble.filter(line => !expected.test(line)),
      [],
    )
  })
})
