/** The files of the web console as the service answers them, from a folder like a built one. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Account } from '../../src/domain/accounts/account.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { makeLoginLink } from '../../src/domain/accounts/login-link.ts'
import { type RunningApp, startApp } from '../support/app.ts'

const SCRIPT = 'console.log("the application")'
const folder = mkdtempSync(join(tmpdir(), 'pennypost-console-'))
let running: RunningApp
let account: Account

before(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    '<script nonce="PENNYPOST_NONCE"></script><div id="root"></div>',
  )
  writeFileSync(join(folder, 'assets/main-1a.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/main-1a.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'assets/main-1a.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(folder, 'assets/notes.txt'), 'of no known type')
  running = await startApp({}, { consoleFolder: folder })
  account = (await addAccount(running.store, { username: 'shop', password: 'right' }))!
})
after(async () => {
  await running.close()
  rmSync(folder, { recursive: true })
})

const visit = (path: string, headers: Record<string, string> = {}) =>
  fetch(running.origin + path, { redirect: 'manual', headers })

/** The encoding as sent: fetch decodes it. */
const sentAs = (wish: string) =>
  new Promise((found, failed) => {
    const path = `${running.origin}/console/assets/main-1a.js`
    const asked = httpGet(path, { headers: { 'Accept-Encoding': wish } }, answer => {
      answer.resume()
      found(answer.headers['content-encoding'])
    })
    asked.on('error', failed)
  })

describe('the page of the application', () => {
  test('has a nonce of its own in each answer, and a policy that names it', async () => {
    const nonces = new Set<string>()
    for (let i = 0; i < 3; i++) {
      const answer = await visit('/console')
      const policy = answer.headers.get('content-security-policy')!
      const [, nonce] = /script-src 'self' 'nonce-([\w+/=]{24})'/.exec(policy)!
      assert.ok((await answer.text()).includes(`<script nonce="${nonce}">`))
      assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}'`))
      assert.match(policy, /^default-src 'none'; .*base-uri 'none'; frame-ancestors 'none'$/)
      assert.doesNotMatch(policy, /unsafe|\*|https?:/)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      nonces.add(nonce!)
    }
    assert.equal(nonces.size, 3)
  })

  test('has a frame for emails: nothing runs in it, no other host is asked', async () => {
    const own = await visit('/console/email-frame')
    assert.equal(own.headers.get('x-frame-options'), 'SAMEORIGIN')
    const policy = own.headers.get('content-security-policy')!
    const library = `${new URL(running.origin).host}/m/`
    assert.match(policy, /^sandbox allow-same-origin; default-src 'none'; /)
    assert.ok(policy.includes(`; img-src ${library} data:; `), policy)
    assert.doesNotMatch(policy, /script|http/)
    const all = await visit('/console/email-frame?pictures=all')
    const wide = all.headers.get('content-security-policy')!
    assert.ok(wide.includes(`; img-src ${library} data: http: https:; `), wide)
    const page = (await visit('/console')).headers.get('content-security-policy')!
    assert.match(page, /frame-src 'self'/)
  })

  test('is answered at the address of each page, and knows of a session', async () => {
    const link = await visit(`/console/login/${await makeLoginLink(running.store, account.id)}`)
    assert.deepEqual([link.status, link.headers.get('location')], [303, '/console'])
    const cookie = link.headers.get('set-cookie')!.split(';')[0]!
    for (const path of ['/console', '/console/', '/console/lists', '/console/lists?q=%3Cb%3E']) {
      assert.match(await (await visit(path)).text(), /<div id="root" data-session="none">/)
      assert.match(
        await (await visit(path, { cookie })).text(),
        /<div id="root" data-session="open">/,
      )
    }
    assert.match(
      await (await visit('/console', { cookie: 'pennypost_session=1.x' })).text(),
      /data-session="none"/,
    )
    const toSandbox = await visit('/console?to=/sandbox', { cookie })
    assert.deepEqual([toSandbox.status, toSandbox.headers.get('location')], [303, '/sandbox'])
    assert.match(await (await visit('/console?to=/sandbox')).text(), /name="to" value="\/sandbox"/)
  })

  test('is not answered for addresses that no page can have', async () => {
    for (const path of ['/console/a.php', '/console/%3Cscript%3E', '/console/a/b/c/d/e'])
      assert.equal((await visit(path)).status, 404, path)
    assert.equal((await visit('/console/login/1.x')).status, 410)
  })
})

describe('its files', () => {
  test('are kept by browsers for ever, and sent as small as they read', async () => {
    const answer = await visit('/console/assets/main-1a.js')
    assert.equal(await answer.text(), SCRIPT)
    assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(answer.headers.get('vary'), 'Accept-Encoding')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(await sentAs('gzip, deflate, br'), 'br')
    assert.equal(await sentAs('gzip, br;q=0'), 'gzip')
    assert.equal(await sentAs('identity'), undefined)
  })

  test('are those alone', async () => {
    for (const name of ['other.js', 'notes.txt', '..%2Findex.html', 'main-1a.js.br', '__proto__'])
      assert.equal((await visit(`/console/assets/${name}`)).status, 404, name)
  })
})
