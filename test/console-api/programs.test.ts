/** The board of programs: who calls, what fails, and that nothing personal is kept of it. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import { backup } from '../../src/db/backup/backup.ts'
import { type ApiSetup, apiSetup, PASSWORD } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

const board = async () => (await setup.call('GET', '/programs')).body
const details = async (id: number) => (await setup.call('GET', `/programs/${id}`)).body

/** Until the batch is written. */
async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await read()
    if (found !== undefined) return found
    await rest(50)
  }
}

interface Program {
  id: number
  client: string
  binding: string
  calls: number
}

const programOf = (client: string, binding: string, calls = 1): Promise<Program> =>
  until(async () =>
    (await board()).items.find(
      (one: Program) => one.client === client && one.binding === binding && one.calls >= calls,
    ),
  )

const NAMESPACE = 'http://pennypost.example/externalapi/v3/'
const address = () => `${setup.running.origin}/externalapiservice.asmx`

const envelope = (operation: string, values: Record<string, string>, namespace = NAMESPACE) =>
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
  `<${operation} xmlns="${namespace}">` +
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('') +
  `</${operation}></soap:Body></soap:Envelope>`

const soap = (operation: string, values: Record<string, string>, more = {}) =>
  fetch(address(), {
    method: 'POST',
    headers: {
      'Content-Type': 'text/xml; charset=utf-8',
      SOAPAction: `"${NAMESPACE}${operation}"`,
      'User-Agent': 'PHP-SOAP/8.2.7',
      ...more,
    },
    body: envelope(operation, values),
  })

const get = (operation: string, values: Record<string, string>, more = {}) =>
  fetch(`${address()}/${operation}?${new URLSearchParams(values)}`, { headers: more })

const credentials = { strUsername: 'shop', strPassword: PASSWORD }

describe('the board of programs', () => {
  test('a program that succeeds and fails has a row, with why and how often', async () => {
    await soap('GetMailingLists', credentials)
    await soap('InsertSubscriber', {
      ...credentials,
      strEmail: 'ada@people.test',
      strName: 'Ada Lovelace',
      strMailingListID: '4711',
    })
    await soap('DeleteMailingList', { ...credentials, strMailingListId: 'none' })
    const { id } = await programOf('php-soap', 'soap11', 3)
    const { program, operations, exchanges } = await details(id)
    assert.equal(program.title, 'PHP SoapClient 8.2')
    assert.equal(program.network, '127.0.0.0/24')
    assert.equal(program.failed, 2)
    assert.ok(program.within95 > 0)
    assert.equal(program.days.length, 14)
    assert.deepEqual(program.days[13].failed, 2)
    assert.deepEqual(
      operations.map(({ operation, outcome, calls }: Record<string, unknown>) => [
        operation,
        outcome,
        calls,
      ]),
      [
        ['DeleteMailingList', 'not-an-id', 1],
        ['GetMailingLists', '', 1],
        ['InsertSubscriber', 'no-such-list', 1],
      ],
    )
    const refused = exchanges.find(({ operation }: Program & { operation: string }) =>
      operation.startsWith('Insert'),
    )
    assert.deepEqual(refused.parameters, [
      { name: 'strUsername', value: { kind: 'harmless', length: 4, shown: 'shop' } },
      { name: 'strPassword', value: { kind: 'secret', length: 0 } },
      { name: 'strEmail', value: { kind: 'address', length: 15 } },
      { name: 'strName', value: { kind: 'text', length: 12 } },
      { name: 'strMailingListID', value: { kind: 'harmless', length: 4, shown: '4711' } },
    ])
    assert.equal(refused.code, -3)
    const unread = exchanges.find(({ outcome }: { outcome: string }) => outcome === 'not-an-id')
    assert.deepEqual(unread.parameters[2], {
      name: 'strMailingListId',
      value: { kind: 'text', length: 4 },
      rule: 'must be decimal digits',
    })
    assert.equal(exchanges.filter(({ outcome }: { outcome: string }) => outcome === '').length, 1)
  })

  test('an API key in place of the password is on no board and in no line of the log', async () => {
    const { token } = (await setup.call('POST', '/api-keys', { name: 'k', rights: ['read'] })).body
    const secret = token.slice(-43)
    const agent = { 'User-Agent': 'Wget/1.21' }
    await get('GetMailingLists', { ...credentials, strPassword: token }, agent)
    await get('InsertMailingList', { ...credentials, strPassword: token }, agent)
    await get('GetMailingLists', { ...credentials, strPassword: `${token.slice(0, -1)}~` }, agent)
    await soap('GetMailingLists', { strUsername: token, strPassword: token })
    const { id } = await programOf('wget', 'get', 3)
    const shown = await details(id)
    assert.ok(
      shown.operations.some(({ outcome }: { outcome: string }) => outcome === 'not-permitted'),
    )
    const { rows } = await setup.running.store.withClient(client =>
      client.query('select t::text as row from program_exchanges t'),
    )
    const kept = [JSON.stringify(shown), ...setup.running.lines, ...rows.map(({ row }) => row)]
    assert.ok(kept.every(text => !text.includes(secret.slice(0, 20))))
  })

  test('it is named by hand, and forgotten; it comes back when it calls', async () => {
    await get('GetMailingLists', credentials, { 'User-Agent': 'curl/8.5.0' })
    const { id } = await programOf('curl', 'get')
    const named = await setup.call('PATCH', `/programs/${id}`, { name: 'Nightly' })
    assert.deepEqual([named.body.title, named.body.client], ['Nightly', 'curl'])
    assert.equal((await setup.stranger('GET', `/programs/${id}`)).status, 404)
    assert.equal((await setup.call('DELETE', `/programs/${id}`)).status, 204)
    assert.equal((await setup.call('GET', `/programs/${id}`)).body.reason, 'no-such-program')
    await get('GetMailingLists', credentials, { 'User-Agent': 'curl/8.5.0' })
    assert.notEqual((await programOf('curl', 'get')).id, id)
  })

  test('operations that are not offered are told by name, other names are not', async () => {
    const at = { 'User-Agent': 'Java/1.8.0' }
    await soap('GetLoyaltyPoints', credentials, at)
    await soap('GetLoyaltyPoints', credentials, at)
    await get('SendBulkFax', credentials, at)
    await get('hunter2x', credentials, at)
    const { unoffered } = await until(async () => {
      const now = await board()
      return now.unoffered.length >= 3 ? now : undefined
    })
    assert.deepEqual(
      unoffered.map(({ operation, calls }: Record<string, unknown>) => [operation, calls]).sort(),
      [
        ['', 1],
        ['GetLoyaltyPoints', 2],
        ['SendBulkFax', 1],
      ],
    )
  })

  test('hostile user agents are one program, and no text of the page', async () => {
    const hostile = ['<script>alert(1)</script>', 'x'.repeat(8_000), "'; drop table programs --"]
    for (const agent of hostile)
      for (let part = 0; part < 30; part++)
        await get('GetMailingLists', credentials, { 'User-Agent': `${agent}${part}` })
    await programOf('unknown', 'get', 90)
    const { items } = await board()
    const unknown = items.filter(({ client }: Program) => client === 'unknown')
    assert.equal(unknown.length, 1)
    assert.doesNotMatch(JSON.stringify(items), /script|drop|xxx/)
  })
})

