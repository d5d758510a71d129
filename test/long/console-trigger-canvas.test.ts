/**
 * What the canvas tells: who stands at a step and for how long, lines as thick as their people,
 * warnings at the step that has them.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { hasNoDefectInSchemes, missingChromium } from '../support/console-browser.ts'
import { saysOnlyGerman } from '../support/console-german.ts'
import {
  api,
  chooseLanguage,
  nodeOf,
  shot,
  startTriggerPages,
  type TriggerPages,
  WELCOME,
  written,
} from '../support/console-triggers.ts'

/** With names that no string of the console has. */
const GARDEN = WELCOME.replace('trigger: Welcome', 'trigger: Garden').replace('First steps', 'Soil')

const PEOPLE = 31

describe('the canvas of a trigger', { skip: missingChromium }, () => {
  let pages: TriggerPages
  before(async () => {
    pages = await startTriggerPages()
    const page = await pages.opened(1440, '/console/lists')
    for (const name of ['The Garden Letter', 'Friends'])
      await api(page, 'POST', '/lists', { name, fromEmail: 'n@shop.test' })
    const letters = {
      'Good to have you': 'x',
      Soil: 'x',
      'Cart left': 'For {{ event.total }}',
      Gazette: '{% for item in feed.items %}{{ item.title }}{% endfor %}',
    }
    for (const [name, text] of Object.entries(letters))
      await api(page, 'POST', '/newsletters', { subject: name, name, text })
    await api(page, 'POST', '/triggers', { source: GARDEN, paused: true, local: true })
    await pages.service.onStore(async client => {
      await client.query(`insert into subscribers (account_id, id, email, email_key, name)
        select t.account_id, i, 'p' || i || '@readers.test', 'p' || i || '@readers.test',
          'Person ' || i from triggers t, generate_series(1001, 1000 + ${PEOPLE}) i`)
      // All have passed the first step two hours after they came; 8 have clicked, in 5 hours.
      await client.query(`insert into trigger_entries (account_id, trigger_id, subscriber_id, entry,
          version, entered_at, cause_at, subscribed_at, step, due_at, passed, ended_at, ending)
        select t.account_id, t.id, i, 1, 1, now() - interval '9 hours', now(), now(), 'looked',
          case when i > 1008 then now() + i * interval '1 minute' end, case when i > 1008 then 1 else 3 end,
          case when i <= 1008 then now() end, case when i <= 1008 then 'finished' end
        from triggers t, generate_series(1001, 1000 + ${PEOPLE}) i`)
      await client.query(`insert into trigger_passages (account_id, trigger_id, subscriber_id,
          entry, number, version, step, way, at, reason)
        select t.account_id, t.id, i, 1, n, 1, (array['hello', 'looked', 'thanks'])[n],
          (array['next', 'then', 'next'])[n],
          now() - (array[7, 2, 2])[n] * interval '1 hour', ''
        from triggers t, generate_series(1001, 1000 + ${PEOPLE}) i, generate_series(1, 3) n
        where n = 1 or i <= 1008`)
    })
    await pages.close()
  })
  after(() => pages?.stop())
  afterEach(() => pages.close())

  const rows = (page: Page) => page.locator('.standing li')

  test('how long people stay stands on the step and beside it; who stands there has a link', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    const box = nodeOf(page, 'looked')
    await box.getByText('half within 5 h, longest 5 h').waitFor()
    await nodeOf(page, 'hello').getByText('half within 2 h, longest 2 h').waitFor()
    assert.equal(await nodeOf(page, 'thanks').getByText('half within').count(), 0)
    await box.click()
    const pane = page.locator('.trigger-step')
    await pane
      .getByText('Half of them went on within 5 h; the longest stayed 5 h. By 8 stays.')
      .waitFor()
    await pane.getByText('23 here now').waitFor()
    // Those first who go on first, a page after the other.
    await rows(page).first().getByRole('link', { name: 'Person 1009' }).waitFor()
    assert.equal(await rows(page).count(), 20)
    await rows(page).first().getByText('here for 7 h').waitFor()
    await shot(page, 'people-1440-light')
    await hasNoDefectInSchemes(page)
    await pane.getByRole('button', { name: 'Show more' }).click()
    await rows(page).nth(22).getByText('Person 1031').waitFor()
    assert.equal(await pane.getByRole('button', { name: 'Show more' }).count(), 0)
    await rows(page).first().getByRole('link').click()
    await page.waitForURL('**/subscribers/1009')
    assert.deepEqual(pages.service.trouble, [])
  })

  test('by keys alone: the step, its people, one of them', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    await nodeOf(page, 'hello').getByText('half within').waitFor()
    await nodeOf(page, 'hello').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await rows(page).nth(19).waitFor()
    const onPerson = () =>
      page.evaluate(() => document.activeElement?.closest('.standing li')?.textContent ?? '')
    for (let presses = 0; !(await onPerson()).startsWith('Person 1009'); presses++) {
      assert.ok(presses < 60, 'Tab reaches nobody')
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.waitForURL('**/subscribers/1009')
    assert.deepEqual(pages.service.trouble, [])
  })

  test('a line is as thick as its share of the people', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    await nodeOf(page, 'looked').getByText('23 here now').waitFor()
    const wide = (from: string, to: string) =>
      page
        .locator(`.react-flow__edge[aria-label="${from} → ${to}"] .react-flow__edge-path`)
        .evaluate(line => Number.parseFloat(getComputedStyle(line).strokeWidth))
    const all = await wide('Joins the list', 'Good to have you')
    const some = await wide('Wait until they click “hello”', 'Put on “Friends”')
    const none = await wide('Wait until they click “hello”', 'Soil')
    assert.equal(all, 7)
    assert.equal(none, 1.5)
    assert.ok(Math.abs(some - (1.5 + (8 / PEOPLE) * 5.5)) < 0.01, `${some}`)
  })

  test('a warning and a mistake stand at their step', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    const source = `trigger: Tags\nlist: Friends\nstart: joined\nsteps:\n  - step: cart\n    send: Cart left\n  - step: blog\n    send: Gazette\n  - step: plain\n    send: Soil\n`
    const { id } = await api(page, 'POST', '/triggers', { source, paused: true, local: true })
    await page.goto(`${pages.service.origin}/console/triggers/${id}`)
    const warned = (key: string) => nodeOf(page, key).locator('.step-card.warn .step-finding')
    assert.match((await warned('cart').textContent())!, /reads \{\{ event\.total \}\}/)
    assert.match((await warned('blog').textContent())!, /shows items of a feed, but no feed starts/)
    assert.equal(await nodeOf(page, 'plain').locator('.step-finding').count(), 0)
    await nodeOf(page, 'blog').click()
    await page.locator('.trigger-step .note.warn').getByText('no feed starts').waitFor()
    await shot(page, 'warnings-1440-light')
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await written(page, source.replace('Soil', 'Nothing of that name'))
    await nodeOf(page, 'plain').locator('.step-card.bad .step-finding').waitFor()
    assert.equal(await page.locator('.step-card.bad').count(), 1)
    await shot(page, 'mistake-1440-light')
    assert.deepEqual(pages.service.trouble, [])
  })

  test('at 360 pixels and in German', async () => {
    const page = await pages.opened(360, '/console/triggers/1')
    await chooseLanguage(page, 'de')
    await page.goto(`${pages.service.origin}/console/triggers/1`)
    await page.locator('.step-list button', { hasText: 'looked' }).click()
    await rows(page).nth(19).waitFor()
    await page.locator('.step-list').getByText('Hälfte in 5\u00a0h, längstens 5\u00a0h').waitFor()
    await page.getByText('Aus 8 Aufenthalten.').waitFor()
    await saysOnlyGerman(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(wide <= 360, `${wide} px`)
    await shot(page, 'people-360-de')
    await hasNoDefectInSchemes(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await nodeOf(page, 'looked').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'people-1440-de-dark')
    assert.deepEqual(pages.service.trouble, [])
  })
})
