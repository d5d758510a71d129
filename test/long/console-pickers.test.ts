/** Values beside the steps of a trigger, picked: the text is what was picked, and no other byte. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { hasNoDefectInSchemes, missingChromium } from '../support/console-browser.ts'
import {
  api,
  chooseLanguage,
  fieldOf,
  nodeOf,
  picked,
  pickerOf,
  plusOf,
  saveButton,
  shot,
  startTriggerPages,
  type TriggerPages,
} from '../support/console-triggers.ts'

/** Each line has what a picker could lose: comments, quotes, blanks, numbers, other spellings. */
const WRITTEN = `# Kept as it is.
trigger: Carts # of the shop
list: 1
zone:   Europe/Stockholm
start:
  event: cart   # the shop posts it
again:  'always'
quiet hours: 22:00 to 8:00 in DD2 # theirs
steps:
  # First of all
  - step: dear
    if: event.total > 100 and not event.shop.city = "Lund" # both
    then: end
    else: rest
  - step: rest
    wait: until sunday at 7:05
  - step: remind
    send: "Good to have you"
  - step: never
    wait:   365 days   # long
`

const CART = `trigger: Cart left behind
list: The Garden Letter
zone: Europe/Stockholm
start:
  event: cart
again: always
steps:
  - step: ordered
    wait for:
      event: order
    within: 4 hours
    then: end
    else: remind
  - step: remind
    send: You left something
`

const BIRTHDAY = `trigger: Birthday
list: The Garden Letter
zone: Europe/Stockholm
start:
  date: Birthday
  before: 3 days
  at: 09:00
  leap day: 28 February
steps:
  - step: greeting
    send: You left something
  - step: bought
    wait for: converted
    within: 10 days
    then: end
    else: last call
  - step: last call
    send: Good to have you
`

const STAY = `trigger: Stay or go
list: The Garden Letter
zone: Europe/Stockholm
start: joined
steps:
  - step: a year
    wait: 365 days
  - step: still reads
    if: clicked within 180 days
    then: end
    else: ask
  - step: ask
    send: Good to have you
  - step: next week
    wait: next Tuesday 09:00
  - step: let go
    leave: The Garden Letter
`

