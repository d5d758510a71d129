/** Every route of the table against missing rights and hostile input. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { routes } from '../../src/console-api/v1/table.ts'
import { openSession } from '../../src/domain/accounts/session.ts'
import { RIGHTS } from '../../src/domain/members/rights.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
  // The only account operates the installation.
  const text = "update accounts set closed_at = now() where username = 'other'"
  await setup.running.store.run({ name: '', text, again: false }, [])
})
after(() => setup.running.close())

const filled = (path: string) => path.replace(/:\w+/g, '999999')
const closed = routes.filter(({ right }) => right !== 'anyone')

async function keyed(rights: string[], masked = false): Promise<ApiClient> {
  const { body } = await setup.call('POST', '/api-keys', { name: rights.join(), rights, masked })
  return apiClient(setup.running.origin, { Authorization: `Bearer ${body.token}` })
}

test('a key with one right is refused where another is wanted, and only there', async () => {
  for (const right of RIGHTS) {
    const call = await keyed([right])
    for (const { method, path, right: wanted } of closed) {
      const { status, body } = await call(method, filled(path), method === 'GET' ? undefined : [])
      const refused = status === 403 && body.reason === 'not-allowed'
      assert.equal(refused, wanted !== right, `${method} ${path} with ${right}: ${status}`)
    }
  }
})

test('a masked key is refused what would be personal, and only that', async () => {
  const call = await keyed([...RIGHTS], true)
  for (const { method, path, personal } of closed) {
    const { status, body } = await call(method, filled(path), method === 'GET' ? undefined : [])
    const refused = status === 403 && body.reason === 'not-allowed'
    assert.equal(refused, personal, `${method} ${path}: ${status}`)
  }
})

test('a hostile cursor is refused, or names another place', async () => {
  const values = ['x', 'infinity', '0000-01-01 00:00:00+01', '2026-02-31 10:00:00+01', -1, 1e300]
  const texts = values.map(value => JSON.stringify([value, value, value].slice(0)))
  const forms = values.flatMap(value => [[value], [value, 1], [value, 'x'], [value, 1, 1]])
  const cursors = [...texts, ...forms.map(form => JSON.stringify(form)), '{', 'null', '[]']
  for (const { method, path, query } of closed) {
    if (method !== 'GET' || !('shape' in query) || !('after' in (query.shape as object))) continue
    for (const text of cursors) {
      const after = Buffer.from(text).toString('base64url')
      const { status, body } = await setup.call('GET', `${filled(path)}?after=${after}`)
      assert.ok(status < 500, `${path} ${text}: ${JSON.stringify(body)}`)
    }
  }
})

test('another site changes nothing with the cookie of a visitor', async () => {
  const { running, accountId } = setup
  const cookie = `pennypost_session=${await openSession(running.store, accountId)}`
  const plain = apiClient(running.origin, { cookie })
  const foreign = { 'X-Pennypost-Console': '1', Origin: 'https://evil.test' }
  const crossed = apiClient(running.origin, { cookie, ...foreign })
  for (const { method, path } of routes) {
    if (method === 'GET') continue
    for (const call of [plain, crossed]) {
      const { status, body } = await call(method, filled(path), {})
      assert.deepEqual([status, body.reason], [403, 'other-site'], `${method} ${path}`)
    }
  }
  assert.equal((await plain('GET', '/session')).status, 200)
})

/** A body as the schema has it, each of its texts replaced. */
function withTexts(schema: z.ZodType, text: string): unknown {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as never
  const valueFor = (of: { type?: string; properties?: object; anyOf?: never[] }): unknown => {
    if (of.type === 'object')
      return Object.fromEntries(
        Object.entries(of.properties ?? {}).map(([name, one]) => [name, valueFor(one)]),
      )
    if (of.type === 'string') return text
    if (of.type === 'boolean') return true
    if (of.type === 'array') return [text]
    return of.type === undefined ? text : 1
  }
  return valueFor(made)
}

const HOSTILE = [
  '<script>alert(1)</script>\u202egnp.exe',
  'x'.repeat(500),
  'ä'.repeat(5_000),
  '\u0000',
  '\ud800',
]

test('long and hostile texts in every field of every body are no fault', async () => {
  const cookie = `pennypost_session=${await openSession(setup.running.store, setup.accountId)}`
  const call = apiClient(setup.running.origin, { cookie, 'X-Pennypost-Console': '1' })
  for (const { method, path, body: schema } of closed) {
    // They end the session or the account that the test calls as.
    if (!schema || /^\/(?:installation\/accounts|account|session)/.test(path)) continue
    for (const text of HOSTILE) {
      const { status, body } = await call(method, filled(path), withTexts(schema, text))
      assert.ok(status < 500 || status === 503, `${method} ${path}: ${JSON.stringify(body)}`)
    }
  }
  for (const { method, path } of closed) {
    if (!path.includes(':')) continue
    for (const text of ['%00', '%F0', '-1', '1e9', '9'.repeat(30), '..%2f..', 'x'.repeat(5_000)]) {
      const given = method === 'GET' ? undefined : {}
      const { status, body } = await call(method, path.replace(/:\w+/g, text), given)
      assert.ok(status < 500, `${method} ${path} ${text}: ${JSON.stringify(body)}`)
    }
  }
  assert.deepEqual(
    setup.running.lines.filter(line => line.includes('a call of the API failed')),
    [],
  )
})
