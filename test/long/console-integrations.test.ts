/**
 * The board of programs in Chromium: PHP's SoapClient succeeds and fails and is on it; a program
 * that called daily is told silent, there and at home; it is named, and nothing personal is shown.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import {
  ACCOUNT,
  type ConsoleBrowser,
  goThrough,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'

const SHOTS = process.env.SHOTS
const PHP = '/usr/bin/php'
const SCRIPT = resolve(import.meta.dirname, '..', 'clients', 'refused.php')
if (!existsSync(PHP)) assert.notEqual(process.env.REQUIRE_ALL, '1', `${PHP} is missing`)

describe('integrations in the console', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let page: Page
  before(async () => {
    service = await startConsole()
    page = await service.signedIn(1440, 'light', '/console/integrations')
    page.setDefaultTimeout(60_000)
  })
  after(() => service?.stop())

  const shoot = async (name: string) => {
    if (!SHOTS) return
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [1440, 360]) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.setViewportSize({ width, height: 900 })
        await page.screenshot({ path: `${SHOTS}-${name}-${width}-${scheme}.png`, fullPage: true })
      }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  const address = () => `${service.origin}/externalapiservice.asmx`
  const credentials = {
    strUsername: ACCOUNT.ACCOUNT_USERNAME,
    strPassword: ACCOUNT.ACCOUNT_PASSWORD,
  }
  const call = (operation: string, more: Record<string, string>, agent: string) =>
    fetch(`${address()}/${operation}?${new URLSearchParams({ ...credentials, ...more })}`, {
      headers: { 'User-Agent': agent },
    })

  test('without a program it says so, and what programs call', async () => {
    await page.getByText('No program has called yet').waitFor()
    await page.getByText(address()).first().waitFor()
    await shoot('empty')
    await hasNoDefectInSchemes(page)
  })

  test('PHP calls with success and in vain: both are there, and what to do', {
    skip: !existsSync(PHP),
  }, async () => {
    const { ACCOUNT_USERNAME: name, ACCOUNT_PASSWORD: password } = ACCOUNT
    const args = [SCRIPT, `${address()}?WSDL`, name, password, '4711']
    for (let time = 0; time < 4; time++)
      assert.equal((await promisify(execFile)(PHP, args)).stdout, '-3')
    await page.getByRole('button', { name: /^PHP SoapClient/ }).click()
    const pane = page.getByRole('complementary', { name: /^PHP SoapClient/ })
    await pane.getByText('InsertSubscriber: There is no such list.').waitFor()
    const samples = pane.getByRole('link', { name: 'Form and samples InsertSubscriber' })
    const help = await fetch(new URL((await samples.getAttribute('href'))!, service.origin))
    assert.ok((await help.text()).includes(`strUsername=${ACCOUNT.ACCOUNT_USERNAME}`))
    await pane.getByText(/^Compare the id with the page of lists/).waitFor()
    await pane.locator('summary', { hasText: 'There is no such list.' }).first().click()
    await pane.getByText('4711').first().waitFor()
    await pane.getByText('address, 18 characters').first().waitFor()
    const shown = (await page.locator('#page').textContent())!
    for (const secret of ['Greta', 'private.test', password, '701234567'])
      assert.ok(!shown.includes(secret), secret)
    // Kept when the call was answered, and shown when its second is over.
    const waited = await service.onStore(async client => {
      const { rows } = await client.query(
        `select extract(epoch from max(p.last_at) - max(e.at)) as seconds from programs p
         join program_exchanges e using (account_id) where p.client = 'php-soap' and e.program_id = p.id`,
      )
      return Number(rows[0].seconds)
    })
    assert.ok(waited < 5, `it was written ${waited} s after its call`)
    await shoot('program')
    await hasNoDefectInSchemes(page)
  })

  test('one that called each day and does not come is silent, here and at home', async () => {
    await call('GetMailingLists', {}, 'Java/1.8.0')
    await page.getByRole('button', { name: 'Java 1.8' }).waitFor()
    await service.onStore(async client => {
      await client.query(
        `insert into program_calls (account_id, program_id, hour, operation, outcome, calls, last_at)
         select p.account_id, p.id, date_trunc('day', now(), 'UTC') - make_interval(days => d)
             + interval '3 hours', 'GetMailingLists', '', 40, now()
         from programs p, generate_series(2, 20) d where p.client = 'java'`,
      )
      await client.query(
        `delete from program_calls c using programs p where p.client = 'java'
           and c.account_id = p.account_id and c.program_id = p.id
           and c.hour > now() - interval '30 hours'`,
      )
    })
    await page.getByText('Java 1.8 is silent.').waitFor()
    await shoot('silent')
    await goThrough(page, '/console')
    await page.getByText(/^The program Java 1.8 has not called since/).waitFor()
    await page.getByRole('link', { name: /Show The program Java/ }).click()
    await page.getByRole('complementary', { name: 'Java 1.8' }).waitFor()
  })

  test('it is named by hand; what is called and not offered is told', async () => {
    await call('GetLoyaltyPoints', {}, 'Java/1.8.0')
    await page.getByText('Called, and not offered').waitFor()
    await page.getByText('GetLoyaltyPoints').first().waitFor()
    await page.getByRole('button', { name: 'Name it' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('CRM nightly sync')
    await page.getByRole('dialog').getByRole('button', { name: 'Name it' }).click()
    await page.getByRole('button', { name: 'CRM nightly sync' }).waitFor()
    await shoot('named')
    assert.deepEqual(service.trouble, [])
  })
})
