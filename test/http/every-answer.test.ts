/** The parts of every answer of the service, of every edge. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { routes } from '../../src/console-api/v1/table.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { makeLoginLink } from '../../src/domain/accounts/login-link.ts'
import { openSession } from '../../src/domain/accounts/session.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { LOW_COST } from '../support/password-cost.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** By edge; pages that a browser keeps apart from those of other sites are marked. */
const PATHS = [
  '/',
  '/nothing-here',
  '/favicon.ico',
  '/healthz',
  '/readyz',
  '/metrics',
  '/x.asmx',
  '/t/x/y',
  '/t/x.gif',
  '/u/x',
  '/w/x',
  '/m/1/x.png',
  '/m/',
  '/c',
  '/c.gif',
  '/c.js',
  '/api/sms/reply/x',
  '/api/sms/',
  '/api/relay-events/1/x',
  '/api/relay-events/',
  '/api/no',
]
const PAGES = [
  '/console',
  '/console/',
  '/console/nothing',
  '/console/a.php',
  '/console/sign-in',
  '/console/password',
  '/console/password/x',
  '/console/invitation/x',
  '/console/login/1.x',
  '/console/assets/none.js',
  '/console/code',
  '/console?to=/sandbox',
  '/sandbox',
  '/sandbox/9',
  '/sandbox/nothing',
  '/sandbox/empty',
  '/sandbox/texts',
  '/api/v1',
  '/api/v1/nothing',
  '/api/v1/openapi.json',
  '/api/v1/reference',
  '/api/v1/live',
  // Last: nobody is signed in then.
  '/console/sign-out',
]

interface Answer {
  status: number
  headers: Record<string, unknown>
}

let running: RunningApp
let cookie: string
let accountId: number
before(async () => {
  running = await startApp({ TRUST_PROXY: '127.0.0.1' })
  const account = { username: 'shop', password: 'right', cost: LOW_COST }
  accountId = (await addAccount(running.store, account))!.id
  cookie = `pennypost_session=${await openSession(running.store, accountId)}`
})
after(() => running.close())

const ask = (method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((found, failed) => {
    const { hostname: host, port } = new URL(running.origin)
    const asked = request({ host, port, path, method, headers }, answer => {
      answer.on('error', () => {}).destroy()
      found({ status: answer.statusCode!, headers: answer.headers })
    })
    asked.on('error', failed).end()
  })

/** The status of each answer. */
async function walk(paths: readonly string[], check: (answer: Answer, where: string) => void) {
  const seen = new Set<number>()
  for (const path of paths)
    for (const method of METHODS)
      for (const signedIn of [false, true]) {
        const session = { cookie, 'X-Pennypost-Console': '1' }
        const answer = await ask(method, path, signedIn ? session : {})
        seen.add(answer.status)
        check(answer, `${method} ${path} ${answer.status}`)
      }
  return seen
}

const hasType = ({ headers }: Answer, where: string) => {
  assert.equal(headers['x-content-type-options'], 'nosniff', where)
  assert.ok(headers['x-request-id'], where)
  assert.ok(!('strict-transport-security' in headers), where)
}

test('every answer is of the type that it says, refusals and redirects too', async () => {
  const seen = await walk(PATHS, hasType)
  for (const status of [200, 204, 401, 404, 405])
    assert.ok(seen.has(status), `${status} of ${[...seen].join()}`)
  const login = `/console/login/${await makeLoginLink(running.store, accountId)}`
  const opened = await ask('GET', login)
  assert.equal(opened.status, 303)
  hasType(opened, login)
  const misled = await ask('GET', 'http://elsewhere.example/healthz')
  assert.equal(misled.status, 400)
  hasType(misled, 'another host')
})

test('every page of the console and the sandbox keeps its window to itself', async () => {
  const seen = await walk(PAGES, (answer, where) => {
    hasType(answer, where)
    if (answer.headers.location === undefined && answer.status < 400)
      assert.equal(answer.headers['cross-origin-opener-policy'], 'same-origin', where)
  })
  for (const status of [200, 303, 404, 405, 410])
    assert.ok(seen.has(status), `${status} of ${[...seen].join()}`)
})

test('so does every route of the JSON API', async () => {
  for (const { method, path } of routes) {
    const at = `/api/v1${path.replace(/:\w+/g, '1')}`
    hasType(await ask(method, at), `${method} ${at}`)
    if (method === 'GET') hasType(await ask(method, at, { cookie }), `${method} ${at}`)
  }
})

test('over https, browsers are told to stay there', async () => {
  const byHttps = { 'X-Forwarded-Proto': 'https' }
  for (const path of [...PATHS, ...PAGES])
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { headers } = await ask(method, path, byHttps)
      assert.equal(headers['strict-transport-security'], 'max-age=31536000', `${method} ${path}`)
    }
})
