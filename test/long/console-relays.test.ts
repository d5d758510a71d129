/**
 * The page of relays in Chromium, with a real server as the relay: it is added, takes a test email,
 * gets limits, is paused and resumed, warmed up, gets another address, and is removed.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { certificateForLocalhost } from '../support/certificate.ts'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { authBy, startTokenEndpoint } from '../support/token-endpoint.ts'

describe('the page of relays', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let relay: Sink

  before(async () => {
    relay = await startSink({ keep: 1 })
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/relays')
    page.setDefaultTimeout(60_000)
    // A test email is from the sender of the first list.
    const made = await page.request.post(`${browser.origin}/api/v1/lists`, {
      headers: { 'X-Pennypost-Console': '1' },
      data: { name: 'Readers', fromEmail: 'news@example.test' },
    })
    assert.equal(made.status(), 201)
  })
  after(async () => {
    await browser?.stop()
    await relay?.stop()
  })

  const dialog = () => page.getByRole('dialog')
  const closed = () => dialog().waitFor({ state: 'detached' })
  const row = () => page.getByRole('row').filter({ hasText: 'Ours' })
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions of Ours' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const known = async (path = '') => {
    const url = `${browser.origin}/api/v1/installation/routes${path}`
    const body = await (await page.request.get(url)).json()
    return path === '' ? body.items[0] : body
  }

  test('begins empty, and refuses what is no server', async () => {
    await page.getByText('No relay yet').waitFor()
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Add a relay' }).click()
    await dialog().getByLabel('Name', { exact: true }).fill('Ours')
    await dialog().getByLabel('Server').fill('no server/at all')
    await dialog().getByRole('button', { name: 'Add a relay' }).click()
    await dialog().getByRole('alert').waitFor()
    await hasNoDefectInSchemes(page)
  })

  test('adds one that takes a test email', async () => {
    await dialog().getByLabel('Server').fill('127.0.0.1')
    await dialog().getByLabel('Encryption').selectOption('none')
    await dialog().getByLabel('Port').fill(String(relay.port))
    await dialog().getByRole('button', { name: 'Add a relay' }).click()
    await closed()
    await row().getByText('In use').waitFor()
    await choose('Send a test email')
    await dialog().getByLabel('Test email to').fill('me@example.test')
    await dialog().getByRole('button', { name: 'Send a test email' }).click()
    await dialog().getByText('The relay took the email').waitFor()
    await dialog().getByRole('listitem').filter({ hasText: 'Email is taken: passed' }).waitFor()
    await dialog().getByText('The connection is not encrypted.').waitFor()
    await hasNoDefectInSchemes(page)
    assert.equal(relay.seen.messages, 1)
    await page.keyboard.press('Escape')
    await closed()
  })

  test('keeps limits, and says what is no number', async () => {
    await choose('Limits')
    await dialog().getByLabel('Emails a second').fill('many')
    await dialog().getByText('Write a number.').waitFor()
    await dialog().getByLabel('Emails a second').fill('2,5')
    await dialog().getByLabel('Emails a day').fill('5000')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await closed()
    await row().getByText('2.5').waitFor()
    await row().getByText('of 5,000').waitFor()
    const { limits } = await known()
    assert.equal(limits.ratePerSecond, 2.5)
    assert.equal(limits.dailyQuota, 5000)
  })

  test('is paused, resumed, and warmed up', async () => {
    await choose('Pause')
    await row().getByText('Paused', { exact: true }).waitFor()
    assert.equal((await known()).state, 'paused')
    await hasNoDefectInSchemes(page)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/relays.png` })
    await choose('Resume')
    await row().getByText('In use').waitFor()
  })

  test('warms up on its page: begun, drawn against its plan, changed, ended', async () => {
    await choose('Warm-up')
    await page.getByRole('heading', { name: 'Ours' }).waitFor()
    await page.getByText('This relay does not warm up').waitFor()
    await page.getByRole('button', { name: 'Begin a warm-up' }).click()
    await dialog().getByLabel('Emails to each provider on the first day').fill('50')
    await dialog().getByRole('button', { name: 'Begin a warm-up' }).click()
    await closed()
    await page.getByText('Begins with 50 a day').waitFor()
    await page.getByText('Nothing was sent yet.').waitFor()
    await page.getByRole('img', { name: 'Warm-up at All other domains' }).waitFor()
    // Three days, as workers write them: one was held back.
    await browser.onStore(client =>
      client.query(
        `insert into route_provider_days (route_id, provider, day, quota, messages, objections,
           held)
         select r.id, 'Gmail', (now() at time zone 'utc')::date - ago, quota, sent, 0, held
         from routes r, (values (2, 50, 50, null), (1, 75, 20, null), (0, 75, 31,
           '{"code":"warm-up-unused","values":{"messages":20}}'))
           as d (ago, quota, sent, held)`,
      ),
    )
    await page.reload()
    await page.getByText('31 of 75 emails today').waitFor()
    await page.getByText('It did not grow: only 20 emails were sent.').waitFor()
    await page.getByText('Tomorrow 112, if today is used').waitFor()
    const drawn = page.getByRole('img', { name: 'Warm-up at Gmail' })
    assert.equal(await drawn.locator('rect').count(), 3)
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await dialog().getByLabel('Each day so many times the day before').fill('2')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await closed()
    await page.getByText('Tomorrow 150, if today is used').waitFor()
    const { items } = await known('/Ours/warm-up').then(({ providers }) => ({ items: providers }))
    assert.deepEqual([items[0].days.length, items[0].planned[0].quota], [3, 150])
  })

  test('says which provider is slowed: to what, since when and why', async () => {
    await page.getByText('No provider has asked for less.').waitFor()
    await browser.onStore(client =>
      client.query(
        `insert into route_slowdowns (route_id, domain_group, level, until, reply, per_minute,
           since)
         select id, 'Outlook', 1, now() - interval '1 min', '421 4.7.0 Too many', 120, now()
         from routes`,
      ),
    )
    await page.reload()
    const slowed = page.getByRole('row').filter({ hasText: 'Outlook' })
    await slowed.getByText('120 a minute').waitFor()
    await slowed.getByText('421 4.7.0 Too many').waitFor()
    await page.getByRole('button', { name: 'Limit a provider' }).click()
    await dialog().getByLabel('Provider').fill('Gmail')
    await dialog().getByLabel('Emails a second').fill('5')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await closed()
    await page.getByRole('button', { name: 'Gmail: as usual again' }).waitFor()
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Gmail: as usual again' }).click()
    await page.getByText('None is set').waitFor()
    await page.getByRole('button', { name: 'End the warm-up' }).click()
    await dialog().getByRole('button', { name: 'End the warm-up' }).click()
    await closed()
    await page.getByText('This relay does not warm up').waitFor()
    await page.getByRole('link', { name: 'Relays' }).first().click()
  })

  test('gets a user and a password, which no page shows', async () => {
    await choose('Change server or password')
    await dialog().getByLabel('Server').fill('relay.example.test')
    await dialog().getByLabel('User name').fill('me@example.test')
    await dialog().getByLabel('Password', { exact: true }).fill('a/secret@1')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await closed()
    await row().getByText('relay.example.test:587').waitFor()
    assert.doesNotMatch(JSON.stringify(await known()), /secret/)
    assert.doesNotMatch(await page.content(), /secret/)
  })

  test('logs in by OAuth 2, by fields, and its test says each step', async () => {
    const endpoint = await startTokenEndpoint(3600)
    const { key, cert } = certificateForLocalhost()
    const tokens = await startSink({
      offers: ['STARTTLS', 'AUTH XOAUTH2'],
      auth: authBy(endpoint),
      tls: { key, cert },
    })
    await page.goto(`${browser.origin}/console/relays`)
    await choose('Change server or password')
    await dialog().getByLabel('Server').fill('localhost')
    await dialog().getByLabel('Port').fill(String(tokens.port))
    await dialog().getByLabel('User name').fill('me@example.test')
    await dialog().getByLabel('Log-in by').selectOption('token')
    await dialog().getByLabel('Service').selectOption('other')
    await dialog().getByLabel('Address of the token endpoint').fill(endpoint.url)
    await dialog().getByLabel('Client ID').fill('shop')
    await dialog().getByLabel('Client secret', { exact: true }).fill('hush & more')
    await hasNoDefectInSchemes(page)
    await dialog().getByRole('button', { name: 'Save' }).click()
    await closed()
    await choose('Send a test email')
    await dialog().getByLabel('Test email to').fill('me@example.test')
    await dialog().getByRole('button', { name: 'Send a test email' }).click()
    // A certificate that nobody knows: STARTTLS was asked for with a valid one.
    const failed = dialog().getByRole('listitem').filter({ hasText: 'failed' })
    await failed.getByText('Encrypts the connection').waitFor()
    await failed.getByText('is not trusted').waitFor()
    await page.keyboard.press('Escape')
    await closed()
    const secret = encodeURIComponent('hush & more')
    const grant = `token_url=${encodeURIComponent(endpoint.url)}&client_id=shop&client_secret=${secret}`
    const moved = await page.request.patch(`${browser.origin}/api/v1/installation/routes/Ours`, {
      headers: { 'X-Pennypost-Console': '1' },
      data: { url: `smtp://me@localhost:${tokens.port}?starttls=required&verify=no&${grant}` },
    })
    assert.equal(moved.status(), 200)
    await choose('Send a test email')
    await dialog().getByLabel('Test email to').fill('me@example.test')
    await dialog().getByRole('button', { name: 'Send a test email' }).click()
    await dialog().getByText('The relay took the email').waitFor()
    await dialog().getByRole('listitem').filter({ hasText: 'Logs in: passed' }).waitFor()
    await dialog().getByText('Not checked, or of no known issuer.').waitFor()
    await dialog().getByText('TLSv1.3').waitFor()
    await hasNoDefectInSchemes(page)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/relay-test.png` })
    assert.equal(endpoint.asked[0]!.get('client_secret'), 'hush & more')
    assert.equal(tokens.seen.messages, 1)
    assert.doesNotMatch(await page.content(), /hush/)
    // It has taken the token, and forgets it: tried with a new one, then its words are shown.
    endpoint.answer({ status: 400, body: '{"error":"invalid_grant"}' })
    endpoint.revoke()
    await dialog().getByRole('button', { name: 'Send a test email' }).click()
    await dialog()
      .getByText(/The relay did not take it: .*refuses an access token/)
      .waitFor()
    await dialog().getByText('The consent has ended').first().waitFor()
    await page.keyboard.press('Escape')
    await closed()
    await Promise.all([tokens.stop(), endpoint.stop()])
  })

  test('is removed', async () => {
    await choose('Remove')
    await dialog().getByRole('button', { name: 'Remove' }).click()
    await closed()
    await page.getByText('No relay yet').waitFor()
  })
})
