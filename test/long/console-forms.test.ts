/** The pages of sign-up forms in the console: made, written, previewed, and what they brought. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  HOSTILE,
  hasNoDefectInSchemes,
  isShown,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'

const SHOTS = process.env.SHOTS

describe('forms in the console', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  before(async () => {
    service = await startConsole({ SIGN_UP_MX: 'no' })
  })
  after(() => service?.stop())

  async function api(page: Page, method: string, path: string, body?: unknown) {
    return page.evaluate(
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
  }

  async function shot(page: Page, name: string) {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` })
  }

  test('a form is made, written and shown beside its page', async () => {
    const page = await service.signedIn(1440, 'light', '/console/lists')
    page.setDefaultTimeout(10_000)
    await api(page, 'POST', '/lists', { name: 'The Garden Letter', fromEmail: 'n@shop.test' })
    await page.goto(`${service.origin}/console/forms`)
    await page.getByText('No forms yet').waitFor()
    await page.getByRole('button', { name: 'New form' }).click()
    await page.getByLabel('Name').fill('Front page')
    await page.getByLabel('The Garden Letter').check()
    await page.getByRole('button', { name: 'Make the form' }).click()
    await page.getByLabel('Heading').waitFor()
    const shown = page.frameLocator('iframe[title=Preview]')
    await shown.getByRole('heading', { name: 'Get our newsletter' }).waitFor()
    await page.getByLabel('Heading').fill('News from the garden')
    const words = page.locator('form', { hasText: 'What they agree to' })
    await words.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('version 2').waitFor()
    await shown.getByRole('heading', { name: 'News from the garden' }).waitFor()
    await page.getByLabel('Add a language').selectOption('sv')
    await shown.getByRole('heading', { name: 'Få vårt nyhetsbrev' }).waitFor()
    await page.getByLabel('Label of “Name”').fill('What are you called?')
    await words.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('version 4').waitFor()
    await shown.getByText('What are you called?').waitFor()
    await shot(page, 'builder-1440-light')
    await page.getByRole('button', { name: 'Narrow' }).click()
    await page.getByRole('link', { name: 'Sign-ups' }).click()
    await page.getByText('Nobody yet').waitFor()
    await api(page, 'POST', '/sign-ups', { formId: 1, email: 'ada@readers.test', name: 'Ada' })
    await page.reload()
    await page.getByText('ada@readers.test').waitFor()
    await shot(page, 'sign-ups-1440-light')
    assert.deepEqual(service.trouble, [])
  })

  test('hostile words break no page, and axe finds nothing', async () => {
    const page = await service.signedIn(1440, 'light', '/console/forms')
    page.setDefaultTimeout(10_000)
    await api(page, 'PATCH', '/forms/1', { name: HOSTILE })
    const said = { title: HOSTILE, intro: HOSTILE, consent: HOSTILE, labels: [`name=${HOSTILE}`] }
    await api(page, 'PATCH', '/forms/1/words/en', said)
    for (const path of ['/forms', '/forms/1', '/forms/1/sign-ups']) {
      await page.goto(`${service.origin}/console${path}`)
      await isShown(page)
      await hasNoDefectInSchemes(page)
    }
    assert.deepEqual(service.trouble, [])
  })

  test('single opt-in is behind a warning', async () => {
    const page = await service.signedIn(1440, 'light', '/console/forms/1')
    page.setDefaultTimeout(10_000)
    await page.getByRole('button', { name: 'Let people on without confirmation' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Spam traps come along').waitFor()
    await hasNoDefectInSchemes(page)
    await shot(page, 'single-1440')
    await dialog.getByRole('button', { name: 'Let people on without confirmation' }).click()
    await page.getByText('Unknown addresses are on the lists at once').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Ask people to confirm' }).click()
    await page
      .getByText('Unknown addresses are on the lists at once')
      .waitFor({ state: 'detached' })
    assert.deepEqual(service.trouble, [])
  })

  test('a list grows by form', async () => {
    await api(await service.signedIn(1440, 'light', '/console'), 'PATCH', '/forms/1', {
      name: 'Front page',
    })
    await service.onStore(client =>
      client.query(`insert into consent_proofs (account_id, id, email, form_id, form_name,
          words_version, language, shown, given, list_ids, signed_up_at, confirmed_at, network,
          confirmed_network, agent, page)
        select account_id, 1000 + d * 10 + i, '', 1 + i % 2, case when i % 2 = 0 then name
            else 'Shop' end, 1, 'en', '{}', '{}', list_ids, at, at, '', '', '', ''
        from forms, generate_series(0, 40) d, generate_series(0, d % 7) i,
          lateral (select now() - make_interval(days => d) as at) when_
        where forms.id = 1`),
    )
    const page = await service.signedIn(1440, 'light', '/console/lists/1')
    page.setDefaultTimeout(10_000)
    await page.getByRole('heading', { name: 'By form, in 90 days' }).waitFor()
    await page.getByRole('link', { name: 'Front page' }).waitFor()
    await hasNoDefectInSchemes(page)
    await page.getByRole('heading', { name: 'By form, in 90 days' }).scrollIntoViewIfNeeded()
    await shot(page, 'growth-1440-light')
    assert.deepEqual(service.trouble, [])
  })

  test('what is held back is said, and released', async () => {
    await service.onStore(client =>
      client.query(`update sign_ups set state = 'held', reason = 'pace', due = now() + interval '1 h',
        transaction_id = null, mailed_at = null, mailed_hour = null`),
    )
    const page = await service.signedIn(390, 'dark', '/console')
    page.setDefaultTimeout(10_000)
    await page.getByText('held back: far more').waitFor()
    await isShown(page)
    await shot(page, 'home-390-dark')
    await page.goto(`${service.origin}/console/forms`)
    await page.getByText('held back: far more').waitFor()
    await shot(page, 'forms-390-dark')
    await page.getByRole('button', { name: 'Send them now' }).click()
    await page.getByText('One email goes out now.').waitFor()
    assert.deepEqual(service.trouble, [])
  })

  test('people whom a file calls unconfirmed are asked, and no longer', async () => {
    await service.onStore(client =>
      client.query(`insert into imports (account_id, id, list_id, name, options, state, rejected,
          rejected_by)
        select account_id, 900, 1, 'garden.csv', '{}', 2, 3, '{"unconfirmed": 3}' from forms
          where id = 1`),
    )
    await service.onStore(client =>
      client.query(`insert into import_rejects (account_id, import_id, number, line, reason, raw)
        select account_id, 900, i, i, 'unconfirmed', 'r' || i || '@readers.test,pending'
        from forms, generate_series(1, 3) i where forms.id = 1`),
    )
    const page = await service.signedIn(1440, 'light', '/console/forms/1')
    page.setDefaultTimeout(10_000)
    await page.getByText('3 people are unconfirmed.').waitFor()
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Ask them to confirm' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('All are asked within a day.').waitFor()
    await dialog.getByLabel('Emails in 24 hours').fill('1')
    await dialog.getByText('All are asked within 3 days.').waitFor()
    await hasNoDefectInSchemes(page)
    await shot(page, 'ask-1440')
    await dialog.getByRole('button', { name: 'Ask them to confirm' }).click()
    await page.getByText('3 people are asked, the last one on').waitFor()
    await page.getByText('of 3 had their turn').waitFor()
    await page.getByText('of 3 had their turn').scrollIntoViewIfNeeded()
    await shot(page, 'asked-1440-light')
    await page.getByRole('button', { name: 'Ask nobody else' }).click()
    await dialog.getByText('still to come will not be asked').waitFor()
    await shot(page, 'end-asking-1440')
    await dialog.getByRole('button', { name: 'Ask nobody else' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('3 of 3 had their turn').waitFor()
    await page.getByRole('button', { name: 'Ask nobody else' }).waitFor({ state: 'detached' })
    assert.deepEqual(service.trouble, [])
  })

  test('the whole IP address is kept when the form says so', async () => {
    const page = await service.signedIn(390, 'dark', '/console/forms/1')
    page.setDefaultTimeout(10_000)
    const box = page.getByLabel('Proofs keep the whole IP address')
    assert.equal(await box.isChecked(), false)
    await box.check()
    const facts = page.locator('form', { has: box })
    await facts.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved').waitFor()
    await page.reload()
    await page
      .getByLabel('Proofs keep the whole IP address')
      .and(page.locator(':checked'))
      .waitFor()
    await shot(page, 'keep-ip-390-dark')
    assert.deepEqual(service.trouble, [])
  })
})
