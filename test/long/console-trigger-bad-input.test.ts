/**
 * Triggers that are hard to draw: loops, a hundred steps, a step that is removed while a thousand
 * people stand on it, two writers, a text that is no list of steps.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { hasNoDefectInSchemes, missingChromium } from '../support/console-browser.ts'
import {
  api,
  fieldOf,
  nodeOf,
  plusOf,
  saveButton,
  shot,
  startTriggerPages,
  type TriggerPages,
  written,
} from '../support/console-triggers.ts'

const HEAD = 'list: Customers\nzone: Europe/Stockholm\nstart: joined\nsteps:'
const PEOPLE = 1000

const hundred = `trigger: Hundred\n${HEAD}\n${Array.from(
  { length: 100 },
  (_, i) => `  - step: s${i}\n    ${i % 2 === 0 ? 'send: Welcome' : 'wait: 1 day'}\n`,
).join('')}`

/** Frames between two presses of the mouse, and boxes and lines that were changed meanwhile. */
interface Watched {
  millis: number[]
  changed: number
}

describe('triggers that are hard to draw', { skip: missingChromium }, () => {
  let pages: TriggerPages
  before(async () => {
    pages = await startTriggerPages()
    const page = await pages.opened(1440, '/console/lists')
    await api(page, 'POST', '/lists', { name: 'Customers', fromEmail: 'n@shop.test' })
    await api(page, 'POST', '/newsletters', { subject: 'Hi', name: 'Welcome', text: 'x' })
    await pages.close()
  })
  after(() => pages?.stop())
  afterEach(() => pages.close())

  async function made(source: string): Promise<{ page: Page; id: number }> {
    const page = await pages.opened(1440, '/console/triggers')
    const { id } = await api(page, 'POST', '/triggers', { source, paused: true, local: true })
    await page.goto(`${pages.service.origin}/console/triggers/${id}`)
    await nodeOf(page, ' start').waitFor()
    return { page, id }
  }

  test('a loop without a wait is refused, with words at its step', async () => {
    const steps = '  - step: a\n    send: Welcome\n  - step: b\n    send: Welcome\n'
    const { page, id } = await made(`trigger: Loop\n${HEAD}\n${steps}`)
    const loop = `trigger: Loop\n${HEAD}\n${steps}    then: a\n`
    await written(page, loop)
    await page.locator('.step-card.bad', { hasText: 'lead to each other without a wait' }).waitFor()
    await shot(page, 'loop')
    assert.equal(await saveButton(page).count(), 0)
    // No field offers the way back.
    await nodeOf(page, 'b').click()
    const choices = await fieldOf(page, 'Then').locator('option').allTextContents()
    assert.deepEqual(choices, ['a', 'End'])
    const refused = await api(page, 'PUT', `/triggers/${id}`, { source: loop })
    assert.equal(refused.code, 'trigger-wrong')
    assert.match(refused.detail, /"a", "b" lead to each other without a wait/)
    assert.deepEqual(pages.service.trouble.splice(0).length, 1)
  })

  test('a drag in a hundred steps draws none of them anew; one more is refused', async t => {
    const { page, id } = await made(hundred)
    await plusOf(page, 's98').waitFor({ state: 'attached' })
    assert.equal(await page.locator('.react-flow__node').count(), 102)
    const more = await api(page, 'PUT', `/triggers/${id}`, {
      source: `${hundred}  - step: more\n    send: Welcome\n`,
    })
    assert.match(more.detail, /100/)
    pages.service.trouble.splice(0)
    const box = (await nodeOf(page, 's1').boundingBox())!
    await page.mouse.move(box.x + 40, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 60, { steps: 3 })
    await page.locator('.step-chip').waitFor()
    await page.evaluate(() => {
      const watched: Watched = { millis: [], changed: 0 }
      const observer = new MutationObserver(all => {
        watched.changed += all.filter(({ target }) =>
          (target as Element).closest('.react-flow__nodes, .react-flow__edges'),
        ).length
      })
      observer.observe(document.querySelector('.react-flow')!, {
        subtree: true,
        childList: true,
        attributes: true,
      })
      let last = performance.now()
      const onFrame = (now: number) => {
        watched.millis.push(now - last)
        last = now
        requestAnimationFrame(onFrame)
      }
      requestAnimationFrame(onFrame)
      Object.assign(window, { watched })
    })
    const pane = (await page.locator('.flow-canvas').boundingBox())!
    for (let round = 0; round < 6; round++) {
      await page.mouse.move(pane.x + 200, pane.y + 150, { steps: 40 })
      await page.mouse.move(pane.x + 500, pane.y + pane.height - 100, { steps: 40 })
    }
    const found = await page.evaluate(() => (window as unknown as { watched: Watched }).watched)
    await page.mouse.up()
    const sorted = found.millis.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(1)
    t.diagnostic(`${sorted.length} frames; median ${at(0.5)} ms, p95 ${at(0.95)} ms`)
    assert.ok(sorted.length > 20)
    assert.equal(found.changed, 0)
    assert.deepEqual(pages.service.trouble, [])
  })

  test('a step removed while a thousand people stand on it: told before, and so it happens', async () => {
    const steps =
      '  - step: hello\n    send: Welcome\n  - step: rest\n    wait: 9 days\n' +
      '  - step: last\n    wait: 3 days\n'
    const { page, id } = await made(`trigger: Crowd\n${HEAD}\n${steps}`)
    await pages.service.onStore(client =>
      client.query(
        `insert into trigger_entries (account_id, trigger_id, subscriber_id, entry, version,
           cause_at, subscribed_at, step, due_at)
         select account_id, id, i, 1, 1, now(), now(),
           case when i <= 2000 then 'rest' else 'last' end, now() + interval '1 day'
         from triggers, generate_series(1001, 2010) i where id = ${id}`,
      ),
    )
    await page.reload()
    await page.getByText('1,000 here now').waitFor()
    await plusOf(page, 'hello').waitFor()
    await nodeOf(page, 'rest').press('Delete')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1,000 people stand on it').waitFor()
    await dialog.getByRole('button', { name: 'Remove step' }).click()
    await nodeOf(page, 'rest').waitFor({ state: 'detached' })
    await saveButton(page).click()
    await dialog.getByText('1,010 people are inside').waitFor()
    await dialog.getByLabel('They go on by the new version').check()
    await dialog.getByText('“rest” (1,000 people)').waitFor()
    await shot(page, 'crowd')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Version 2 is saved.').waitFor()
    const versions = await pages.service.onStore(client =>
      client.query(
        `select step, version, count(*)::int from trigger_entries where trigger_id = ${id}
         and due_at is not null group by 1, 2 order by 1`,
      ),
    )
    assert.deepEqual(
      versions.rows.map(({ step, version, count }) => [step, version, count]),
      [
        ['last', 2, 10],
        ['rest', 1, PEOPLE],
      ],
    )
    assert.deepEqual(pages.service.trouble, [])
  })

  test('two writers: the later one is asked, and both texts are kept', async () => {
    const steps = '  - step: hello\n    send: Welcome\n  - step: rest\n    wait: 1 day\n'
    const source = `trigger: Two\n${HEAD}\n${steps}`
    const { page, id } = await made(source)
    const theirs = source.replace('1 day', '2 days # theirs')
    await nodeOf(page, 'rest').click()
    const wait = fieldOf(page, 'How many')
    await wait.fill('5')
    await wait.press('Enter')
    await saveButton(page).waitFor()
    await api(page, 'PUT', `/triggers/${id}`, { source: theirs })
    await saveButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Changed by two' })
    await dialog.locator('.line-difference .removed').getByText('2 days # theirs').waitFor()
    await shot(page, 'two-writers')
    assert.equal((await api(page, 'GET', `/triggers/${id}`)).source, theirs)
    pages.service.trouble.splice(0)
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    assert.equal(await wait.inputValue(), '5')
    await saveButton(page).click()
    await page.getByText('Version 3 is saved.').waitFor()
    const mine = source.replace('1 day', '5 days')
    assert.equal((await api(page, 'GET', `/triggers/${id}`)).source, mine)
    const kept = await api(page, 'GET', `/triggers/${id}/flow?version=2`)
    assert.equal(kept.source, theirs)
    assert.deepEqual(pages.service.trouble, [])
  })

  test('a text whose steps are no lines of their own is shown, and not touched', async () => {
    const source =
      'trigger: Short   # one line\nlist: Customers\nstart: {  event: cart }\n' +
      'steps: [{step: a, send: Welcome}, { step: b,   wait: 1 day }]   # kept\n'
    const { page, id } = await made(source)
    await nodeOf(page, 'b').waitFor()
    await nodeOf(page, 'a').click()
    assert.equal(await page.locator('.add-step').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Move up' }).count(), 0)
    const box = (await nodeOf(page, 'b').boundingBox())!
    await page.mouse.move(box.x + 40, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 40, box.y - 200, { steps: 8 })
    assert.equal(await page.locator('.step-chip').count(), 0)
    await page.mouse.up()
    assert.equal(await page.locator('.trigger-save').count(), 0)
    await nodeOf(page, 'b').click()
    await fieldOf(page, 'How many').fill('4')
    await fieldOf(page, 'How many').press('Enter')
    await saveButton(page).click()
    await page.getByText('Version 2 is saved.').waitFor()
    const changed = (await api(page, 'GET', `/triggers/${id}`)).source
    assert.equal(changed, source.replace('1 day', '4 days'))
    assert.deepEqual(pages.service.trouble, [])
  })

  test('at 360 pixels: read, a text changed, started and paused', async () => {
    const steps = '  - step: hello\n    send: Welcome\n  - step: rest\n    wait: 1 day\n'
    const source = `trigger: Narrow\n${HEAD}\n${steps}`
    const first = await made(source)
    const page = await pages.opened(360, `/console/triggers/${first.id}`)
    await page.locator('.step-list').getByText('Welcome').waitFor()
    await page.locator('.step-list button', { hasText: 'rest' }).click()
    const wait = fieldOf(page, 'How many')
    await wait.fill('2')
    await wait.press('Enter')
    // The page scrolls, not a strip of it.
    const pane = page.locator('.trigger-step')
    assert.ok(await pane.evaluate(element => element.scrollHeight <= element.clientHeight))
    await saveButton(page).click()
    await page.getByText('Version 2 is saved.').waitFor()
    await hasNoDefectInSchemes(page)
    await shot(page, 'narrow-360')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByText('Running', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    const saved = (await api(page, 'GET', `/triggers/${first.id}`)).source
    assert.equal(saved, source.replace('1 day', '2 days'))
    assert.deepEqual(pages.service.trouble, [])
  })
})
