/** People in a trigger: counted, walked through, asked about before a change; paused and ended. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { hasNoDefectInSchemes, isShown, missingChromium } from '../support/console-browser.ts'
import {
  api,
  chooseLanguage,
  shot,
  startTriggerPages,
  type TriggerPages,
  WELCOME,
} from '../support/console-triggers.ts'

describe('people in a trigger', { skip: missingChromium }, () => {
  let pages: TriggerPages
  before(async () => {
    pages = await startTriggerPages()
    const page = await pages.opened(1440, '/console/lists')
    for (const name of ['The Garden Letter', 'Friends'])
      await api(page, 'POST', '/lists', { name, fromEmail: 'n@shop.test' })
    for (const name of ['Good to have you', 'First steps'])
      await api(page, 'POST', '/newsletters', { subject: name, name, text: 'x' })
    await api(page, 'POST', '/triggers', { source: WELCOME, paused: true, local: true })
    const longer = WELCOME.replace(': 3 days', ': 5 days')
    await api(page, 'PUT', '/triggers/1', { source: longer })
    await pages.close()
  })
  after(() => pages?.stop())
  afterEach(() => pages.close())

  const sourceOf = async (page: Page) => (await api(page, 'GET', '/triggers/1')).source

  test('people are counted at their step, and asked about before a new version', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    await pages.service.onStore(async client => {
      await client.query(`insert into trigger_entries (account_id, trigger_id, subscriber_id, entry,
          version, cause_at, subscribed_at, step, due_at)
        select account_id, id, i, 1, 2, now(), now(), 'looked', now() + interval '1 day'
        from triggers, generate_series(1001, 1031) i where id = 1`)
      await client.query(`insert into trigger_passages (account_id, trigger_id, subscriber_id,
          entry, number, version, step, way, at, reason)
        select account_id, id, i, 1, 1, 2, 'hello', 'next', now(), '' from triggers,
          generate_series(1001, 1031) i where id = 1`)
    })
    await page.reload()
    await page.getByText('31 here now').waitFor()
    await page.getByText('31 inside, 31 started, 0 finished').waitFor()
    await shot(page, 'canvas-1440-light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'canvas-1440-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Versions' }).click()
    const first = page.locator('.facts > div', { hasText: 'version 1' })
    await first.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('button', { name: 'Take the text of version 1' }).click()
    await page.locator('.react-flow__node', { hasText: '3 days at most' }).waitFor()
    await page.locator('.trigger-save .btn.primary:not([aria-disabled])').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('31 people are inside').waitFor()
    await hasNoDefectInSchemes(page)
    await dialog.getByLabel('They go on by the new version').check()
    await shot(page, 'fates-1440-light')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Version 3 is saved.').waitFor()
    await page.getByText('31 here now').waitFor()
    assert.equal(await sourceOf(page), WELCOME)
    assert.deepEqual(pages.service.trouble, [])
  })

  test('a person is walked through, and nothing is sent', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    await api(page, 'POST', '/subscribers', { listId: 1, email: 'ada@readers.test' })
    await page.getByRole('button', { name: 'Walk', exact: true }).click()
    await page.getByLabel('Their address').fill('ada@readers.test')
    await page.locator('.walk-waits input').check()
    await page.getByRole('button', { name: 'Walk them through' }).click()
    await page.getByText('1 email. went all the way').waitFor()
    assert.equal(await page.locator('.step-walked').count(), 3)
    await shot(page, 'walk-1440-light')
    await hasNoDefectInSchemes(page)
    assert.deepEqual(pages.service.trouble, [])
  })

  test('why steps were passed, and how runs ended, in the language of the reader', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    await pages.service.onStore(async client => {
      await client.query(`update trigger_passages set reason = case subscriber_id when 1001
          then '{"code":"passed-matches","values":{"filter":3}}' else 'as it was said before' end`)
      await client.query(`insert into trigger_entries (account_id, trigger_id, subscriber_id, entry,
          version, cause_at, subscribed_at, step, ended_at, ending)
        select account_id, id, 2001, 1, 2, now(), now(), 'looked', now(),
          'step old is not there any more' from triggers where id = 1`)
    })
    for (const [language, walk, address, act, assumed, ends, ending, matches] of [
      [
        'de',
        'Probe',
        'Ihre Adresse',
        'Durchgehen',
        'Angenommen: Es geschieht nicht in 3 Tagen.',
        'Ausgänge',
        'Den Schritt „old“ gibt es nicht mehr.',
        'Filter 3 trifft zu.',
      ],
      [
        'sv',
        'Prova',
        'Personens adress',
        'Gå igenom',
        'Antaget: det händer inte inom 3 dagar.',
        'Slut',
        'Steget ”old” finns inte längre.',
        'Filter 3 stämmer.',
      ],
    ] as const) {
      await chooseLanguage(page, language)
      await page.goto(`${pages.service.origin}/console/triggers/1`)
      await page.getByRole('button', { name: walk, exact: true }).click()
      await page.getByLabel(address).fill('ada@readers.test')
      await page.getByRole('button', { name: act, exact: true }).click()
      await page.locator('.walk-steps').getByText(assumed).waitFor()
      await shot(page, `walk-${language}`)
      await page.getByRole('button', { name: ends, exact: true }).click()
      await page.locator('.facts').getByText(ending).waitFor()
      await page.locator('.walk-steps').getByText(matches).waitFor()
      await page.locator('.walk-steps').getByText('as it was said before').first().waitFor()
      await hasNoDefectInSchemes(page)
      await shot(page, `passages-${language}`)
    }
    assert.deepEqual(pages.service.trouble, [])
  })

  test('narrow, its steps stand one below another', async () => {
    const page = await pages.opened(390, '/console/triggers/1')
    await page.locator('.step-list').getByText('31 here now').waitFor()
    await shot(page, 'canvas-390-light')
    await hasNoDefectInSchemes(page)
    await page.goto(`${pages.service.origin}/console/triggers`)
    await isShown(page)
    await shot(page, 'list-390-light')
    assert.deepEqual(pages.service.trouble, [])
  })

  test('in Swedish and German, started and ended', async () => {
    const page = await pages.opened(1440, '/console/triggers')
    for (const [language, held] of [
      ['sv', '31 här nu'],
      ['de', '31 gerade hier'],
    ] as const) {
      await chooseLanguage(page, language)
      await page.goto(`${pages.service.origin}/console/triggers/1`)
      await page.getByText(held).waitFor()
      await shot(page, `canvas-1440-${language}`)
    }
    await chooseLanguage(page, 'en')
    await page.goto(`${pages.service.origin}/console/triggers`)
    await page.getByRole('button', { name: 'Start: Welcome' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByText('Running', { exact: true }).waitFor()
    await shot(page, 'list-1440-light')
    await page.getByRole('button', { name: 'Pause: Welcome' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Welcome' }).click()
    await page.getByRole('button', { name: 'End trigger' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End trigger' }).click()
    await page.getByText('Nothing goes by itself yet').waitFor()
    assert.deepEqual(pages.service.trouble, [])
  })
})
