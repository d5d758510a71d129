/** The page of the installation, in a browser: what runs, backups, checks and settings. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'

const SECRET = 'no-page-shows-this-word-of-the-relay'

describe('the page of the installation', { skip: missingChromium }, () => {
  let console: ConsoleBrowser
  before(async () => {
    console = await startConsole({ METRICS_TOKEN: SECRET, LEDGER_KEEP_MONTHS: '36' })
  })
  after(() => console.stop())

  test('shows processes, the store, backups and the load of a day', async () => {
    await console.onStore(async client => {
      const backup = (ended: string, trouble: string | null) =>
        client.query(
          `insert into backup_runs (id, kind, began_at, ended_at, file_bytes, row_count, trouble)
           values (gen_random_uuid(), 'made', $1, $1, 5000000, 7, $2)`,
          [ended, trouble],
        )
      const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
      for (const hours of [74, 50, 26]) await backup(at(hours), null)
      await backup(at(2), 'No space left on device')
    })
    const page = await console.signedIn(1440, 'light', '/console/system')
    await page.getByText('The last backup failed: No space left on device.').waitFor()
    const processes = page.getByRole('region', { name: 'Processes' })
    await processes.getByText('answers and works').waitFor()
    await page.getByText('PostgreSQL', { exact: false }).first().waitFor()
    await page.getByText('No backup was ever restored on trial', { exact: false }).waitFor()
    const backups = page.getByRole('region', { name: 'Backups' })
    assert.equal(await backups.getByRole('listitem').count(), 4)
    // Each day at the same hour: the next is due a day after the last that succeeded.
    await backups.getByText('the next about', { exact: false }).waitFor()
    await page.getByRole('region', { name: 'The last day' }).getByText('Emails waiting').waitFor()
    assert.deepEqual(console.trouble, [])
  })

  test('checks say the same in German as in English, with what mends them', async () => {
    const page = await console.signedIn(1440, 'dark', '/console/system?tab=checks')
    await page.getByText('No account is open', { exact: false }).waitFor({ state: 'detached' })
    await page.getByText('Not set; the service listens to this machine only.').waitFor()
    const inEnglish = await page.locator('.system-checks li').count()
    await page.evaluate(() => localStorage.setItem('pennypost-language', 'de'))
    await page.reload()
    await page
      .getByText('Der Dienst ist nur auf diesem Rechner zu erreichen.', { exact: false })
      .waitFor()
    assert.equal(await page.locator('.system-checks li').count(), inEnglish)
    await page.evaluate(() => localStorage.removeItem('pennypost-language'))
  })

  test('settings have their sentence and source, and secrets are not shown', async () => {
    const page = await console.signedIn(360, 'light', '/console/system?tab=settings')
    await page.getByText('METRICS_TOKEN', { exact: true }).waitFor()
    assert.ok(!(await page.content()).includes(SECRET))
    await page.getByRole('checkbox', { name: 'Only those that are given' }).check()
    await page.getByText('DNS_RESOLVER').waitFor({ state: 'detached' })
    const row = page.getByRole('row', { name: /LEDGER_KEEP_MONTHS/ })
    await row.getByText('36', { exact: true }).waitFor()
    await row.getByText('environment').first().waitFor()
    await page.getByRole('searchbox').fill('no such words')
    await page.getByText('No setting is like this.').waitFor()
    assert.deepEqual(console.trouble, [])
  })

  test('what another retention would free is told before it is changed', async () => {
    await console.onStore(client =>
      client.query(
        `insert into webhook_events (account_id, webhook_id, id, kind, at, person, state)
         select 1, 1, i, 'erased', now() - i * interval '1 day', 0, 'sent'
         from generate_series(1, 40) i`,
      ),
    )
    const page = await console.signedIn(1440, 'light', '/console/system?tab=retention')
    const ledger = page.getByRole('row', { name: /LEDGER_KEEP_MONTHS/ })
    await ledger.getByText('36 months').waitFor()
    await ledger.getByText('environment').waitFor()
    const row = page.getByRole('row', { name: /WEBHOOK_KEEP_DAYS/ })
    await row.getByText('14 days').waitFor()
    await row.getByRole('textbox').fill('3')
    assert.equal(await row.getByRole('button').getAttribute('aria-disabled'), 'true')
    await row.getByRole('textbox').fill('10')
    await row.getByRole('button', { name: 'Estimate' }).click()
    await row.getByText(/Kept for 10 days, about .* would be free, 3\d rows/).waitFor()
    await hasNoDefectInSchemes(page)
    await page.setViewportSize({ width: 360, height: 900 })
    await hasNoDefectInSchemes(page)
    assert.deepEqual(console.trouble, [])
  })
})