describe('values of a trigger are picked', { skip: missingChromium }, () => {
  let pages: TriggerPages
  before(async () => {
    pages = await startTriggerPages()
    const page = await pages.opened(1440, '/console/lists')
    await api(page, 'POST', '/lists', { name: 'The Garden Letter', fromEmail: 'n@shop.test' })
    await api(page, 'POST', '/lists', { name: 'Sleeping', fromEmail: 'n@shop.test' })
    for (const subject of ['Good to have you', 'You left something', 'Twice', 'Twice'])
      await api(page, 'POST', '/newsletters', {
        subject,
        source: { kind: 'html', html: `<h1>${subject}</h1><p>Words.</p>` },
      })
    for (const field of [
      { name: 'Birthday', type: 'date', choices: [] },
      { name: 'Zone', type: 'text', choices: [] },
    ])
      await api(page, 'POST', '/fields', field)
    const where = 'clicked within 90 days'
    await api(page, 'POST', '/filters', { name: 'Clickers', where })
    await api(page, 'POST', '/subscribers', { listId: 1, email: 'ada@readers.test' })
    const shop = { city: 'Kiel', zip: '24103' }
    for (const name of ['cart', 'order'])
      await api(page, 'POST', '/events', {
        name,
        email: 'ada@readers.test',
        values: { total: 49.5, url: 'https://shop.test/7', shop, items: [{ name: 'Spade' }] },
      })
    await pages.close()
  })
  after(() => pages?.stop())
  afterEach(() => pages.close())

  const sourceOf = async (page: Page, id: number) =>
    (await api(page, 'GET', `/triggers/${id}`)).source
  const opened = async (path: string, width = 1440) => pages.opened(width, `/console${path}`)
  const add = async (page: Page, after: string, kind: string, way = '') => {
    await page.getByRole('button', { name: 'Fit', exact: true }).click()
    await plusOf(page, after, way).click()
    await page.getByRole('menuitem', { name: kind, exact: true }).click()
  }
  const write = async (page: Page, label: string, value: string) => {
    await fieldOf(page, label).fill(value)
    await page.locator('.trigger-step h2').click()
  }
  const select = async (page: Page, label: string, choice: string) =>
    void (await fieldOf(page, label).selectOption({ label: choice }))
  const name = async (page: Page, key: string) => {
    await write(page, 'Name of the step', key)
    await page.locator('.trigger-step code', { hasText: new RegExp(`^${key}$`) }).waitFor()
  }
  /** Of the text as it is saved, by the trigger's number. */
  const saved = async (page: Page, id: number) => {
    await saveButton(page).click()
    await page.waitForURL(`**/console/triggers/${id}`)
    return sourceOf(page, id)
  }
  const begin = async (page: Page, title: string) => {
    await fieldOf(page, 'Name').waitFor()
    await write(page, 'Name', title)
    await picked(page, 'List', 'The Garden Letter')
    await picked(page, 'Time zone', 'Europe/Stockholm')
  }

  test('the recipe of carts is made from nothing without its text', async () => {
    const page = await opened('/triggers/new')
    await begin(page, 'Cart left behind')
    await select(page, 'Starts who', 'is in an event of a program')
    await picked(page, 'Event', 'cart')
    await shot(page, 'pickers-start-1440-light')
    await select(page, 'Again', 'whenever it happens')
    await add(page, 'start', 'Send an email')
    await nodeOf(page, 'email').waitFor()
    await picked(page, 'Newsletter', 'You left something')
    await name(page, 'remind')
    await add(page, 'start', 'Wait for an event')
    await nodeOf(page, 'event').waitFor()
    await picked(page, 'Event', 'order')
    await fieldOf(page, 'How many').fill('4')
    await select(page, 'Of what', 'hours')
    await name(page, 'ordered')
    await hasNoDefectInSchemes(page)
    assert.equal(await saved(page, 1), CART)
    assert.deepEqual(pages.service.trouble, [])
  })

  test('the recipe of birthdays too, whose days are before or after the day', async () => {
    const page = await opened('/triggers/new')
    await begin(page, 'Birthday')
    await select(page, 'Starts who', 'has a day in a data field')
    await picked(page, 'Data field with the date', 'Birthday')
    await fieldOf(page, 'How many').fill('3')
    await fieldOf(page, 'How').first().selectOption({ label: 'after the day' })
    await fieldOf(page, 'How').first().selectOption({ label: 'before the day' })
    await add(page, 'start', 'Send an email')
    await nodeOf(page, 'email').waitFor()
    await picked(page, 'Newsletter', 'You left something')
    await name(page, 'greeting')
    await add(page, 'greeting', 'Wait until they buy')
    await nodeOf(page, 'bought').waitFor()
    await fieldOf(page, 'How many').fill('10')
    await page.locator('.trigger-step h2').click()
    await add(page, 'bought', 'Send an email', 'no')
    await nodeOf(page, 'email').waitFor()
    await picked(page, 'Newsletter', 'Good to have you')
    await name(page, 'last call')
    assert.equal(await saved(page, 2), BIRTHDAY)
    assert.deepEqual(pages.service.trouble, [])
  })

  test('a condition is built by rules, a wait by a day of the week, a list by its name', async () => {
    const page = await opened('/triggers/new')
    await begin(page, 'Stay or go')
    await add(page, 'start', 'Wait')
    await nodeOf(page, 'wait').waitFor()
    await fieldOf(page, 'How many').fill('365')
    await name(page, 'a year')
    await add(page, 'a year', 'Condition')
    await nodeOf(page, 'condition').waitFor()
    const pane = page.locator('.trigger-step')
    await pane.getByRole('button', { name: 'Add rule', exact: true }).click()
    await pane.getByLabel('Rule', { exact: true }).selectOption({ label: 'Clicked in an email' })
    await pane.getByLabel('Days', { exact: false }).first().fill('180')
    await nodeOf(page, 'condition').filter({ hasText: '180' }).waitFor()
    await shot(page, 'pickers-condition-1440-light')
    await hasNoDefectInSchemes(page)
    await name(page, 'still reads')
    await add(page, 'still reads', 'Send an email', 'no')
    await nodeOf(page, 'email').waitFor()
    await pickerOf(page, 'Newsletter').click()
    await page.getByTitle('Preview of').first().waitFor({ state: 'attached' })
    await shot(page, 'pickers-newsletter-1440-light')
    await hasNoDefectInSchemes(page)
    await page.keyboard.press('Escape')
    await picked(page, 'Newsletter', 'Good to have you')
    await name(page, 'ask')
    await add(page, 'ask', 'Wait')
    await nodeOf(page, 'wait').waitFor()
    await select(page, 'How long', 'until a day of the week')
    await select(page, 'Day of the week', 'Tuesday')
    await name(page, 'next week')
    await add(page, 'next week', 'Take off a list')
    await nodeOf(page, 'leave').waitFor()
    await picked(page, 'List', 'The Garden Letter')
    await name(page, 'let go')
    assert.equal(await saved(page, 3), STAY)
    assert.deepEqual(pages.service.trouble, [])
  })

  test('what is picked changes its own bytes, and looking at a step none', async () => {
    const page = await opened('/triggers')
    const { id } = await api(page, 'POST', '/triggers', {
      source: WRITTEN,
      paused: true,
      local: true,
    })
    await page.goto(`${pages.service.origin}/console/triggers/${id}`)
    for (const key of ['dear', 'rest', 'remind', 'never']) {
      await nodeOf(page, key).click()
      await page.locator('.trigger-step code', { hasText: new RegExp(`^${key}$`) }).waitFor()
      await fieldOf(page, 'Name of the step').focus()
    }
    await page.locator('.react-flow__node').first().click()
    await pickerOf(page, 'Event').waitFor()
    await fieldOf(page, 'From').focus()
    await fieldOf(page, 'From').blur()
    assert.equal(await page.locator('.trigger-save').count(), 0, 'nothing has changed')
    // By the keyboard alone: the search of a name opens, arrows choose, Enter takes.
    await nodeOf(page, 'remind').click()
    await pickerOf(page, 'Newsletter').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Search by name' }).waitFor()
    await page.keyboard.type('Twice')
    await page.getByRole('option', { name: 'Twice (3)' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await nodeOf(page, 'remind').filter({ hasText: 'Twice' }).waitFor()
    await nodeOf(page, 'rest').click()
    await select(page, 'Day of the week', 'Monday')
    await nodeOf(page, 'dear').click()
    const pane = page.locator('.trigger-step')
    await pane.getByLabel('Value', { exact: true }).first().fill('150')
    await nodeOf(page, 'dear').filter({ hasText: '150' }).waitFor()
    // Values of the event are offered, those of its lists are not.
    const rule = pane.getByLabel('Rule', { exact: true }).last()
    const subjects = await rule.locator('option').allTextContents()
    for (const value of ['Event: total', 'Event: shop.city', 'Event: url'])
      assert.ok(subjects.includes(value), subjects.join())
    assert.ok(!subjects.includes('Event: items'), subjects.join())
    await shot(page, 'pickers-event-1440-light')
    await hasNoDefectInSchemes(page)
    await saveButton(page).click()
    await page.getByText('Version 2 is saved.').waitFor()
    const newest = await sourceOf(page, id)
    const twice = /send: "(\d)"/.exec(newest)?.[1]
    assert.ok(twice === '3' || twice === '4')
    assert.equal(
      newest,
      WRITTEN.replace('total > 100', 'total > 150')
        .replace('until sunday at 7:05', 'next Monday 07:05')
        .replace('"Good to have you"', `"${twice}"`),
    )
    assert.deepEqual(pages.service.trouble, [])
  })

  test('a filter is picked with its words, a field by its name; narrow, dark, in German', async () => {
    const page = await opened('/triggers/new')
    await begin(page, 'Filtered')
    await add(page, 'start', 'Send an email')
    await nodeOf(page, 'email').waitFor()
    await picked(page, 'Newsletter', 'Good to have you')
    await add(page, 'start', 'In a filter?')
    await nodeOf(page, 'filter').waitFor()
    await picked(page, 'Filter', 'Clickers')
    await page.locator('.trigger-step').getByText('clicked within 90 days').waitFor()
    await add(page, 'start', 'Set a field')
    await nodeOf(page, 'field').waitFor()
    await picked(page, 'Field', 'Zone')
    const source = await saved(page, 5)
    assert.match(source, /filter: Clickers\n/)
    assert.match(source, /set: Zone\n/)
    for (const [width, scheme] of [
      [360, 'light'],
      [360, 'dark'],
      [1440, 'dark'],
    ] as const) {
      const german = await pages.opened(width, '/console/triggers/4', scheme)
      await chooseLanguage(german, 'de')
      // In a narrow window the start is read.
      for (const step of ['dear', 'rest', 'remind', ...(width > 1000 ? ['start'] : [])]) {
        await german.goto(`${pages.service.origin}/console/triggers/4`)
        const place =
          width < 1000 ? german.locator('.step-card') : german.locator('.react-flow__node')
        if (step === 'start') await place.first().click()
        else
          await place
            .filter({ hasText: { dear: 'total', rest: 'Montag', remind: 'Twice' }[step]! })
            .first()
            .click()
        await german.locator('.trigger-step .field:not([aria-busy])').first().waitFor()
        await hasNoDefectInSchemes(german)
        await shot(german, `pickers-${step}-${width}-${scheme}-de`)
      }
    }
    assert.deepEqual(pages.service.trouble, [])
  })
})
