/** The board of programs for those that call with an API key: JSON API, tools, other wires. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

async function keyNamed(name: string, rights = ['read', 'send']): Promise<[id: number, string]> {
  const made = await setup.call('POST', '/api-keys', { name, rights })
  assert.equal(made.status, 201)
  return [made.body.id, made.body.token]
}

const clientWith = (token: string, userAgent: string) =>
  apiClient(setup.running.origin, {
    Authorization: `Bearer ${token}`,
    'User-Agent': userAgent,
  })

interface Program {
  id: number
  title: string
  binding: string
  calls: number
}

/** Once its calls are written. */
async function programOf(title: string, binding: string, calls: number): Promise<Program> {
  for (;;) {
    const { items } = (await setup.call('GET', '/programs')).body
    const found = items.find(
      (one: Program) => one.title === title && one.binding === binding && one.calls >= calls,
    )
    if (found) return found
    await rest(50)
  }
}

const detailsOf = async ({ id }: Program) => (await setup.call('GET', `/programs/${id}`)).body

/** Operation, outcome and number. */
const callsOf = async (program: Program) =>
  (await detailsOf(program)).operations.map(
    ({ operation, outcome, calls }: Record<string, unknown>) => [operation, outcome, calls],
  )

const SECRETS = ['Sesam-Oeffne-77', 'greta.garbo@private.test', 'Garbo-Gustafsson']

describe('a program with an API key', () => {
  test('has a row by the name of its key: operations, refusals, kind', async () => {
    const [, token] = await keyNamed('Shop of Malmö')
    const call = clientWith(token, 'python-requests/2.32.3')
    assert.equal((await call('GET', '/lists')).status, 200)
    assert.equal((await call('GET', '/lists')).status, 200)
    assert.equal((await call('GET', '/lists/4711')).status, 404)
    assert.equal((await call('GET', '/lists?limit=none')).status, 400)
    assert.equal((await call('POST', '/lists', { name: 'New' })).status, 403)
    const program = await programOf('Shop of Malmö', 'json', 5)
    assert.deepEqual(await callsOf(program), [
      ['listsCreate', 'not-allowed', 1],
      ['listsGet', 'no-such-list', 1],
      ['listsList', '', 2],
      ['listsList', 'not-valid', 1],
    ])
    const { kind, network, failed, within95, keyName } = (await detailsOf(program)).program
    assert.deepEqual([kind, network, failed], ['Python 2.32', '127.0.0.0/24', 3])
    assert.ok(within95 > 0)
    assert.equal(keyName, 'Shop of Malmö')
  })

  test('has a refusal with the names of its values, and no value', async () => {
    const [, token] = await keyNamed('Till', ['read', 'people', 'send'])
    const call = clientWith(token, `curl/8.5.0 ${SECRETS.join(' ')}`)
    const body = { listId: 1, email: SECRETS[2], lastName: 3, [SECRETS[1]!]: SECRETS[0] }
    const headers = { Cookie: SECRETS.join(), 'X-Customer': SECRETS.join() }
    assert.equal((await call('POST', '/subscribers', body, headers)).status, 400)
    assert.equal((await call('POST', `/subscribers?${SECRETS[0]}=${SECRETS[1]}`, body)).status, 400)
    const program = await programOf('Till', 'json', 2)
    const { exchanges, operations } = await detailsOf(program)
    assert.equal(operations[0].operation, 'subscribersCreate')
    const names = exchanges.flatMap(({ parameters }: { parameters: { name: string }[] }) =>
      parameters.map(({ name }) => name),
    )
    assert.ok(names.includes('body.email') || names.includes('body'), names.join())
    const kept = await setup.running.store.withClient(async client => {
      const tables = ['programs', 'program_calls', 'program_exchanges', 'unoffered_operations']
      const texts: string[] = []
      for (const name of tables) {
        const { rows } = await client.query(
          `select string_agg(t::text, ' ') as text from "${name}" t`,
        )
        texts.push(rows[0].text ?? '')
      }
      return texts.join('\n')
    })
    assert.match(kept, /subscribersCreate/)
    for (const secret of [...SECRETS, token]) assert.ok(!kept.includes(secret), secret)
    for (const secret of SECRETS) assert.ok(!setup.running.lines.join('\n').includes(secret))
  })

  test('is told from others with the same key by its kind, and forgotten with its calls', async () => {
    const [id, token] = await keyNamed('Two machines')
    await clientWith(token, 'python-requests/2.32.3')('GET', '/lists')
    await clientWith(token, 'axios/1.7.2')('GET', '/lists')
    const program = await programOf('Two machines', 'json', 1)
    const { items } = (await setup.call('GET', '/programs')).body
    const rows = items.filter(({ title }: Program) => title === 'Two machines')
    assert.deepEqual(rows.map(({ client }: { client: string }) => client).sort(), [
      'axios',
      'python',
    ])
    assert.equal((await setup.call('DELETE', `/api-keys/${id}`)).status, 204)
    const { keyName, title } = (await detailsOf(program)).program
    assert.equal(keyName, null)
    assert.doesNotMatch(title, /Two machines/)
  })

  test('calls tools: each by its name, once', async () => {
    const [, token] = await keyNamed('Assistant', ['read'])
    const client = new Client({ name: 'a test', version: '1.0.0' })
    const requestInit = { headers: { Authorization: `Bearer ${token}` } }
    const address = new URL('/mcp', setup.running.origin)
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }))
    await client.callTool({ name: 'overview', arguments: {} })
    await client.callTool({ name: 'overview', arguments: { [SECRETS[0]!]: 1 } })
    await client.callTool({ name: SECRETS[2]!, arguments: {} })
    await client.close()
    const program = await programOf('Assistant', 'mcp', 3)
    assert.deepEqual(await callsOf(program), [
      ['', 'not-offered', 1],
      ['overview', '', 1],
      ['overview', 'not-valid', 1],
    ])
    const { items } = (await setup.call('GET', '/programs')).body
    const rows = items.filter(({ title }: Program) => title === 'Assistant')
    assert.deepEqual(
      rows.map(({ binding }: Program) => binding),
      ['mcp'],
    )
  })

  test('that speaks the wire of a provider is there, with what is not served', async () => {
    const [, token] = await keyNamed('Moved in')
    const headers = { 'X-Postmark-Server-Token': token, 'User-Agent': 'node' }
    const get = (path: string) => fetch(`${setup.running.origin}/postmark${path}`, { headers })
    await get('/message-streams/outbound/suppressions/dump')
    await get('/deliverystats')
    await get(`/${SECRETS[0]}`)
    const program = await programOf('Moved in', 'postmark', 3)
    const calls = await callsOf(program)
    assert.deepEqual(
      calls.map(([operation]: string[]) => operation),
      ['', 'GET /message-streams/:stream/suppressions/dump'],
    )
    const { unoffered } = (await setup.call('GET', '/programs')).body
    assert.deepEqual(unoffered.map(({ operation }: { operation: string }) => operation).sort(), [
      '',
      '/deliverystats',
    ])
  })

  test('strangers and people at the console are no programs', async () => {
    const titles = async () => (await setup.call('GET', '/programs')).body.items.length
    const before = await titles()
    await clientWith('ppk_unknown', 'curl/8')('GET', '/lists')
    await setup.call('GET', '/lists')
    const [, token] = await keyNamed('Last')
    await clientWith(token, 'curl/8')('GET', '/lists')
    await programOf('Last', 'json', 1)
    assert.equal(await titles(), before + 1)
  })
})
