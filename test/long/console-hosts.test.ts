/**
 * The page of hosts in Chromium: a host is added, its record published, checked again, and used for
 * new links; taken away, brought back, and ended. The return path. What a viewer sees, and three
 * languages.
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
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { freePort } from '../support/free-port.ts'

const SHOTS = process.env.SHOTS
const HOST = 'news.shop.example'
const HERE = { A: ['127.0.0.1'] }

describe('the page of hosts', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let dns: DnsServer
  let port: number

  before(async () => {
    dns = await dnsServer({})
    port = await freePort()
    browser = await startConsole({
      DNS_RESOLVER: dns.address,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    })
    page = await browser.signedIn(1440, 'light', '/console/hosts')
    page.setDefaultTimeout(20_000)
  })
  after(async () => {
    await browser?.stop()
    await dns?.close()
  })

  const entry = (host: string) => page.getByRole('listitem', { name: host, exact: true })
  const says = (host: string, text: string) =>
    entry(host).getByText(text, { exact: true }).waitFor()
  const checkAgain = (host: string) =>
    entry(host).getByRole('button', { name: 'Check again' }).click()
  const choose = async (host: string, item: string) => {
    await entry(host)
      .getByRole('button', { name: `Actions of ${host}` })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const dialog = () => page.getByRole('dialog')
  async function add(host: string) {
    await page.getByRole('button', { name: 'Add a host' }).click()
    await dialog().getByLabel('Host').fill(host)
    await dialog().getByRole('button', { name: 'Add a host' }).click()
  }
  async function asked(method: string, path: string, data?: unknown) {
    const answer = await page.request.fetch(`${browser.origin}/api/v1${path}`, {
      method,
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
      ...(data !== undefined && { data: data as Buffer }),
    })
    assert.ok(answer.ok(), `${method} ${path}: ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }
  const shot = async (name: string) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/hosts-${name}.png`, fullPage: true })
  }

  test('without one, links begin with the host of the installation', async () => {
    await page.getByRole('heading', { name: 'No host yet' }).waitFor()
    await page.getByText(`begin with http://127.0.0.1:${port}`).waitFor()
    await shot('empty')
  })

  test('a name that is none is refused beside the field', async () => {
    await add('https://shop.example')
    await dialog().getByText('A host is a name like news.example.com').waitFor()
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    await dialog().waitFor({ state: 'detached' })
  })

  test('an added host shows its record until it leads here', async () => {
    await add(` ${HOST.toUpperCase()}. `)
    await says(HOST, 'Not published')
    await entry(HOST).locator('dd', { hasText: '127.0.0.1' }).waitFor()
    await hasNoDefectInSchemes(page)
    await shot('not-published')
    dns.zone[HOST] = { A: ['192.0.2.7'] }
    await checkAgain(HOST)
    await says(HOST, 'Leads elsewhere')
    await entry(HOST).getByText('The name leads to 192.0.2.7.').waitFor()
    dns.zone[HOST] = HERE
    await checkAgain(HOST)
    await says(HOST, 'Leads here')
  })

  test('it is used for new links, and no longer by an undo', async () => {
    await entry(HOST).getByRole('button', { name: 'Use it for new links' }).click()
    await says(HOST, 'New links have it')
    await page.getByText(`http://${HOST}:${port}`, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('the host of the installation', { exact: true }).waitFor()
    await entry(HOST).getByRole('button', { name: 'Use it for new links' }).click()
    await says(HOST, 'New links have it')
  })

  test('one that leads elsewhere is used only when its owner insists', async () => {
    await add('read.shop.example')
    await says('read.shop.example', 'Not published')
    const other = entry('read.shop.example')
    await other.getByRole('button', { name: 'Use it for new links' }).click()
    await other.getByRole('alert').filter({ hasText: 'has no address' }).waitFor()
    await hasNoDefectInSchemes(page)
    await shot('refused')
    await other.getByRole('button', { name: 'Use it all the same' }).click()
    await says('read.shop.example', 'New links have it')
    await choose('read.shop.example', 'Use the host of the installation')
    await page.getByText('the host of the installation', { exact: true }).waitFor()
  })

  test('it is taken away, brought back by an undo, and ended', async () => {
    await choose(HOST, 'Take away')
    await dialog().getByText('nobody can unsubscribe by them').waitFor()
    await hasNoDefectInSchemes(page)
    await shot('take-away')
    await dialog().getByRole('button', { name: 'Take away, keep old links' }).click()
    await says(HOST, 'Old links only')
    await entry(HOST).getByRole('button', { name: 'Bring it back' }).click()
    await entry(HOST).getByText('Old links only').waitFor({ state: 'detached' })
    await choose(HOST, 'Take away')
    await dialog().getByRole('button', { name: 'End old links, too' }).click()
    await entry(HOST).waitFor({ state: 'detached' })
    const { items } = await asked('GET', '/hosts')
    assert.deepEqual(
      items.map(({ host }: { host: string }) => host),
      ['read.shop.example'],
    )
  })

  test('the return path: its records are shown, and then it is used', async () => {
    const own = 'bounce.shop.example'
    const path = page.getByRole('region', { name: 'Return path' })
    await path.getByLabel('Another domain').fill(own)
    await path.getByRole('button', { name: 'Show its records' }).click()
    await path
      .getByText(`MX for ${own}`)
      .or(path.getByText(`MX ${own}`))
      .first()
      .waitFor()
    await path.getByRole('button', { name: 'Use it for new emails' }).click()
    await path.getByRole('alert').filter({ hasText: 'is not ready' }).waitFor()
    await hasNoDefectInSchemes(page)
    await shot('return-path-unready')
    await path.getByRole('button', { name: 'Use it all the same' }).click()
    const row = path.getByRole('listitem', { name: own, exact: true })
    await row.getByText('New emails have it').waitFor()
    await row.getByRole('button', { name: 'Use the installation' }).click()
    await row.getByText('Takes what still comes back').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.getByText('New emails have it').waitFor()
    await asked('PUT', '/bounce-domains/b2.shop.example', { unchecked: true })
    await page.reload()
    await row.getByRole('button', { name: `End ${own}` }).click()
    await dialog().getByText('Bounces of emails').waitFor()
    await hasNoDefectInSchemes(page)
    await dialog().getByRole('button', { name: 'End' }).click()
    await row.waitFor({ state: 'detached' })
  })

  test('in three languages, narrow and wide', async () => {
    dns.zone[HOST] = HERE
    await asked('POST', '/hosts', { host: HOST })
    await asked('PUT', `/hosts/${HOST}/default`, { unchecked: false })
    for (const [language, here, not] of [
      ['sv', 'Leder hit', 'Inte publicerat'],
      ['de', 'Führt hierher', 'Nicht veröffentlicht'],
    ] as const) {
      await page.evaluate(it => localStorage.setItem('pennypost-language', it), language)
      await page.reload()
      await says(HOST, here)
      await says('read.shop.example', not)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await hasNoDefectInSchemes(page)
        await shot(`${language}-${width}`)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    if (SHOTS) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await shot('dark')
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await page.evaluate(() => localStorage.removeItem('pennypost-language'))
  })

  test('a viewer sees states and records, and changes nothing', async () => {
    const sent = await asked('POST', '/invitations', {
      email: 'eva@members.test',
      role: 'viewer',
      mail: false,
    })
    const eva = await browser.open(1440, 'light', new URL(sent.link).pathname)
    eva.setDefaultTimeout(20_000)
    await eva.getByLabel('Password').fill('a long secret of hers')
    await eva.keyboard.press('Enter')
    await eva.getByRole('heading', { name: 'Home' }).waitFor()
    await eva.getByRole('link', { name: 'Hosts' }).click()
    await eva.getByText('Not published').waitFor()
    await eva.getByText('Owners of the account add and change hosts.').waitFor()
    for (const name of ['Add a host', 'Use it for new links', `Actions of ${HOST}`])
      assert.equal(await eva.getByRole('button', { name }).count(), 0, name)
    await eva.context().close()
  })

  test('the browser found nothing to complain about', async () => {
    // Chromium reports the answers of refusals, too.
    assert.deepEqual(
      browser.trouble.filter(line => !/status of 4\d\d/.test(line)),
      [],
    )
  })
})
