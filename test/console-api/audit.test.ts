/** Who changed what: people, keys, login links, programs and commands leave their trace. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { auditOf } from '../../src/domain/audit/read.ts'
import { handlers } from '../../src/operations/index.ts'
import type { InsertMailingList } from '../../src/operations/lists.ts'
import { until } from '../support/until.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

interface Shown {
  actor: { kind: string; name: string }
  action: string
  before: { name: string } | null
  after: { name: string } | null
}

const actionsOf = async (client: ApiClient): Promise<string[]> =>
  (await client('GET', '/audit')).body.items.map(({ action }: Shown) => action)

const LIST = { name: 'Customers', fromEmail: 'news@example.com' }

test('an object has its history, with everybody who changed it', async () => {
  const { call, running, stranger } = setup
  assert.deepEqual(await actionsOf(call), ['session.open'])
  const { body: list } = await call('POST', '/lists', LIST)
  const { body: key } = await call('POST', '/api-keys', { name: 'crm', rights: ['people'] })
  const program = apiClient(running.origin, { Authorization: `Bearer ${key.token}` })
  await program('PATCH', `/lists/${list.id}`, { name: 'Readers' })
  const invited = await call('POST', '/invitations', { email: 'ada@members.test', role: 'editor' })
  const token = invited.body.link.split('/').at(-1)
  const visitor = apiClient(running.origin, { 'X-Pennypost-Console': '1' })
  const { headers } = await visitor('POST', '/invitations/accept', {
    token,
    password: 'a long one',
  })
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  const person = apiClient(running.origin, { cookie, 'X-Pennypost-Console': '1' })
  await person('PATCH', `/lists/${list.id}`, { name: 'Friends' })
  const { items } = (await call('GET', `/audit?kind=list&id=${list.id}`)).body
  assert.deepEqual(
    items.map(({ actor, action, before, after }: Shown) => [
      actor.kind,
      actor.name,
      action,
      before?.name,
      after?.name,
    ]),
    [
      ['person', 'ada@members.test', 'list.edit', 'Readers', 'Friends'],
      ['key', 'crm', 'list.edit', 'Customers', 'Readers'],
      ['account', '', 'list.add', undefined, 'Customers'],
    ],
  )
  assert.equal(items[0].peer, '127.0.0.1')
  const all = (await call('GET', '/audit?limit=2')).body
  const rest = (await call('GET', `/audit?after=${all.next}`)).body
  const actions = [...all.items, ...rest.items].map(({ action }) => action)
  assert.deepEqual(actions, [
    'list.edit',
    'session.open',
    'member.join',
    'member.invite',
    'list.edit',
    'api-key.add',
    'list.add',
    'session.open',
  ])
  assert.ok(!JSON.stringify([all, rest]).includes(key.token.slice(-30)))
  assert.deepEqual(await actionsOf(stranger), ['session.open'])
  assert.equal((await person('GET', '/audit')).status, 403)
  assert.equal((await call('GET', '/audit?kind=nothing')).status, 400)
})

test('why an opt-out was lifted and an address released is in the log', async () => {
  const { call } = setup
  const email = 'zoe@readers.test'
  await call('POST', '/opt-outs', { email })
  const upload = Buffer.from(`${email}\n`)
  await call('POST', '/suppressions/import?reason=gone', upload)
  const long = { email, reason: 'w'.repeat(501) }
  for (const path of ['/opt-outs/lift', '/suppressions/release']) {
    assert.equal((await call('POST', path, long)).status, 400)
    assert.ok((await call('POST', path, { email, reason: 'wrote to us' })).status < 300)
  }
  const { items } = (await call('GET', '/audit?limit=2')).body
  assert.deepEqual(
    items.map(({ action, after }: Shown) => [action, after]),
    [
      ['subscriber.release', { reason: 'wrote to us' }],
      ['subscriber.lift-opt-out', { reason: 'wrote to us' }],
    ],
  )
})

test('a program of the web service is named, by the table of its operations', async () => {
  const { running, accountId } = setup
  const call = {
    db: running.store,
    account: { id: accountId, username: 'shop', fieldCount: 25 },
    actor: { kind: 'program' },
  } as unknown as Parameters<typeof InsertMailingList>[0]
  const given = { ...LIST, fromName: 'Shop', description: '', characterSet: 'utf-8' }
  const listId = await handlers.InsertMailingList(call, given)
  const [entry] = await auditOf(running.store, accountId, { kind: 'list', id: listId, most: 1 })
  assert.deepEqual([entry?.actor.kind, entry?.action], ['program', 'list.add'])
})

test('a flood of refused calls is one entry an hour, with its number and the last call', async () => {
  const { call, running } = setup
  const { body: key } = await call('POST', '/api-keys', { name: 'curious', rights: ['read'] })
  const program = apiClient(running.origin, { Authorization: `Bearer ${key.token}` })
  const entries = async () =>
    (await call('GET', '/audit?action=call.refuse&actorKind=key')).body.items
  for (let n = 0; n < 12; n++) assert.equal((await program('GET', '/api-keys')).status, 403)
  assert.equal((await program('POST', '/lists', LIST)).status, 403)
  await until(async () => (await entries())[0]?.after.times === 13)
  const [entry, ...more] = await entries()
  assert.deepEqual([entry.actor.name, entry.after.last, more], ['curious', 'POST /lists', []])
  // What is refused for other reasons is none of it.
  assert.equal((await program('GET', '/lists/999')).status, 404)
  assert.equal((await entries())[0].after.times, 13)
})

test('wrong passwords of an account and of a person are counted in their logs, and nowhere else', async () => {
  const { call, running, stranger } = setup
  const visitor = apiClient(running.origin, { 'X-Pennypost-Console': '1' })
  const invited = await call('POST', '/invitations', { email: 'eva@members.test', role: 'viewer' })
  const token = invited.body.link.split('/').at(-1)
  await visitor('POST', '/invitations/accept', { token, password: 'a long one' })
  for (const username of ['shop', 'eva@members.test', 'eva@members.test', 'nobody@members.test'])
    assert.equal((await visitor('POST', '/session', { username, password: 'no' })).status, 401)
  const entries = async (client: ApiClient, action: string) =>
    (await client('GET', `/audit?action=${action}`)).body.items
  await until(async () => (await entries(call, 'account.wrong-password')).length === 1)
  await until(async () => (await entries(call, 'member.wrong-password'))[0]?.after.times === 2)
  const [entry] = await entries(call, 'member.wrong-password')
  assert.deepEqual([entry.actor.kind, entry.peer], ['visitor', '127.0.0.1'])
  for (const action of ['account.wrong-password', 'member.wrong-password'])
    assert.deepEqual(await entries(stranger, action), [])
})
