/**
 * Versions of a trigger compared and taken back, and two writers: what differs is said in words and
 * by lines, and nobody's text is replaced unseen.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { hasNoDefectInSchemes, missingChromium } from '../support/console-browser.ts'
import { saysOnlyGerman } from '../support/console-german.ts'
import {
  api,
  chooseLanguage,
  fieldOf,
  nodeOf,
  saveButton,
  shot,
  startTriggerPages,
  type TriggerPages,
  WELCOME,
} from '../support/console-triggers.ts'

/** With names that no string of the console has. */
const FIRST = WELCOME.replace('trigger: Welcome', 'trigger: Garden').replace('First steps', 'Soil')

/** The second version: another step, a longer wait, another zone. */
const SECOND = FIRST.replace('zone: Europe/Stockholm', 'zone: Europe/Berlin')
  .replace('within: 3 days', 'within: 5 days')
  .replace('    else: remind\n', '    else: pause\n  - step: pause\n    wait: 2 days\n')

describe('versions of a trigger', { skip: missingChromium }, () => {
  let pages: TriggerPages
  before(async () => {
    pages = await startTriggerPages()
    const page = await pages.opened(1440, '/console/lists')
    for (const name of ['The Garden Letter', 'Friends'])
      await api(page, 'POST', '/lists', { name, fromEmail: 'n@shop.test' })
    for (const name of ['Good to have you', 'Soil'])
      await api(page, 'POST', '/newsletters', { subject: name, name, text: 'x' })
    await api(page, 'POST', '/triggers', { source: FIRST, paused: true, local: true })
    await api(page, 'PUT', '/triggers/1', { source: SECOND })
    await pages.close()
  })
  after(() => pages?.stop())
  afterEach(() => pages.close())

  const changesIn = (page: Page) => page.locator('.step-changes li').allInnerTexts()
  const lineIn = (page: Page, kind: 'added' | 'removed') =>
    page.locator(`.line-difference .${kind}`).allInnerTexts()
  const sourceOf = async (page: Page, version: number) =>
    (await api(page, 'GET', `/triggers/1/flow?version=${version}`)).source

  async function changedHere(page: Page, days: string): Promise<void> {
    await nodeOf(page, 'looked').click()
    await fieldOf(page, 'How many').fill(days)
    await fieldOf(page, 'How many').press('Enter')
    await saveButton(page).waitFor()
  }

  test('two versions, and one with the text: by step in words, and by line', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    await page.getByRole('button', { name: 'Versions' }).click()
    const first = page.locator('.facts > div', { hasText: 'version 1' })
    await first.getByRole('button', { name: 'Show' }).click()
    await page.locator('.line-difference').waitFor()
    const said = ['Europe/Stockholm', 'Europe/Berlin', '3 days at most', '5 days at most']
    const text = (await changesIn(page)).join('\n')
    for (const words of [...said, 'Time zone', 'pause', 'new', 'Wait 2 days'])
      assert.ok(text.includes(words), `${words}: ${text}`)
    assert.match(text, /no: leads to “remind”\s+no: leads to “pause”/)
    assert.deepEqual(await lineIn(page, 'removed'), [
      '− zone: Europe/Stockholm\n',
      '−     within: 3 days\n',
      '−     else: remind\n',
    ])
    await shot(page, 'difference-1440-light')
    await hasNoDefectInSchemes(page)
    // With what is typed and not saved.
    await changedHere(page, '9')
    await page.getByRole('button', { name: 'Versions' }).click()
    await page.locator('.facts > div', { hasText: 'version 2' }).getByRole('button').click()
    await page.locator('.step-changes').getByText('9 days at most').waitFor()
    assert.deepEqual(await lineIn(page, 'added'), ['+     within: 9 days\n'])
    await page.getByLabel('Version 2 compared with').selectOption({ label: 'version 1' })
    await page.locator('.step-changes').getByText('3 days at most').waitFor()
    assert.deepEqual(await lineIn(page, 'added'), [
      '+ zone: Europe/Stockholm\n',
      '+     within: 3 days\n',
      '+     else: remind\n',
    ])
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.locator('.trigger-save').waitFor({ state: 'detached' })
    assert.deepEqual(pages.service.trouble, [])
  })

  test('before an older one is taken, it is said whom that concerns', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    await pages.service.onStore(client =>
      client.query(`insert into trigger_entries (account_id, trigger_id, subscriber_id, entry,
          version, cause_at, subscribed_at, step, due_at)
        select account_id, id, i, 1, 2, now(), now(), case when i < 1004 then 'pause' else 'looked' end,
          now() + interval '1 day' from triggers, generate_series(1001, 1010) i`),
    )
    await page.reload()
    await page.getByText('10 inside').waitFor()
    await page.getByRole('button', { name: 'Versions' }).click()
    const first = page.locator('.facts > div', { hasText: 'version 1' })
    await first.getByRole('button', { name: 'Show' }).click()
    const note = page.locator('.note', { hasText: '10 people are inside' })
    await note.getByText('Not there any more, or something else now: “pause” (3 people).').waitFor()
    await page.getByRole('button', { name: 'Take the text of version 1' }).click()
    await saveButton(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('10 people are inside').waitFor()
    await dialog.getByText('“pause” (3 people)').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    assert.equal((await api(page, 'GET', '/triggers/1')).version, 2)
    await pages.service.onStore(client => client.query('delete from trigger_entries'))
    assert.deepEqual(pages.service.trouble, [])
  })

  test('two writers: what differs is shown; theirs is taken, and ours comes back by undo', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    await changedHere(page, '7')
    const theirs = SECOND.replace('2 days', '4 days')
    await api(page, 'PUT', '/triggers/1', { source: theirs })
    await saveButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Changed by two' })
    await dialog.getByText('Somebody has saved version 3').waitFor()
    await dialog.locator('.line-difference').waitFor()
    const text = (await changesIn(page)).join('\n')
    for (const words of ['5 days at most', '7 days at most', 'Wait 4 days', 'Wait 2 days'])
      assert.ok(text.includes(words), `${words}: ${text}`)
    await shot(page, 'conflict-1440-light')
    await hasNoDefectInSchemes(page)
    pages.service.trouble.splice(0)
    // Left open, nothing is saved, and nothing is lost.
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alert').getByText('Not saved').waitFor()
    assert.equal(await saveButton(page).count(), 0)
    assert.equal(await sourceOf(page, 3), theirs)
    await page.getByRole('button', { name: 'See what differs' }).click()
    await dialog.getByRole('button', { name: 'Take theirs' }).click()
    await page.locator('.trigger-save').waitFor({ state: 'detached' })
    await nodeOf(page, 'looked').getByText('5 days at most').waitFor()
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLInputElement>('.trigger-step input')].some(
        ({ value }) => value === '5',
      ),
    )
    await page.locator('.flow-canvas').getByRole('button', { name: 'Undo' }).click()
    await nodeOf(page, 'looked').getByText('7 days at most').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.locator('.trigger-save').waitFor({ state: 'detached' })
    assert.equal((await api(page, 'GET', '/triggers/1')).version, 3)
    assert.deepEqual(pages.service.trouble, [])
  })

  test('ours is kept only by a word, and theirs stays among the versions', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    await changedHere(page, '8')
    const before = (await api(page, 'GET', '/triggers/1')).source
    const theirs = before.replace('# the short one', '# theirs')
    await api(page, 'PUT', '/triggers/1', { source: theirs })
    await saveButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Changed by two' })
    await dialog.getByText('Yours replaces version 4 once you press “Save” again.').waitFor()
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    pages.service.trouble.splice(0)
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.trigger-save').getByText('Yours replaces version 4').waitFor()
    await shot(page, 'kept-1440-light')
    // A third writer: asked about once more.
    await api(page, 'PUT', '/triggers/1', { source: before })
    await saveButton(page).click()
    await dialog.getByText('Somebody has saved version 5').waitFor()
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    pages.service.trouble.splice(0)
    await saveButton(page).click()
    await page.getByText('Version 6 is saved.').waitFor()
    assert.equal(await sourceOf(page, 6), before.replace('5 days', '8 days'))
    assert.equal(await sourceOf(page, 4), theirs)
    assert.deepEqual(pages.service.trouble, [])
  })

  test('at 360 pixels, in German', async () => {
    const page = await pages.opened(360, '/console/triggers/1')
    await chooseLanguage(page, 'de')
    await page.goto(`${pages.service.origin}/console/triggers/1`)
    await page.getByRole('button', { name: 'Versionen' }).click()
    const second = page.locator('.facts > div', { hasText: 'Version 2' })
    await second.getByRole('button', { name: 'Zeigen' }).click()
    await page.locator('.line-difference').waitFor()
    await page.getByLabel('Version 2 im Vergleich mit').selectOption({ label: 'Version 1' })
    await page.locator('.step-changes').getByText('entfällt').waitFor()
    await saysOnlyGerman(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(wide <= 360, `${wide} px`)
    await shot(page, 'difference-360-de')
    await hasNoDefectInSchemes(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'difference-1440-de-dark')
    assert.deepEqual(pages.service.trouble, [])
  })
})
