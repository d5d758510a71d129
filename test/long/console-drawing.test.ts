/** A trigger drawn from nothing, by mouse and by keyboard: it is the text of the documentation. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { parse } from 'yaml'
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
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

interface Hand {
  /** Presses the "+" of a way, and chooses a kind. */
  add(page: Page, after: string, way: string, kind: string): Promise<void>
  choose(page: Page, key: string): Promise<void>
  write(page: Page, label: string, value: string): Promise<void>
  select(page: Page, label: string, value: string): Promise<void>
  /** Of many names: by a search. */
  pick(page: Page, label: string, name: string): Promise<void>
  press(page: Page, name: string): Promise<void>
}

/** Of a dialog, if the page has such a button as well. */
const buttonOf = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true }).last()

/** All of it fits into the window, so that no line is out of reach. */
const MOUSE: Hand = {
  async add(page, after, way, kind) {
    await page.getByRole('button', { name: 'Fit', exact: true }).click()
    await plusOf(page, after, way).click()
    await page.getByRole('menuitem', { name: kind, exact: true }).click()
  },
  async choose(page, key) {
    await page.getByRole('button', { name: 'Fit', exact: true }).click()
    await nodeOf(page, key).click()
  },
  async write(page, label, value) {
    await fieldOf(page, label).fill(value)
    await page.locator('.trigger-step h2').click()
  },
  select: async (page, label, value) =>
    void (await fieldOf(page, label).selectOption({ label: value })),
  pick: picked,
  press: (page, name) => buttonOf(page, name).click(),
}

/** By Tab from where the focus is, once around the page at most. */
async function reach(page: Page, place: Locator) {
  await place.waitFor({ state: 'attached' })
  const isReached = () => place.evaluate(element => element === document.activeElement)
  for (let i = 0; i < 300 && !(await isReached()); i++) await page.keyboard.press('Tab')
  assert.ok(await isReached())
}

