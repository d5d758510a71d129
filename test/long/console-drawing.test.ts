/** A trigger drawn from nothing, by mouse and by keyboard: it is the text of the documentation. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { until } from '../support/until.ts'

const SHOTS = process.env.SHOTS

interface Hand {
  /** Presses the "+" of a way, and chooses a kind. */
  add(page: Page, after: string, way: string, kind: string): Promise<void>
  choose(page: Page, key: string): Promise<void>
  write(page: Page, label: string, value: string): Promise<void>
  select(page: Page, label: string, value: string): Promise<void>
  press(page: Page, name: string): Promise<void>
}

const plusOf = (page: Page, after: string, way: string) => {
  const name = `Add a step after “${after}”${way === '' ? '' : `: ${way}`}`
  return page.getByRole('button', { name, exact: true })
}
const nodeOf = (page: Page, key: string) => page.locator(`.react-flow__node[data-id="${key}"]`)
const fieldOf = (page: Page, label: string) =>
  page.locator('.trigger-step').getByLabel(label, { exact: true })

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
  press: (page, name) => page.getByRole('button', { name, exact: true }).click(),
}

/** Nothing but focus and keys. */
const KEYS: Hand = {
  async add(page, after, way, kind) {
    const plus = plusOf(page, after, way)
    await plus.press('Enter')
    const item = page.getByRole('menuitem', { name: kind, exact: true })
    await item.waitFor()
    await item.press('Enter')
  },
  choose: (page, key) => nodeOf(page, key).press('Enter'),
  async write(page, label, value) {
    const field = fieldOf(page, label)
    await field.press('Control+a')
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
  },
  async select(page, label, value) {
    // By its first letter alone: a list forgets what was typed after a second.
    const list = fieldOf(page, label)
    await list.locator('option', { hasText: value }).waitFor({ state: 'attached' })
    const isChosen = () =>
      list.evaluate(
        (element, wanted) =>
          (element as HTMLSelectElement).selectedOptions[0]?.label.includes(wanted) ?? false,
        value,
      )
    await until(async () => {
      if (!(await isChosen())) await list.press(value[0]!)
      return isChosen()
    })
    await list.press('Tab')
  },
  press: (page, name) => page.getByRole('button', { name, exact: true }).press('Enter'),
}

/** Named, and the fields filled: each is in the text before the next act. */
async function step(page: Page, hand: Hand, key: string, write?: () => Promise<void>) {
  await write?.()
  await hand.write(page, 'Name of the step', key)
  await nodeOf(page, key).waitFor()
  await page.locator('.trigger-step code', { hasText: new RegExp(`^${key}$`) }).waitFor()
}

async function draw(page: Page, hand: Hand) {
  const send = (newsletter: string) => () => hand.select(page, 'Newsletter', newsletter)
  await fieldOf(page, 'Name').waitFor()
  await hand.write(page, 'Name', 'Welcome series')
  await hand.write(page, 'Time zone', 'Europe/Stockholm')
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
    await hand.write(page, 'Field', 'DD5')
    await hand.write(page, 'Value', 'interested')
  })
  await hand.add(page, 'thanks', '', 'Wait')
  await nodeOf(page, 'wait').waitFor()
  await step(page, hand, 'rest', () => hand.write(page, 'How long', 'next Tuesday 09:00'))
  await hand.choose(page, 'remind')
  await hand.select(page, 'Then', 'rest')
  await hand.add(page, 'rest', '', 'Condition')
  await nodeOf(page, 'condition').waitFor()
  await step(page, hand, 'who', () => hand.write(page, 'Condition', 'country = "46"'))
  await hand.add(page, 'who', 'yes', 'Send an email')
  await nodeOf(page, 'email').waitFor()
  await step(page, hand, 'sweden', send('Shops near you'))
  await hand.add(page, 'who', 'no', 'Send an email')
  await nodeOf(page, 'email').waitFor()
  await step(page, hand, 'abroad', send('How we deliver'))
}

describe('a trigger is drawn', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let wanted: string
  before(async () => {
    const docs = await readFile(new URL('../../docs/triggers.md', import.meta.url), 'utf8')
    wanted = /```yaml\n(trigger: Welcome series\n.*?)```/s.exec(docs)![1]!
    service = await startConsole()
  })
  after(() => service?.stop())
  const pages: Page[] = []
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close()
  })

  async function opened(width: number, path: string): Promise<Page> {
    const page = await service.signedIn(width, 'light', path)
    pages.push(page)
    page.setDefaultTimeout(10_000)
    return page
  }

  const api = (page: Page, method: string, path: string, body?: unknown) =>
    page.evaluate(
      async ([method, path, body]) => {
        const answer = await fetch(`/api/v1${path}`, {
          method: method as string,
          headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        return answer.status === 204 ? undefined : answer.json()
      },
      [method, path, body] as const,
    )

  async function shot(page: Page, name: string) {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` })
  }

  async function savedAndStarted(page: Page, id: number) {
    const save = page.locator('.trigger-save .btn.primary:not([aria-disabled])')
    await save.waitFor()
    await shot(page, `drawn-${id}`)
    await save.press('Enter')
    await page.getByRole('heading', { name: 'Welcome series', level: 1 }).waitFor()
    assert.equal((await api(page, 'GET', `/triggers/${id}`)).source, wanted)
    await page.getByRole('button', { name: /^Start/ }).press('Enter')
    await page.getByText('Running', { exact: true }).waitFor()
    assert.deepEqual(service.trouble, [])
  }

  test('from nothing by mouse, saved and started', async () => {
    const page = await opened(1440, '/console/lists')
    await api(page, 'POST', '/lists', { name: 'Customers', fromEmail: 'n@shop.test' })
    for (const name of ['Welcome', 'First steps', 'Shops near you', 'How we deliver'])
      await api(page, 'POST', '/newsletters', { subject: name, name, text: 'x' })
    await page.goto(`${service.origin}/console/triggers/new`)
    await plusOf(page, 'start', '').waitFor()
    await shot(page, 'empty')
    await draw(page, MOUSE)
    await savedAndStarted(page, 1)
    await api(page, 'DELETE', '/triggers/1')
  })

  test('from nothing by keyboard alone, saved and started', async () => {
    const page = await opened(1440, '/console/triggers/new')
    await draw(page, KEYS)
    await savedAndStarted(page, 2)
  })

  test('a step is removed when asked, undone and redone by keys', async () => {
    const page = await opened(1440, '/console/triggers/2')
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
    await page.evaluate(() => localStorage.setItem('pennypost-language', 'de'))
    await page.reload()
    await page.getByRole('button', { name: 'Schritt nach „hello“ hinzufügen' }).click()
    await page.getByRole('menuitem', { name: 'Bedingung', exact: true }).waitFor()
    await shot(page, 'menu-de-dark')
    assert.deepEqual(service.trouble, [])
  })

  test('in a narrow window the steps are read', async () => {
    const page = await opened(390, '/console/triggers/2')
    await page.locator('.step-list').getByText('First steps').waitFor()
    assert.equal(await page.locator('.add-step').count(), 0)
    await hasNoDefectInSchemes(page)
    assert.deepEqual(service.trouble, [])
  })
})
