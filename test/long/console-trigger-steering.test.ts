/** A pause, a start and the end of a trigger say before how many people they are about. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { hasNoDefectInSchemes, missingChromium } from '../support/console-browser.ts'
import {
  api,
  chooseLanguage,
  shot,
  startTriggerPages,
  type TriggerPages,
  WELCOME,
} from '../support/console-triggers.ts'

describe('whom a pause, a start and an end are about', { skip: missingChromium }, () => {
  let pages: TriggerPages
  before(async () => {
    pages = await startTriggerPages()
    const page = await pages.opened(1440, '/console/lists')
    for (const name of ['The Garden Letter', 'Friends'])
      await api(page, 'POST', '/lists', { name, fromEmail: 'n@shop.test' })
    for (const name of ['Good to have you', 'First steps'])
      await api(page, 'POST', '/newsletters', { subject: name, name, text: 'x' })
    for (const name of ['Welcome', 'Other'])
      await api(page, 'POST', '/triggers', {
        source: WELCOME.replace('trigger: Welcome', `trigger: ${name}`),
        paused: true,
        local: true,
      })
    // 1,200 wait: 5 are overdue, 40 are due within a day. Of the other one nobody counts here.
    await pages.service.onStore(async client => {
      for (const [trigger, first, last, due] of [
        [1, 1, 5, "now() - interval '1 hour'"],
        [1, 6, 45, "now() + interval '23 hours'"],
        [1, 46, 1200, "now() + interval '2 days'"],
        [2, 1, 77, "now() + interval '1 hour'"],
      ] as const)
        await client.query(`insert into trigger_entries (account_id, trigger_id, subscriber_id,
            entry, version, cause_at, subscribed_at, step, due_at)
          select account_id, id, i, 1, 1, now(), now(), 'looked', ${due}
          from triggers, generate_series(${first}, ${last}) i where id = ${trigger}`)
      // Who is through is not inside.
      await client.query(`insert into trigger_entries (account_id, trigger_id, subscriber_id, entry,
          version, cause_at, subscribed_at, step, ended_at, ending)
        select account_id, id, 5000, 1, 1, now(), now(), 'looked', now(), 'finished'
        from triggers where id = 1`)
    })
    await pages.close()
  })
  after(() => pages?.stop())
  afterEach(() => pages.close())

  const stateOf = async (page: Page) => (await api(page, 'GET', '/triggers/1')).state
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click()

  test('the counts are those of this trigger, by one call', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    assert.deepEqual(await api(page, 'GET', '/triggers/1/standing'), {
      inside: 1200,
      overdue: 5,
      soon: 40,
    })
    assert.deepEqual(await api(page, 'GET', '/triggers/2/standing'), {
      inside: 77,
      overdue: 0,
      soon: 77,
    })
    assert.equal((await api(page, 'GET', '/triggers/9/standing')).status, 404)
    pages.service.trouble.splice(0)
  })

  test('each dialog has them before anything is changed, by mouse and by keys', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    const dialog = page.getByRole('dialog')
    await press(page, 'Start')
    await dialog.getByText('1,200 people are inside, and go on.').waitFor()
    await dialog.getByText('5 of them are overdue, and go on at once.').waitFor()
    await dialog.getByText('40 are due within 24 hours.').waitFor()
    await hasNoDefectInSchemes(page)
    await shot(page, 'steering-start-1440-light')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await stateOf(page), 'paused')
    // The workers end those that are due, as there are no such people.
    await api(page, 'POST', '/triggers/1/resume', { local: true })
    await page.reload()
    await page.getByRole('button', { name: 'Pause', exact: true }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('Everybody keeps their step, and nobody enters.').waitFor()
    assert.equal(await stateOf(page), 'running')
    await hasNoDefectInSchemes(page)
    await shot(page, 'steering-pause-1440-light')
    const last = dialog.locator('.dialog-acts').getByRole('button', { name: 'Pause', exact: true })
    const isReached = () => last.evaluate(one => one === document.activeElement)
    for (let i = 0; i < 10 && !(await isReached()); i++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Paused', { exact: true }).waitFor()
    assert.equal(await stateOf(page), 'paused')
    await press(page, 'End trigger')
    await dialog.getByText('They are let go, and get nothing more from it.').waitFor()
    await hasNoDefectInSchemes(page)
    await shot(page, 'steering-end-1440-light')
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
    assert.equal(await stateOf(page), 'paused')
    assert.deepEqual(pages.service.trouble, [])
  })

  test('at 360 pixels, dark, in German and in Swedish; from the list as well', async () => {
    const page = await pages.opened(360, '/console/triggers/2', 'dark')
    const dialog = page.getByRole('dialog')
    for (const [language, end, said] of [
      ['de', 'Auslöser beenden', '77 Personen sind darin. Sie scheiden aus'],
      ['sv', 'Avsluta utlösaren', '77 personer är inne. De går ur'],
    ] as const) {
      await chooseLanguage(page, language)
      await page.goto(`${pages.service.origin}/console/triggers/2`)
      await press(page, end)
      await dialog.getByText(said).waitFor()
      await hasNoDefectInSchemes(page)
      await shot(page, `steering-end-360-dark-${language}`)
    }
    await chooseLanguage(page, 'en')
    await page.goto(`${pages.service.origin}/console/triggers`)
    await press(page, 'Start: Other')
    await dialog.getByText('77 people are inside, and go on.').waitFor()
    await shot(page, 'steering-list-360-dark')
    assert.deepEqual(pages.service.trouble, [])
  })
})
