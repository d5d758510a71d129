/**
 * The first steps, and who may do what, in Chromium: the sample in and out, a relay and a domain
 * that check themselves, members, keys, codes, the audit log, and a session that ends.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeOfStep, stepAt } from '../../src/lib/one-time-code.ts'
import {
  ACCOUNT,
  type ConsoleBrowser,
  goThrough,
  HOSTILE,
  hasNoDefect,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { freePort } from '../support/free-port.ts'
import {
  CLIENT,
  createVisitor,
  startProvider,
  type TestProvider,
} from '../support/openid-provider.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'

/** The longest that a key may have. */
const NAME = HOSTILE.slice(0, 100)
const PASSWORD = 'a long secret of mine'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bytesOf = (secret: string): Buffer => {
  const bits = [...secret].map(c => BASE32.indexOf(c).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

describe('the first steps, and who may do what', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let dns: DnsServer
  let relay: Sink
  let provider: TestProvider

  before(async () => {
    dns = await dnsServer({
      'example.test': {},
      '_dmarc.example.test': { TXT: ['v=DMARC1; p=none'] },
      'bounce.example.test': { TXT: ['v=spf1 ip4:127.0.0.1 -all'], MX: ['10 mx.example.test'] },
      'mx.example.test': { A: ['8.8.4.4'] },
    })
    relay = await startSink({ keep: 1 })
    const port = await freePort()
    provider = await startProvider(`http://127.0.0.1:${port}/console/provider/return`)
    browser = await startConsole({
      DNS_RESOLVER: dns.address,
      BOUNCE_DOMAIN: 'bounce.example.test',
      PORT: String(port),
      OIDC_NAME: 'Example Login',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    })
    page = await browser.signedIn(1440, 'light', '/console')
  })
  after(async () => {
    await browser?.stop()
    await relay?.stop()
    await dns?.close()
    await provider?.close()
  })

  const shows = (on: string) => goThrough(page, `/console/${on}`)

  test('the sample comes and goes by a click', async () => {
    await page.getByText('0 of 5 done').waitFor()
    await hasNoDefect(page)
    await page.getByRole('link', { name: 'Write a newsletter' }).click()
    await page.getByRole('radio', { name: /^Welcome/ }).waitFor()
    await page.goBack()
    await page.getByText('0 of 5 done').waitFor()
    await page.getByRole('button', { name: 'Add the sample' }).click()
    await page.getByText('The sample is here').waitFor()
    await page.getByText('2 of 5 done').waitFor()
    await page.getByRole('link', { name: 'See the sandbox' }).waitFor()
    await page.getByRole('button', { name: 'Remove the sample' }).click()
    await page.getByText('The sample was removed').waitFor()
    await page.getByText('0 of 5 done').waitFor()
  })

  test('a sender domain turns green when its records are there', async () => {
    const data = { name: 'Kunder', fromEmail: 'shop@example.test' }
    const headers = { 'X-Pennypost-Console': '1' }
    await page.request.post(`${browser.origin}/api/v1/lists`, { headers, data })
    await page.reload()
    await page.getByRole('button', { name: 'Make keys example.test' }).click()
    await page.getByText('the DNS does not say so yet').waitFor()
    await page.getByText('0 of 5 done').waitFor()
    await page.getByRole('button', { name: 'Check example.test' }).click()
    const dkim = page.locator('.findings > li').filter({ hasText: 'DKIM' }).first()
    await dkim.getByText('to be done').waitFor()
    await hasNoDefect(page)
    const keys = await page.request.get(`${browser.origin}/api/v1/dkim-keys`)
    for (const { record } of (await keys.json()).items)
      dns.zone[record.name] = { TXT: [record.text] }
    await dkim.getByText('well').waitFor()
    await page.getByText('and the DNS agrees').waitFor()
    await page.getByText('1 of 5 done').waitFor()
  })

  test('a relay is added, and takes a test email', async () => {
    await page.getByRole('button', { name: 'Add a relay' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Ours')
    await dialog.getByLabel('Server').fill('http://wrong.test')
    await dialog.getByRole('button', { name: 'Add a relay' }).click()
    await dialog.getByRole('alert').waitFor()
    await hasNoDefect(page)
    await dialog.getByLabel('Server').fill('127.0.0.1')
    await dialog.getByLabel('Port').fill(String(relay.port))
    await dialog.getByLabel('Encryption').selectOption('none')
    await dialog.getByRole('button', { name: 'Add a relay' }).click()
    await page.getByText('Emails go by Ours.').waitFor()
    // Links would lead nowhere: it is said here, and not when somebody sends.
    await page.getByText('Links in emails would lead to this machine only').waitFor()
    assert.equal(await page.getByText('--local').count(), 0)
    await page.getByText('1 of 5 done').waitFor()
    await page.getByLabel('Test email to').fill('me@example.test')
    await page.getByRole('button', { name: 'Send a test email' }).click()
    await page.getByText('The relay took the email').waitFor()
    assert.equal(relay.seen.messages, 1)
  })

  test('a key is shown once, works, and is revoked', async () => {
    await shows('keys')
    await page.getByText('No keys yet').waitFor()
    await page.getByRole('button', { name: 'Make a key' }).click()
    await page.getByLabel('Name').fill(NAME)
    await page.getByLabel('change subscribers, lists').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click()
    await page.getByText('It is shown this once').waitFor()
    const token = (await page.getByRole('dialog').locator('code').textContent())!
    const call = () =>
      fetch(`${browser.origin}/api/v1/lists`, { headers: { Authorization: `Bearer ${token}` } })
    assert.equal((await call()).status, 200)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('cell', { name: NAME }).first().waitFor()
    await hasNoDefect(page)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No keys yet').waitFor()
    assert.equal((await call()).status, 401)
  })

  test('a member is invited, sees what the role allows, and sets up codes', async () => {
    await shows('members')
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    await page.getByLabel('Email address').fill('ada@members.test')
    await page.reload()
    await page.getByRole('button', { name: 'Make the link' }).waitFor()
    assert.equal(await page.getByLabel('Email address').inputValue(), 'ada@members.test')
    await page.getByRole('button', { name: 'Make the link' }).click()
    await page.getByText('valid for a week').waitFor()
    const link = (await page.getByRole('dialog').locator('code').textContent())!
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('heading', { name: 'Open invitations' }).waitFor()
    await hasNoDefect(page)
    const ada = await browser.open(1440, 'light', new URL(link).pathname)
    await ada.getByLabel('Password').fill(PASSWORD)
    await ada.keyboard.press('Enter')
    await ada.getByRole('heading', { name: 'Home' }).waitFor()
    assert.equal(await ada.getByRole('link', { name: 'Members' }).count(), 0)
    await ada.goto(`${browser.origin}/console/own`)
    await ada.getByRole('button', { name: 'Set up' }).click()
    await ada.getByRole('img', { name: 'Scan this' }).waitFor()
    await hasNoDefect(ada)
    const secret = (await ada.locator('form code').textContent())!.replaceAll(' ', '')
    // This step's, then the next one's: both stay good for longer than a step.
    const code = (later: number) => codeOfStep(bytesOf(secret), stepAt(Date.now()) + later)
    await ada.getByLabel('Code of the app').fill(code(0))
    await ada.getByRole('button', { name: 'Turn codes on' }).click()
    await ada.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    await hasNoDefect(ada)
    await ada.context().clearCookies()
    await ada.goto(`${browser.origin}/console`)
    await ada.getByLabel('Email address or user name').fill('ada@members.test')
    await ada.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await ada.keyboard.press('Enter')
    await ada.getByRole('heading', { name: 'One-time code' }).waitFor()
    await ada.getByRole('textbox').fill(code(1))
    await ada.keyboard.press('Enter')
    await ada.getByRole('heading', { name: 'Home' }).waitFor()
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: 'ada@members.test' })
    await row.getByText('set up').waitFor()
    await row.getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Change role' }).click()
    await page.getByLabel('Role').selectOption('Viewer')
    await page.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Viewer').waitFor()
    await ada.context().close()
  })

  test('a member without a password re-authenticates at the provider, in another tab', async () => {
    const headers = { 'X-Pennypost-Console': '1' }
    const data = { email: 'olle@members.test', role: 'owner' }
    const sent = await page.request.post(`${browser.origin}/api/v1/invitations`, { headers, data })
    assert.ok(sent.ok(), await sent.text())
    // Else the account's user name opens nothing more once there is an owner.
    const kept = await page.request.put(`${browser.origin}/api/v1/account/sign-in`, {
      headers,
      data: { allowed: true },
    })
    assert.ok(kept.ok(), await kept.text())
    provider.people.set('olle', { email: data.email, email_verified: true, name: 'Olle' })
    const visitor = createVisitor()
    await visitor.signIn(`${browser.origin}/console/provider/start`, 'olle')
    const olle = await browser.open(1440, 'light', '/console')
    await olle.getByRole('link', { name: 'Sign in with Example Login' }).waitFor()
    const value = visitor.jar.get('pennypost_session')!
    await olle.context().addCookies([{ name: 'pennypost_session', value, url: browser.origin }])
    await olle.goto(`${browser.origin}/console/keys`)
    await olle.getByRole('button', { name: 'Make a key' }).click()
    await olle.getByLabel('Name').fill('Typed before')
    await olle.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click()
    const again = olle.getByRole('dialog', { name: 'Your password, again' })
    await again.getByRole('button', { name: 'Go on' }).click()
    await again.getByText('Example Login has not yet confirmed it is you.').waitFor()
    await hasNoDefect(olle)
    const [tab] = await Promise.all([
      olle.waitForEvent('popup'),
      again.getByRole('link', { name: 'Give it at Example Login' }).click(),
    ])
    await tab.locator('[name=login]').fill('olle')
    await tab.locator('[name=password]').fill('any')
    await tab.getByRole('button').click()
    await tab.getByRole('button', { name: 'Continue' }).click()
    await tab.getByRole('heading', { name: 'Home' }).waitFor()
    await tab.close()
    await olle.bringToFront()
    if (await again.isVisible()) await again.getByRole('button', { name: 'Go on' }).click()
    await olle.getByText('It is shown this once').waitFor()
    await olle.context().close()
  })

  test('the audit log shows the values before a change', async () => {
    await shows('audit')
    await page.getByLabel('Kind').selectOption('member')
    assert.equal(new URL(page.url()).searchParams.get('kind'), 'member')
    const row = page.getByRole('row').filter({ hasText: 'Member · changed' })
    await row.locator('del', { hasText: 'editor' }).waitFor()
    await row.locator('ins', { hasText: 'viewer' }).waitFor()
    const ofKeys = page.getByRole('row').filter({ hasText: 'API key' })
    await ofKeys.first().waitFor({ state: 'detached' })
  })

  test('a session that ends loses nothing that was typed', async () => {
    await shows('lists')
    await page.getByRole('button', { name: 'Add list' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Typed for an hour')
    await page.getByLabel('Address of the sender').fill('typed@example.test')
    await page.context().clearCookies()
    await page.getByRole('dialog').getByRole('button', { name: 'Add list' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByLabel('Password', { exact: true }).fill('wrong')
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.getByRole('alert').waitFor()
    await hasNoDefect(page)
    await again.getByLabel('Password', { exact: true }).fill(ACCOUNT.ACCOUNT_PASSWORD)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Typed for an hour')
    await page.getByRole('dialog').getByRole('button', { name: 'Add list' }).click()
    await page.getByRole('cell', { name: 'Typed for an hour' }).first().waitFor()
  })

  test('has caused no violation of its policy, no error, and asked no other host', () => {
    // The browser itself says so of refused calls.
    const expected = /status of (?:400|401|403)/
    assert.deepEqual(
      browser.trouble.filter(line => !expected.test(line)),
      [],
    )
  })
})
