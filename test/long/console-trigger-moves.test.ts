/** Steps of a trigger moved on the canvas: dragged onto a line, and by keys alone; undone. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { hasNoDefectInSchemes, missingChromium } from '../support/console-browser.ts'
import {
  api,
  chooseLanguage,
  nodeOf,
  plusOf,
  saveButton,
  shot,
  startTriggerPages,
  type TriggerPages,
} from '../support/console-triggers.ts'
import { until } from '../support/until.ts'

const SOURCE = `# kept
trigger: Order
list: Customers
zone: Europe/Stockholm
start: joined
steps:
  - step: hello   # first
    send: Welcome
  # a day is enough
  - step: rest
    wait: 1 day
  - step: asked
    if: country = "46"
    then: near
    else: far
  - step: near
    send: Shops near you
    then: end
  - step: far
    send: How we deliver
`

/** As it is written: the keys of the steps in their order, beside where ways lead. */
const orderOf = (source: string) => [...source.matchAll(/step: (\w+)/g)].map(([, key]) => key)

describe('steps of a trigger are moved', { skip: missingChromium }, () => {
  let pages: TriggerPages
  before(async () => {
    pages = await startTriggerPages()
    const page = await pages.opened(1440, '/console/lists')
    await api(page, 'POST', '/lists', { name: 'Customers', fromEmail: 'n@shop.test' })
    for (const name of ['Welcome', 'Shops near you', 'How we deliver'])
      await api(page, 'POST', '/newsletters', { subject: name, name, text: 'x' })
    await api(page, 'POST', '/triggers', { source: SOURCE, paused: true, local: true })
    await pages.close()
  })
  after(() => pages?.stop())
  afterEach(() => pages.close())

  async function ready(): Promise<Page> {
    const page = await pages.opened(1440, '/console/triggers/1')
    await plusOf(page, 'hello').waitFor()
    await page.getByRole('button', { name: 'Fit', exact: true }).click()
    return page
  }

  /** What would be saved. */
  async function drawnSource(page: Page): Promise<string> {
    await saveButton(page).waitFor()
    await saveButton(page).press('Enter')
    await page.locator('.trigger-save').waitFor({ state: 'detached' })
    return (await api(page, 'GET', '/triggers/1')).source
  }

  const restore = (page: Page) => api(page, 'PUT', '/triggers/1', { source: SOURCE })

  async function pressedOn(page: Page, key: string) {
    const box = (await nodeOf(page, key).boundingBox())!
    await page.mouse.move(box.x + 40, box.y + 20)
    await page.mouse.down()
  }

  async function movedTo(page: Page, after: string, way = '') {
    const plus = (await plusOf(page, after, way).boundingBox())!
    await page.mouse.move(plus.x + 10, plus.y + 10, { steps: 12 })
  }

  test('by mouse onto a line, where a mark shows the place', async () => {
    const page = await ready()
    await pressedOn(page, 'rest')
    await movedTo(page, 'asked', 'no')
    await page.locator('.drop-mark').waitFor()
    await shot(page, 'drag-1440-light')
    await page.mouse.up()
    await page.getByRole('status').getByText('“rest” is now after “asked”.').waitFor()
    await page.locator('.drop-mark').waitFor({ state: 'detached' })
    const wanted = SOURCE.replace('  # a day is enough\n  - step: rest\n    wait: 1 day\n', '')
      .replace('    else: far\n', '    else: rest\n')
      .replace(
        '  - step: near',
        '  # a day is enough\n  - step: rest\n    wait: 1 day\n    then: far\n  - step: near',
      )
    assert.equal(await drawnSource(page), wanted)
    await restore(page)
    assert.deepEqual(pages.service.trouble, [])
  })

  test('a press beside all lines, on the own line, or Escape, moves nothing', async () => {
    const page = await ready()
    for (const leave of [
      async () => {
        await page.mouse.move(30, 500, { steps: 5 })
        await page.mouse.up()
      },
      async () => {
        await movedTo(page, 'hello')
        assert.equal(await page.locator('.drop-mark').count(), 0)
        await page.mouse.up()
      },
      async () => {
        await movedTo(page, 'asked', 'no')
        await page.locator('.drop-mark').waitFor()
        await page.keyboard.press('Escape')
        await page.mouse.up()
      },
    ]) {
      await pressedOn(page, 'rest')
      await leave()
      await page.locator('.step-chip').waitFor({ state: 'detached' })
      assert.equal(await page.locator('.trigger-save').count(), 0)
    }
    // A press without movement chooses.
    await nodeOf(page, 'rest').click()
    await page.getByLabel('How long').waitFor()
    assert.deepEqual(pages.service.trouble, [])
  })

  test('by keys alone: chosen, moved with words, added, removed, undone', async () => {
    const page = await ready()
    const said = (words: string) => page.getByRole('status').getByText(words).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-id'))
    const isAt = (key: string) => until(async () => (await focused()) === key)
    for (let i = 0; i < 200 && (await focused()) !== ' start'; i++) await page.keyboard.press('Tab')
    await isAt(' start')
    for (const key of ['hello', 'rest']) {
      await page.keyboard.press('ArrowDown')
      await isAt(key)
    }
    await page.keyboard.press('Alt+ArrowUp')
    await said('“rest” is now before “hello”.')
    await isAt('rest')
    await shot(page, 'moved-by-keys')
    await page.keyboard.press('Alt+ArrowUp')
    await said('“rest” can’t be moved further.')
    await page.keyboard.press('Alt+ArrowDown')
    await said('“rest” is now after “hello”.')
    await isAt('rest')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
    await page.keyboard.press('Control+y')
    // As it was first, then once moved, again.
    assert.deepEqual(orderOf(await drawnSource(page)), ['rest', 'hello', 'asked', 'near', 'far'])
    await nodeOf(page, 'rest').press('+')
    await page.getByRole('menuitem', { name: 'Send an email', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await nodeOf(page, 'near').press('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove step' }).press('Enter')
    await nodeOf(page, 'near').waitFor({ state: 'detached' })
    await nodeOf(page, 'rest').press('Control+z')
    await nodeOf(page, 'near').waitFor()
    await hasNoDefectInSchemes(page)
    assert.deepEqual(pages.service.trouble, [])
  })

  test('in German, dark: the words of a drag, and the buttons beside the step', async () => {
    const page = await pages.opened(1440, '/console/triggers/1', 'dark')
    await chooseLanguage(page, 'de')
    await page.reload()
    await page.getByRole('button', { name: 'Schritt nach „hello“ hinzufügen' }).waitFor()
    await nodeOf(page, 'asked').click()
    await page.getByRole('button', { name: 'Nach oben' }).click()
    await page.getByRole('status').getByText('„asked“ steht jetzt vor „hello“.').waitFor()
    await shot(page, 'moved-de-dark')
    await hasNoDefectInSchemes(page)
    assert.deepEqual(pages.service.trouble, [])
  })
})