/** What must be found nowhere. */
const SECRETS = ['Sesam-Oeffne-77', 'greta.garbo@private.test', 'Garbo-Gustafsson']

describe('what is kept of exchanges', () => {
  const everything = SECRETS.join(' ')

  async function callWithSecrets(): Promise<void> {
    const headers = {
      Authorization: `Basic ${everything}`,
      Cookie: `session=${everything}`,
      Referer: `https://shop.test/?${everything}`,
      'X-Customer': everything,
      'User-Agent': `PHP-SOAP/8.2.7 ${everything}`,
    }
    const people = {
      strEmail: SECRETS[1]!,
      strName: SECRETS[2]!,
      strMailingListID: everything,
      strCountryCode: SECRETS[0]!,
    }
    const names = ['shop', SECRETS[1]!]
    for (const strUsername of names) {
      const given = { strUsername, strPassword: SECRETS[0]!, ...people }
      await get('InsertSubscriber', { ...given, [everything]: everything }, headers)
      await fetch(`${address()}/InsertSubscriber?${everything}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ ...given, [everything]: everything }),
      })
      await soap('InsertSubscriber', { ...given, strOther: everything }, headers)
      await soap('InsertSubscriber', given, { ...headers, SOAPAction: `"${everything}"` })
      await soap('GetUnknownThing', { ...given, strOther: everything }, headers)
      await get(SECRETS[2]!, given, headers)
    }
    const right = { ...credentials, ...people }
    await soap('InsertSubscriber', right, headers)
    await get('GetSubscriberDetails', right, headers)
    await get('GetMailingLists', { ...right, strOther: everything }, headers)
  }

  test('a password, an address and a name are in no table, page, log, audit or backup', async () => {
    await callWithSecrets()
    await programOf('php-soap', 'post', 1)
    const { id } = await programOf('php-soap', 'soap11', 5)
    await until(async () => ((await details(id)).exchanges.length > 5 ? true : undefined))
    const pages = await Promise.all([
      setup.call('GET', '/programs'),
      ...(await board()).items.map((one: Program) => setup.call('GET', `/programs/${one.id}`)),
      setup.call('GET', '/audit'),
      setup.call('GET', '/home'),
    ])
    const { store, lines } = setup.running
    const found: string[] = []
    const look = (where: string, text: string) => {
      for (const secret of SECRETS)
        for (const one of [secret, encodeURIComponent(secret)])
          if (text.toLowerCase().includes(one.toLowerCase())) found.push(`${where}: ${one}`)
    }
    await store.withClient(async client => {
      const tables = await client.query(
        'select tablename as name from pg_tables where schemaname = current_schema()',
      )
      for (const { name } of tables.rows) {
        const { rows } = await client.query(
          `select string_agg(t::text, ' ') as text from "${name}" t`,
        )
        look(name, rows[0]?.text ?? '')
      }
    })
    const folder = mkdtempSync(join(tmpdir(), 'programs-'))
    try {
      const file = join(folder, 'store.backup')
      await backup(store, { file, version: '1', secretKey: { fingerprint: 'f', form: 'none' } })
      look('backup', zstdDecompressSync(readFileSync(file)).toString())
    } finally {
      rmSync(folder, { recursive: true })
    }
    for (const { body } of pages) look('page', JSON.stringify(body))
    look('log', lines.join('\n'))
    assert.deepEqual(found, [])
  })
})
