/** HEAD is answered wherever GET is, with the same status and headers, and changes nothing. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { routes } from '../../src/console-api/v1/table.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { makeLoginLink } from '../../src/domain/accounts/login-link.ts'
import { openSession } from '../../src/domain/accounts/session.ts'
import { get } from '../raw-get.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { LOW_COST } from '../support/password-cost.ts'

const CONSOLE = join(import.meta.dirname, '../../src/console-api')
const folder = mkdtempSync(join(tmpdir(), 'pennypost-head-'))
let running: RunningApp
let accountId: number
let headers: Record<string, string>

before(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<script nonce="PENNYPOST_NONCE"></script>')
  writeFileSync(join(folder, 'assets/main-1a.js'), 'console.log("the application")')
  running = await startApp({ SMS_CALLBACK_TOKEN: 'x'.repeat(40) }, { consoleFolder: folder })
  const { store } = running
  const shop = { username: 'shop', password: 'right & good', cost: LOW_COST }
  accountId = (await addAccount(store, shop))!.id
  headers = {
    cookie: `pennypost_session=${await openSession(store, accountId)}`,
    'x-pennypost-console': '1',
  }
})
after(async () => {
  await running.close()
  rmSync(folder, { recursive: true })
})

/** Of a file that is made while it is sent, or a page with a nonce, no length is known before. */
const FACTS = ['content-type', 'location', 'allow', 'content-disposition']

async function alike(path: string): Promise<number> {
  const url = running.origin + path
  const seen = await get(url, headers)
  const head = await get(url, headers, 'HEAD')
  const facts = (of: typeof seen) => [of.status, ...FACTS.map(name => of.headers[name])]
  assert.deepEqual(facts(head), facts(seen), path)
  assert.equal(head.text, '', path)
  const length = head.headers['content-length']
  if (seen.headers['content-length'] === undefined) assert.equal(length, undefined, path)
  return seen.status
}

test('documents, pages of the console, the sandbox and recipients, and probes', async () => {
  const SERVICE = '/externalapiservice.asmx'
  const found = [
    '/',
    SERVICE,
    `${SERVICE}?wsdl`,
    `${SERVICE}?disco`,
    `${SERVICE}?op=GetMailingLists`,
    '/console',
    '/console/',
    '/console/lists/7',
    '/console/assets/main-1a.js',
    '/console/sign-in',
    '/console/password',
    '/console/email-frame',
    '/sandbox',
    '/sandbox/texts',
    '/favicon.ico',
    '/c.js',
    '/healthz',
    '/readyz',
    '/metrics',
    '/api/v1/reference',
    '/api/v1/openapi.json',
  ]
  for (const path of found) assert.equal(await alike(path), 200, path)
  const others = ['/console/invitation/x', '/console/password/x', '/console/nothing.here']
  const ofRecipients = ['/t/x', '/t/x.gif', '/u/x', '/w/x', '/m/x', '/c.gif']
  for (const path of [...others, ...ofRecipients, '/nothing', '/sandbox/7']) await alike(path)
  delete headers.cookie
  for (const path of ['/sandbox/7?view=x', '/console']) await alike(path)
  headers.cookie = `pennypost_session=${await openSession(running.store, accountId)}`
})

test('each page of the console that has a GET is one of those above', () => {
  const sources = readdirSync(CONSOLE)
    .filter(name => name.endsWith('.ts'))
    .map(name => readFileSync(join(CONSOLE, name), 'utf8'))
  const paths = sources.flatMap(text => [...text.matchAll(/app\.get\b[^(]*\(\s*['`]([^'`]+)/g)])
  const provider = ['/return', '/start'].map(name => `\${FOLDER}${name}`)
  assert.deepEqual([...new Set(paths.map(([, path]) => path))].sort(), [
    ...provider,
    '/console',
    '/console/assets/:name',
    '/console/email-frame',
    '/console/invitation/:token',
    '/console/login/:token',
    '/console/password',
    '/console/password/:token',
    '/console/sign-in',
  ])
})

test('every GET of the JSON API', async () => {
  const list = { name: 'Customers', fromEmail: 'news@example.com' }
  const made = await fetch(`${running.origin}/api/v1/lists`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(list),
  })
  const { id } = (await made.json()) as { id: number }
  const statuses = new Set<number>()
  for (const { method, path } of routes)
    if (method === 'GET') {
      const known = path.startsWith('/lists/:') ? String(id) : '999999'
      statuses.add(await alike(`/api/v1${path.replace(/:\w+/g, known)}`))
    }
  assert.ok(statuses.has(200) && statuses.has(404) && Math.max(...statuses) < 500)
  // The file of a HEAD is not made, and gives its connection back.
  for (let i = 0; i < 40; i++) await alike(`/api/v1/lists/${id}/export`)
})

test('a live stream is not begun', async () => {
  const url = `${running.origin}/api/v1/live?topics=`
  for (let i = 0; i < 60; i++) {
    const { status, headers: found } = await get(`${url}home`, headers, 'HEAD')
    assert.deepEqual([status, found['content-type']], [200, 'text/event-stream'])
  }
  assert.equal((await get(`${url}nothing`, headers, 'HEAD')).status, 400)
})

test('what a GET uses up or changes is left alone', async () => {
  const path = `/console/login/${await makeLoginLink(running.store, accountId)}`
  const head = await get(running.origin + path, {}, 'HEAD')
  assert.deepEqual([head.status, head.headers['set-cookie']], [200, undefined])
  assert.equal((await get(running.origin + path)).status, 303)
  const call = '/externalapiservice.asmx/GetMailingLists?strUsername=shop&strPassword=x'
  assert.equal((await get(running.origin + call, {}, 'HEAD')).status, 500)
  const receipt = `/api/sms/receipt/${'x'.repeat(40)}?id=1&status=delivered`
  const refused = await get(running.origin + receipt, {}, 'HEAD')
  assert.deepEqual([refused.status, refused.headers.allow], [405, 'GET, POST'])
})
