/**
 * An assistant signs in by OAuth, in a browser: with the client of the protocol's SDK, a member who
 * consents on the page, and a service that is killed between the code and the tokens. What it
 * proposes leaves when a member releases it.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  signIn,
  startConsole,
} from '../support/console-browser.ts'
import { freePort } from '../support/free-port.ts'
import { memoryClient } from '../support/oauth-client.ts'
import { CLIENT, startProvider, type TestProvider } from '../support/openid-provider.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
type Json = any

const HOSTILE = '\u202e<img src=x onerror="alert(1)"> \u2066Helper'

describe('an assistant that signs in by OAuth', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let sink: Sink
  let page: Page
  let desk: Server
  /** Where people sign in. */
  let people: TestProvider
  let back: string

  const call = async (method: string, path: string, data?: unknown): Promise<Json> => {
    const answer = await page.request.fetch(`${browser.origin}/api/v1${path}`, {
      method,
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
      ...(data !== undefined && { data: data as Buffer }),
    })
    assert.ok(answer.ok(), `${method} ${path}: ${answer.ok() ? '' : await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' })
  const shot = async (name: string) => {
    const folder = process.env.SHOTS
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
  }
  const transport = (provider: ReturnType<typeof memoryClient>) =>
    new StreamableHTTPClientTransport(new URL('/mcp', browser.origin), { authProvider: provider })
  const client = () => new Client({ name: 'a test', version: '1.0.0' })
  /** Where the browser is sent when it first calls. */
  const asked = async (provider: ReturnType<typeof memoryClient>) => {
    const first = transport(provider)
    await assert.rejects(client().connect(first), /Unauthorized/i)
    return { first, at: provider.asked!.href }
  }
  const returned = async (): Promise<URLSearchParams> => {
    await page.waitForURL(url => url.href.startsWith(back))
    return new URL(page.url()).searchParams
  }

  before(async () => {
    desk = createServer((_req, res) => res.end('<title>Back</title>You may close this window.'))
    desk.listen(0, '127.0.0.1')
    await once(desk, 'listening')
    back = `http://127.0.0.1:${(desk.address() as AddressInfo).port}/back`
    sink = await startSink()
    const port = String(await freePort())
    people = await startProvider(`http://127.0.0.1:${port}/console/provider/return`)
    browser = await startConsole({
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      OIDC_NAME: 'Example Login',
      OIDC_ISSUER: people.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    })
  })
  after(async () => {
    await browser?.stop()
    await sink?.stop()
    await people?.close()
    desk?.close()
  })

  test('is let in by a member, and proposes what a member releases', async () => {
    const provider = memoryClient(back)
    const { first, at } = await asked(provider)
    page = await browser.open(1440, 'light', at.slice(browser.origin.length))
    page.setDefaultTimeout(60_000)
    await signIn(page)
    await page.getByRole('heading', { name: '“Elin’s desk” wants to work' }).waitFor()
    await page.getByText('127.0.0.1', { exact: true }).waitFor()
    assert.ok(await page.getByRole('radio', { name: /^Read and propose/ }).isChecked())
    await hasNoDefectInSchemes(page)
    await shot('oauth-consent')
    await page.setViewportSize({ width: 360, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await hasNoDefectInSchemes(page)
    await shot('oauth-consent-narrow-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await button('Let it in').click()
    const answer = await returned()
    assert.equal(answer.get('state'), 'a state')

    await browser.kill()
    await browser.again()
    await first.finishAuth(answer)
    const connected = client()
    await connected.connect(transport(provider))
    const tool = async (name: string, values: object): Promise<Json> => {
      const made = await connected.callTool({ name, arguments: { ...values } })
      const [{ text = '' } = {}] = made.content as { text?: string }[]
      assert.notEqual(made.isError, true, text)
      return JSON.parse(text.slice(text.indexOf('\n\n')))
    }
    await page.goto(`${browser.origin}/console/lists`)
    await call('POST', '/lists', { name: 'Garden letter', fromEmail: 'post@lindhaga.test' })
    const rows = ['even0', 'odd1', 'even2'].map(name => ({ email: `${name}@readers.test` }))
    await call('POST', '/subscribers/batch', { listId: 1, rows })
    const html = '<h1>March</h1><a href="{{ unsubscribe_url }}">Leave</a>'
    const source = { kind: 'html', html }
    const made = await tool('make_newsletter', { subject: 'It is spring', source, listId: 1 })
    const filter = { name: 'Even ones', where: "email begins with 'even'" }
    const { id: filterId } = await tool('make_filter', filter)
    const choice = { newsletterId: made.id, listIds: [1], filterIds: [filterId] }
    const { id } = await tool('propose_sending', choice)
    assert.equal(sink.seen.messages, 0)
    assert.deepEqual((await call('GET', '/sendings')).items, [])

    await page.goto(`${browser.origin}/console/proposals/${id}`)
    await page.getByText('Proposed by Elin’s desk (OAuth)').waitFor()
    await button('Release: send to 2 people').click()
    await button('Send anyway').or(page.getByText('Released by the account')).first().waitFor()
    if (await button('Send anyway').isVisible()) await button('Send anyway').click()
    await page.getByText('Released by the account').waitFor()
    const [sending] = (await call('GET', '/sendings')).items
    await until(async () => (await call('GET', `/sendings/${sending.id}`)).state === 'finished')
    assert.deepEqual([...sink.counts.keys()].sort(), ['even0@readers.test', 'even2@readers.test'])

    await page.goto(`${browser.origin}/console/keys`)
    await page.getByText('Assistant, signed in from 127.0.0.1').waitFor()
    await hasNoDefectInSchemes(page)
    await shot('oauth-keys')
    await button(/^Revoke/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Assistant, signed in from 127.0.0.1').waitFor({ state: 'detached' })
    await assert.rejects(tool('sendings', {}), /Unauthorized|invalid_grant/i)
    await connected.close()
  })

  test('is not let in, and hears of it; its name is only text', async () => {
    const provider = memoryClient(back, HOSTILE, 'read')
    const { first, at } = await asked(provider)
    await page.goto(at)
    const heading = page.getByRole('heading', { name: /wants to work with this account/ })
    await heading.waitFor()
    assert.match((await heading.textContent())!, /^“<img src=x onerror="alert\(1\)"> Helper”/)
    assert.equal(await page.locator('#page img').count(), 0)
    await hasNoDefectInSchemes(page)
    await button('Do not let it in').click()
    const answer = await returned()
    assert.deepEqual([answer.get('error'), answer.get('code')], ['access_denied', null])
    await assert.rejects(first.finishAuth(answer))
    assert.equal(provider.held.tokens, undefined)
  })

  test('with a foreign address to return to is led nowhere', async () => {
    const provider = memoryClient(back)
    const { at } = await asked(provider)
    const wrong = new URL(at)
    wrong.searchParams.set('redirect_uri', 'https://evil.test/back')
    await page.goto(wrong.href)
    await page.getByText('none that the assistant has registered').waitFor()
    assert.equal(await button('Let it in').count(), 0)
    const plain = new URL(at)
    plain.searchParams.set('code_challenge_method', 'plain')
    await page.goto(plain.href)
    await page.getByText('in a way that is not accepted').waitFor()
    await hasNoDefectInSchemes(page)
    await button('Go back').click()
    assert.equal((await returned()).get('error'), 'invalid_request')
  })

  test('is let in by a member who signs in at a provider, as its request comes back', async () => {
    const email = 'olle@members.test'
    await call('POST', '/invitations', { email, role: 'owner' })
    people.people.set('olle', { email, email_verified: true, name: 'Olle' })
    const provider = memoryClient(back)
    const { first, at } = await asked(provider)
    const own = page
    page = await browser.open(1440, 'light', at.slice(browser.origin.length))
    page.setDefaultTimeout(60_000)
    await page.getByRole('link', { name: 'Sign in with Example Login' }).click()
    await page.locator('[name=login]').fill('olle')
    await page.locator('[name=password]').fill('any')
    await page.getByRole('button').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: '“Elin’s desk” wants to work' }).waitFor()
    await page.getByText(email).first().waitFor()
    assert.equal(await page.evaluate(() => sessionStorage.getItem('pennypost-left')), null)
    await button('Let it in').click()
    const again = page.getByRole('dialog', { name: 'Your password, again' })
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      again.getByRole('link', { name: 'Give it at Example Login' }).click(),
    ])
    await tab.locator('[name=login]').fill('olle')
    await tab.locator('[name=password]').fill('any')
    await tab.getByRole('button').click()
    await tab.getByRole('heading', { name: 'Home' }).waitFor()
    await tab.close()
    await page.bringToFront()
    if (await again.isVisible()) await again.getByRole('button', { name: 'Go on' }).click()
    await first.finishAuth(await returned())
    assert.ok(provider.held.tokens)
    await page.context().close()
    page = own
  })

  test('finds a page that no other site frames', async () => {
    const answer = await fetch(`${browser.origin}/console/connect`)
    assert.equal(answer.headers.get('x-frame-options'), 'DENY')
    assert.match(answer.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  })

  test('nothing was wrong in the browser', () => {
    // The page of the provider wants a font of the web; consent wants the password again (403).
    const theirs = `^asks (?:${back}|${people.issuer}|https://fonts)|ERR_NAME_NOT_RESOLVED|403 \\(`
    const known = new RegExp(`${theirs}|favicon|400 \\(|409 \\(|ERR_CONNECTION|ERR_EMPTY`)
    assert.deepEqual(
      browser.trouble.filter(line => !known.test(line)),
      [],
    )
  })
})
