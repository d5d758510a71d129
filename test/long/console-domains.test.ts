/**
 * The pages of sender domains in Chromium, with a DNS server of the test: a domain is added, its
 * records turn green as they are published, equal to what the command says; and the reports of
 * receivers on who sends with it.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pennypost, urlOf } from '../cli/setup.ts'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { type DnsServer, dnsServer, type Zone } from '../support/dns-server.ts'

const SHOTS = process.env.SHOTS
const SETTINGS = {
  BOUNCE_DOMAIN: 'bounce.shop.example',
  SMTP_URL: 'smtp://smtp.shop.example',
}

describe('the pages of sender domains', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let dns: DnsServer
  const zone: Zone = { 'shop.example': {} }

  before(async () => {
    dns = await dnsServer(zone)
    browser = await startConsole({ ...SETTINGS, DNS_RESOLVER: dns.address })
    page = await browser.signedIn(1440, 'light', '/console/domains')
    page.setDefaultTimeout(60_000)
  })
  after(async () => {
    await browser?.stop()
    await dns?.close()
  })

  const shot = async (name: string) => {
    if (!SHOTS) return
    for (const [width, scheme] of [
      [1440, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.screenshot({ path: `${SHOTS}/domains-${name}-${width}.png`, fullPage: true })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const rung = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  const again = () => page.getByRole('button', { name: 'Check again' }).click()

  test('begins empty, and refuses what is no domain', async () => {
    await page.getByRole('heading', { name: 'No domain sends yet' }).waitFor()
    await page.getByRole('button', { name: 'Add a domain' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Domain').fill('not a domain')
    await dialog.getByRole('button', { name: 'Add a domain' }).click()
    await dialog.getByText(/not a domain/).waitFor()
    await dialog.getByLabel('Domain').fill('shop.example')
    await dialog.getByRole('button', { name: 'Add a domain' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'shop.example', exact: true }).waitFor()
  })

  test('shows what is missing, with the records to copy', async () => {
    await rung('DMARC (to be done)').getByText('There is no DMARC record').waitFor()
    const value = rung('DMARC (to be done)').getByRole('button', {
      name: /^Copy v=DMARC1; p=none; rua=mailto:/,
    })
    await value.waitFor()
    await rung('BIMI (not needed)').waitFor()
    await rung('MTA-STS of bounce.shop.example (not needed)').waitFor()
    await shot('missing')
    await hasNoDefectInSchemes(page)
  })

  test('says what the command says', async () => {
    const { findings } = await commandSays()
    const shown = await page.locator('.rung h3').allTextContents()
    const states = { ok: 'well', warn: 'better done', bad: 'to be done', none: 'not needed' }
    assert.deepEqual(
      shown.map(text => text.replace(/\s+/g, ' ')),
      findings.map(({ check, state }) => `${check} (${states[state]})`),
    )
    const text = (await page.locator('.ladder').textContent())!.replace(/\s+/g, ' ')
    for (const { means, todo, state, records = [] } of findings) {
      assert.ok(text.includes(means), means)
      if (todo !== undefined) assert.ok(text.includes(todo), todo)
      if (state !== 'ok')
        for (const { name, value } of records)
          assert.ok(text.includes(name) && text.includes(value), name)
    }
  })

  test('gives whoever keeps the DNS a zone file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Zone file' }).click(),
    ])
    const lines = await textOf(await download.createReadStream())
    assert.match(lines, /^_dmarc\.shop\.example\. IN TXT \( "v=DMARC1; p=none;/m)
    assert.match(lines, /^pp[^ ]*\._domainkey\.shop\.example\. IN TXT \( "v=DKIM1/m)
  })

  test('turns green as the records are published', async () => {
    zone['_dmarc.shop.example'] = { TXT: ['v=DMARC1; p=none; rua=mailto:d@shop.example'] }
    await again()
    await rung('DMARC (well)').waitFor()
    assert.equal(await rung('DMARC (well)').getByText('v=DMARC1').count(), 0)
    await hasNoDefectInSchemes(page)
  })

  test('shows who sends as the domain, by the reports of receivers', async () => {
    await page.getByRole('button', { name: 'Who sends as you' }).click()
    await page.getByRole('heading', { name: 'No reports have arrived' }).waitFor()
    const of = { headerFrom: 'shop.example', dkim: true, spf: true, checks: '' }
    const results = [
      { ...of, source: '198.51.100.1', disposition: 'none', emails: 1990 },
      {
        ...of,
        source: '203.0.113.9',
        disposition: 'reject',
        dkim: false,
        spf: false,
        checks: 'dkim crm.example pass, spf crm.example pass',
        emails: 10,
      },
    ]
    const add = `insert into receiver_reports (account_id, digest, kind, reporter, report_id, domain,
      begin_at, end_at, results, trouble) values
      (0, 'a', 'dmarc', 'google.com', '1', 'shop.example', now(), now(), $1, null),
      (0, 'b', 'dmarc', '<b>spoof', '2', '', null, null, '[]', 'it is no XML')`
    await browser.onStore(store => store.query(add, [JSON.stringify(results)]))
    await page.reload()
    await page.getByText('99.5 % of 2,000 emails passed DMARC').waitFor()
    await page.getByText('the policy may be made stricter').waitFor()
    const source = page.getByRole('row').filter({ hasText: '203.0.113.9' })
    await source.getByText('signed as crm.example').waitFor()
    await source.getByText('rejected').waitFor()
    await page.getByRole('heading', { name: 'One report could not be read' }).waitFor()
    await shot('reports')
    await hasNoDefectInSchemes(page)
  })

  interface Said {
    check: string
    state: 'ok' | 'warn' | 'bad' | 'none'
    means: string
    todo?: string
    records?: { name: string; value: string }[]
  }

  /** The command, on the same store with the same settings. */
  const commandSays = (): Promise<{ findings: Said[] }> =>
    browser.onStore(async store => {
      const env = { ...SETTINGS, DNS_RESOLVER: dns.address, DATABASE_URL: urlOf(store) }
      const { out, err } = await pennypost(['dns', 'check', 'shop.example', '--json'], { env })
      assert.equal(err, '')
      return JSON.parse(out)
    })
})

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}
