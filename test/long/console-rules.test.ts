/**
 * The page of rules for relays in Chromium: rules are added, tried, changed and removed, and what
 * the trial says is what a worker does with a real email.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

describe('the page of rules for relays', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let bulk: Sink
  let fast: Sink

  before(async () => {
    bulk = await startSink()
    fast = await startSink()
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/route-rules')
    page.setDefaultTimeout(60_000)
  })
  after(async () => {
    await browser?.stop()
    await Promise.all([bulk?.stop(), fast?.stop()])
  })

  const made = async (path: string, data: object) => {
    const answer = await page.request.post(`${browser.origin}/api/v1${path}`, {
      headers: { 'X-Pennypost-Console': '1' },
      data,
    })
    const text = await answer.text()
    assert.ok(answer.ok(), `${path}: ${text}`)
    return JSON.parse(text || 'null')
  }
  const dialog = () => page.getByRole('dialog')
  const closed = () => dialog().waitFor({ state: 'detached' })
  const trial = () => page.getByRole('region', { name: 'Which way would it go?' })
  const chosen = async (kind: string, list = '') => {
    await trial().getByLabel('Kind').selectOption({ label: kind })
    await trial()
      .getByLabel('List')
      .selectOption(list === '' ? '' : { label: list })
  }
  const rule = (text: string) => page.getByRole('row').filter({ hasText: text })

  test('begins empty; without relays the sandbox keeps all', async () => {
    await page.getByText('No rule yet').waitFor()
    await trial().getByText('There is no relay: the sandbox keeps it.').waitFor()
    await hasNoDefectInSchemes(page)
    await made('/lists', { name: 'Readers', fromEmail: 'news@shop.test' })
    await made('/lists', { name: 'Partners', fromEmail: 'hello@partner.test' })
    for (const [name, { port }] of [['Bulk', bulk] as const, ['Fast', fast] as const])
      await made('/installation/routes', { name, url: `smtp://127.0.0.1:${port}?starttls=never` })
    await page.reload()
    await trial().getByText('It goes by Bulk: no rule decides.').waitFor()
  })

  test('a rule is added, and says what it changes', async () => {
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await dialog().getByText('Choose at least one').waitFor()
    await dialog().getByLabel('Relay').selectOption('Fast')
    await dialog().getByLabel('Kind').selectOption({ label: 'Test email' })
    await dialog().getByText('Fast then takes only emails that have a rule for it').waitFor()
    await hasNoDefectInSchemes(page)
    await dialog().getByRole('button', { name: 'Save' }).click()
    await closed()
    await rule('Test emails').getByText('Fast').waitFor()
    await rule('Everything else').getByText('Bulk').waitFor()
  })

  test('the trial names rule and relay; the rule with more criteria decides', async () => {
    await chosen('Test email')
    await trial().getByText('It goes by Fast: by rule 1.').waitFor()
    await chosen('Newsletter')
    await trial().getByText('It goes by Bulk: no rule decides.').waitFor()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await dialog().getByLabel('Relay').selectOption('Bulk')
    await dialog().getByLabel('Kind').selectOption({ label: 'Test email' })
    await dialog().getByLabel('Account').selectOption({ label: 'shop' })
    await dialog().getByLabel('List').selectOption({ label: 'Partners' })
    await dialog().getByRole('button', { name: 'Save' }).click()
    await closed()
    const first = page.getByRole('row').nth(1)
    await first.getByText('Test emails, account shop, list Partners').waitFor()
    await chosen('Test email', 'Partners')
    await trial().getByText('It goes by Bulk: by rule 2.').waitFor()
    await chosen('Test email', 'Readers')
    await trial().getByText('It goes by Fast: by rule 1.').waitFor()
    await chosen('Newsletter', 'Readers')
    await trial().getByText('It waits: every relay has rules, and none is for it.').waitFor()
    await hasNoDefectInSchemes(page)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/rules.png` })
  })

  test('workers do as the trial says', async () => {
    const sent = async (listId: number, to: string) => {
      const letter = { name: 'Spring', subject: 'Spring', text: 'Hello', listId }
      const { id } = await made('/newsletters', letter)
      await made('/sendings/tests', {
        newsletterId: id,
        emails: [to],
        listId,
        local: true,
      })
    }
    await sent(1, 'a@example.test')
    await sent(2, 'b@example.test')
    const got = (sink: Sink) => [...sink.counts.keys()].sort()
    await until(async () => got(fast).length + got(bulk).length === 2)
    assert.deepEqual([got(fast), got(bulk)], [['a@example.test'], ['b@example.test']])
  })

  test('a rule is changed to the domain of a sender', async () => {
    await page.getByRole('button', { name: 'Actions of rule 1' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await dialog().getByLabel('Domain of the sender').fill('no domain!')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByRole('alert').waitFor()
    await dialog().getByLabel('Kind').selectOption({ label: 'Any kind' })
    await dialog().getByLabel('Domain of the sender').fill('Shop.test')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await closed()
    await rule('All emails, from shop.test').getByText('Fast').waitFor()
    await chosen('Newsletter', 'Readers')
    await trial().getByText('It goes by Fast: by rule 1.').waitFor()
  })

  test('a paused relay is named, and a rule removed frees its relay', async () => {
    await made('/installation/routes/Fast/pause', {})
    await page.reload()
    await chosen('Newsletter', 'Readers')
    await trial().getByText('It waits: no relay takes it now').waitFor()
    await trial().getByText('is paused').waitFor()
    for (const id of [1, 2]) {
      await page.getByRole('button', { name: `Actions of rule ${id}` }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await page.getByRole('button', { name: `Actions of rule ${id}` }).waitFor({
        state: 'detached',
      })
    }
    await page.getByText('No rule yet').waitFor()
    await trial().getByText('It goes by Bulk: no rule decides.').waitFor()
  })
})
