/** The pages without scripts: the two ways in, a login link and the form, and no console. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Account } from '../../src/domain/accounts/account.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { makeLoginLink } from '../../src/domain/accounts/login-link.ts'
import { type RunningApp, startApp } from '../support/app.ts'

let running: RunningApp
let account: Account
before(async () => {
  running = await startApp()
  account = (await addAccount(running.store, { username: '<Shop>', password: 'right & good' }))!
})
after(() => running.close())

const visit = (path: string, init: RequestInit = {}) =>
  fetch(running.origin + path, { redirect: 'manual', ...init })
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
const page = async (cookie: string) => (await visit('/console', { headers: { cookie } })).text()
const link = async () => `/console/login/${await makeLoginLink(running.store, account.id)}`
const signIn = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  visit('/console/sign-in', { method: 'POST', body: new URLSearchParams(fields), headers })

describe('a login link', () => {
  test('signs in once and leads to the page', async () => {
    const path = await link()
    const answer = await visit(path)
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/console'])
    assert.match(
      answer.headers.get('set-cookie')!,
      /^pennypost_session=[\w.-]+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    assert.match(await page(cookieOf(answer)), /Signed in as <b>&#60;Shop&#62;<\/b>/)
    const again = await visit(path)
    assert.equal(again.status, 410)
    assert.match(await again.text(), /This link no longer works/)
    assert.equal(again.headers.get('set-cookie'), null)
  })

  test('is not used up by a visitor who only looks', async () => {
    const path = await link()
    for (const init of [
      { method: 'HEAD' },
      { method: 'OPTIONS' },
      { headers: { 'Sec-Purpose': 'prefetch' } },
    ])
      assert.equal((await visit(path, init)).headers.get('set-cookie'), null)
    assert.equal((await visit(path)).status, 303)
  })

  test('is used by a navigation, never by a picture, frame or script', async () => {
    const path = await link()
    for (const dest of [
      'image',
      'iframe',
      'frame',
      'embed',
      'object',
      'empty',
      'script',
      'style',
    ]) {
      const answer = await visit(path, { headers: { 'Sec-Fetch-Dest': dest } })
      assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [403, null], dest)
    }
    assert.equal((await visit(path, { headers: { 'Sec-Fetch-Dest': 'document' } })).status, 303)
  })

  test('asks before it replaces another session, and ends that one', async () => {
    const other = (await addAccount(running.store, { username: 'other', password: 'right' }))!
    const cookie = cookieOf(await visit(await link()))
    const path = `/console/login/${await makeLoginLink(running.store, other.id)}`
    for (let i = 0; i < 2; i++) {
      const asked = await visit(path, { headers: { cookie } })
      assert.deepEqual([asked.status, asked.headers.get('set-cookie')], [200, null])
      const text = await asked.text()
      assert.match(text, /<h1>Sign in to other\?<\/h1>/)
      assert.match(text, /You are signed in as &#60;Shop&#62;\./)
    }
    assert.match(await page(cookie), /Signed in as <b>&#60;Shop&#62;/)
    const post = (headers: Record<string, string>) => visit(path, { method: 'POST', headers })
    assert.equal((await post({ cookie, 'Sec-Fetch-Site': 'cross-site' })).status, 403)
    assert.equal((await post({ cookie, Origin: 'https://evil.example.test' })).status, 403)
    const exchanged = await post({ cookie, 'Sec-Fetch-Site': 'same-origin' })
    assert.equal(exchanged.status, 303)
    assert.match(await page(cookieOf(exchanged)), /Signed in as <b>other<\/b>/)
    assert.match(await page(cookie), /<h1>Sign in<\/h1>/)
    assert.equal((await post({ cookie })).status, 410)
    assert.equal((await visit(path, { headers: { cookie: cookieOf(exchanged) } })).status, 410)
  })

  test('of the account that is signed in asks nothing', async () => {
    const cookie = cookieOf(await visit(await link()))
    assert.equal((await visit(await link(), { headers: { cookie } })).status, 303)
  })

  test('of another form is nothing', async () => {
    for (const token of ['x', '1.', `${account.id}.${'A'.repeat(43)}`, '%00', `1'or'1'='1`])
      assert.equal((await visit(`/console/login/${token}`)).status, 410)
  })
})

describe('the form', () => {
  test('signs in with user name and password', async () => {
    const answer = await signIn({ username: '<shop>', password: 'right & good' })
    assert.equal(answer.status, 303)
    assert.match(await page(cookieOf(answer)), /Sign out/)
  })

  test('refuses a wrong password, and keeps the name', async () => {
    const answer = await signIn({ username: '"><b>', password: 'wrong' })
    assert.equal(answer.status, 403)
    const text = await answer.text()
    assert.match(text, /the password is wrong/)
    assert.ok(text.includes('value="&#34;&#62;&#60;b&#62;"') && !text.includes('wrong"'))
    assert.equal((await signIn({})).status, 403)
  })

  test('of another site is turned away', async () => {
    const good = { username: '<shop>', password: 'right & good' }
    assert.equal((await signIn(good, { Origin: 'https://evil.example.test' })).status, 403)
    assert.equal((await signIn(good, { 'Sec-Fetch-Site': 'cross-site' })).status, 403)
    assert.equal((await signIn(good, { Origin: running.origin })).status, 303)
  })

  test('signing out ends the session', async () => {
    const cookie = cookieOf(await signIn({ username: '<shop>', password: 'right & good' }))
    const answer = await visit('/console/sign-out', { method: 'POST', headers: { cookie } })
    assert.equal(answer.status, 303)
    assert.match(await page(cookie), /<h1>Sign in<\/h1>/)
  })
})

describe('the page', () => {
  test('says that the console was not built, what to do, and leads to the sandbox', async () => {
    const text = await page(cookieOf(await visit(await link())))
    assert.match(text, /The web console was not built/)
    assert.match(text, /npm ci &amp;&amp; npm run console/)
    assert.match(text, /href="\/sandbox"/)
  })

  test('has an icon, and lets pictures come from the service alone', async () => {
    const answer = await visit('/console')
    assert.match(answer.headers.get('content-security-policy')!, /; img-src 'self';/)
    const [, icon] = /<link rel="icon"[^>]* href="([^"]+)"/.exec(await answer.text())!
    for (const path of [icon!, '/favicon.ico']) {
      const { status, headers } = await visit(path)
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/svg+xml'])
    }
  })

  test('fetches nothing, may not be framed, is not cached', async () => {
    const { headers } = await visit('/console')
    assert.match(
      headers.get('content-security-policy')!,
      /^default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'$/,
    )
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  })

  test('behind https the cookie is for https, and of this host alone', async () => {
    const secure = await startApp({ PUBLIC_URL: 'https://post.example.test' })
    try {
      const owner = (await addAccount(secure.store, { username: 'shop', password: 'right' }))!
      const address = `${secure.origin}/console/login/${await makeLoginLink(secure.store, owner.id)}`
      const answer = await fetch(address, { redirect: 'manual' })
      const [, value] =
        /^__Host-pennypost_session=([\w.-]+); Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/.exec(
          answer.headers.get('set-cookie')!,
        )!
      const seen = async (cookie: string) =>
        (await fetch(`${secure.origin}/console`, { headers: { cookie } })).text()
      assert.match(await seen(`__Host-pennypost_session=${value}`), /Sign out/)
      // Another host of the domain can plant this one.
      assert.match(await seen(`pennypost_session=${value}`), /<h1>Sign in<\/h1>/)
      const out = await fetch(`${secure.origin}/console/sign-out`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: `__Host-pennypost_session=${value}` },
      })
      assert.match(
        out.headers.get('set-cookie')!,
        /^__Host-pennypost_session=; Max-Age=0; Path=\/; HttpOnly; Secure/,
      )
    } finally {
      await secure.close()
    }
  })
})