/** Nothing but keys: neither a pointer, nor a focus that is set from outside. */
const KEYS: Hand = {
  async add(page, after, way, kind) {
    await reach(page, plusOf(page, after, way))
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: kind, exact: true })
    await item.waitFor()
    const isReached = () => item.evaluate(element => element === document.activeElement)
    for (let i = 0; i < 20 && !(await isReached()); i++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  },
  async choose(page, key) {
    await reach(page, nodeOf(page, key))
    await page.keyboard.press('Enter')
  },
  async write(page, label, value) {
    await reach(page, fieldOf(page, label))
    await page.keyboard.press('Control+a')
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
  },
  async select(page, label, value) {
    // By its first letter alone: a list forgets what was typed after a second.
    const list = fieldOf(page, label)
    const named = list.locator('option').filter({ hasText: new RegExp(`^${value}$`) })
    await named.waitFor({ state: 'attached' })
    const isChosen = () =>
      list.evaluate(
        (element, wanted) => (element as HTMLSelectElement).selectedOptions[0]?.label === wanted,
        value,
      )
    await until(async () => {
      if (await isChosen()) return true
      await reach(page, list)
      await page.keyboard.press(value[0]!)
      return isChosen()
    })
    await reach(page, list)
    await page.keyboard.press('Tab')
  },
  async pick(page, label, name) {
    await reach(page, pickerOf(page, label))
    await page.keyboard.press('Enter')
    const search = page.getByRole('combobox', { name: 'Search by name' })
    const isReached = () => search.evaluate(element => element === document.activeElement)
    await until(isReached)
    await page.keyboard.type(name)
    await page.getByRole('option', { name, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await pickerOf(page, label).filter({ hasText: name }).waitFor()
  },
  async press(page, name) {
    await reach(page, buttonOf(page, name))
    await page.keyboard.press('Enter')
  },
}

/** Named, and the fields filled: each is in the text before the next act. */
async function step(page: Page, hand: Hand, key: string, write?: () => Promise<void>) {
  await write?.()
  await hand.write(page, 'Name of the step', key)
  await nodeOf(page, key).waitFor()
  await page.locator('.trigger-step code', { hasText: new RegExp(`^${key}$`) }).waitFor()
}

async function draw(page: Page, hand: Hand) {
  const send = (newsletter: string) => () => hand.pick(page, 'Newsletter', newsletter)
  await fieldOf(page, 'Name').waitFor()
  await hand.write(page, 'Name', 'Welcome series')
  await hand.pick(page, 'Time zone', 'Europe/Stockholm')
  await hand.add(page, 'start', '', 'Send an email')
  await nodeOf(page, 'email').waitFor()
  await step(page, hand, 'hello', send('Welcome'))
  await hand.add(page, 'hello', '', 'Wait until they click')
  await nodeOf(page, 'clicked').waitFor()
  await step(page, hand, 'looked')
  await hand.add(page, 'looked', 'no', 'Send an email')
  await nodeOf(page, 'email').waitFor()
  await step(page, hand, 'remind', send('First steps'))
  await hand.add(page, 'looked', 'yes', 'Set a field')
  await nodeOf(page, 'field').waitFor()
  await step(page, hand, 'thanks', async () => {
    await hand.pick(page, 'Field', 'DD5')
    await hand.write(page, 'Value', 'interested')
  })
  await hand.add(page, 'thanks', '', 'Wait')
  await nodeOf(page, 'wait').waitFor()
  await step(page, hand, 'rest', async () => {
    await hand.select(page, 'How long', 'until a day of the week')
    await hand.select(page, 'Day of the week', 'Tuesday')
  })
  await hand.choose(page, 'remind')
  await hand.select(page, 'Then', 'rest')
  await hand.add(page, 'rest', '', 'Condition')
  await nodeOf(page, 'condition').waitFor()
  await step(page, hand, 'who', async () => {
    await hand.press(page, 'Add rule')
    await hand.select(page, 'Rule', 'Country code')
    await hand.select(page, 'Comparison', 'is')
    await hand.write(page, 'Value', '46')
  })
  await hand.add(page, 'who', 'yes', 'Send an email')
  await nodeOf(page, 'email').waitFor()
  await step(page, hand, 'sweden', send('Shops near you'))
  await hand.add(page, 'who', 'no', 'Send an email')
  await nodeOf(page, 'email').waitFor()
  await step(page, hand, 'abroad', send('How we deliver'))
}

describe('a trigger is drawn', { skip: missingChromium }, () => {
  let pages: TriggerPages
  let sink: Sink
  let wanted: string
  before(async () => {
    const docs = await readFile(new URL('../../docs/triggers.md', import.meta.url), 'utf8')
    wanted = /```yaml\n(trigger: Welcome series\n.*?)```/s.exec(docs)![1]!
    sink = await startSink({ keep: 10 })
    pages = await startTriggerPages({ SMTP_URL: `smtp://127.0.0.1:${sink.port}` })
  })
  after(async () => {
    await pages?.stop()
    await sink?.stop()
  })
  afterEach(() => pages.close())

  /** Who joins then gets the first email, by SMTP. */
  async function savedStartedAndSent(page: Page, hand: Hand, id: number) {
    await saveButton(page).waitFor()
    await shot(page, `drawn-${id}`)
    await hand.press(page, 'Save as paused')
    await page.getByRole('heading', { name: 'Welcome series', level: 1 }).waitFor()
    const { source } = await api(page, 'GET', `/triggers/${id}`)
    assert.equal(source, wanted)
    assert.deepEqual(parse(source), parse(wanted))
    await hand.press(page, 'Start')
    await page.getByText('Nobody is inside.').waitFor()
    await hand.press(page, 'Start')
    // The links of its emails lead to this machine, as its relay is.
    await page.getByRole('button', { name: 'Send anyway', exact: true }).waitFor()
    const [refused] = pages.service.trouble.splice(0)
    assert.match(refused!, /409 \(Conflict\)/)
    await hand.press(page, 'Send anyway')
    await page.getByText('Running', { exact: true }).waitFor()
    const email = `reader${id}@shop.test`
    await api(page, 'POST', '/subscribers', { listId: 1, email, name: 'Ada' })
    await until(() => sink.counts.get(email) === 1)
    const sent = sink.messages.find(({ rcpts }) => rcpts.join().includes(email))!
    assert.match(sent.bytes.toString('latin1'), /^Subject: Welcome\r$/m)
    await page.reload()
    await page.getByText('1 here now').waitFor()
    assert.match((await nodeOf(page, 'looked').textContent())!, /1 here now/)
    assert.deepEqual(pages.service.trouble, [])
  }

  test('from nothing by mouse, saved, started, and sending', async () => {
    const page = await pages.opened(1440, '/console/lists')
    await api(page, 'POST', '/lists', { name: 'Customers', fromEmail: 'n@shop.test' })
    for (const name of ['Welcome', 'First steps', 'Shops near you', 'How we deliver'])
      await api(page, 'POST', '/newsletters', { subject: name, name, text: 'x' })
    await page.goto(`${pages.service.origin}/console/triggers/new`)
    await plusOf(page, 'start', '').waitFor()
    await shot(page, 'empty')
    await draw(page, MOUSE)
    await savedStartedAndSent(page, MOUSE, 1)
  })

  test('from nothing by keyboard alone, saved, started, and sending', async () => {
    const page = await pages.opened(1440, '/console/triggers/new')
    await api(page, 'DELETE', '/triggers/1')
    await draw(page, KEYS)
    await savedStartedAndSent(page, KEYS, 2)
  })

  test('a step is removed when asked, undone and redone by keys', async () => {
    const page = await pages.opened(1440, '/console/triggers/2')
    // Steps can be drawn once the text has been read.
    await plusOf(page, 'hello', '').waitFor()
    await nodeOf(page, 'thanks').press('Delete')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Remove “thanks”?').waitFor()
    await hasNoDefectInSchemes(page)
    await shot(page, 'remove')
    await dialog.getByRole('button', { name: 'Remove step' }).press('Enter')
    await nodeOf(page, 'thanks').waitFor({ state: 'detached' })
    await nodeOf(page, 'rest').press('Control+z')
    await nodeOf(page, 'thanks').waitFor()
    await nodeOf(page, 'rest').press('Control+y')
    await nodeOf(page, 'thanks').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await nodeOf(page, 'thanks').waitFor()
    await plusOf(page, 'hello', '').click()
    await page.getByRole('menuitem', { name: 'Condition', exact: true }).waitFor()
    await shot(page, 'menu')
    await page.keyboard.press('Escape')
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'drawn-dark')
    await chooseLanguage(page, 'de')
    await page.reload()
    await page.getByRole('button', { name: 'Schritt nach „hello“ hinzufügen' }).click()
    await page.getByRole('menuitem', { name: 'Bedingung', exact: true }).waitFor()
    await shot(page, 'menu-de-dark')
    assert.deepEqual(pages.service.trouble, [])
  })

  test('in a narrow window the steps are read', async () => {
    const page = await pages.opened(390, '/console/triggers/2')
    await page.locator('.step-list').getByText('First steps').waitFor()
    assert.equal(await page.locator('.add-step').count(), 0)
    await hasNoDefectInSchemes(page)
    assert.deepEqual(pages.service.trouble, [])
  })
})
