/**
 * Keys bound to a project, a list or networks: on every route an object of another project or list
 * is refused, and what is about more than one.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { routes } from '../../src/console-api/v1/table.ts'
import { makeApiKey } from '../../src/domain/members/api-keys/api-keys.ts'
import { RIGHTS } from '../../src/domain/members/rights.ts'
import { until } from '../support/until.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
/** Of the own project or list, and of the other one. */
const own = { project: 0, list: 0, person: 0, email: 0, transaction: 0, guid: '' }
const other = { project: 0, list: 0, person: 0, email: 0, transaction: 0, guid: '' }

before(async () => {
  setup = await apiSetup({ TRUST_PROXY: '127.0.0.1' })
  for (const [name, these] of [
    ['Own', own],
    ['Other', other],
  ] as const) {
    these.list = await made('/lists', { name, fromEmail: 'news@shop.test' })
    const newsletter = { subject: name, text: name, listId: these.list }
    const newsletterId = await made('/newsletters', newsletter)
    const project = { name, newsletterId, fromEmail: 'shop@shop.test' }
    these.project = await made('/projects', project)
    these.guid = (await setup.call('GET', `/projects/${these.project}`)).body.guid
    const person = { listId: these.list, email: `${name}@people.test`, name }
    these.person = await made('/subscribers', person)
    const email = {
      to: 'a@people.test',
      subject: 's',
      text: 't',
      project: name,
      identifier: 'same',
    }
    const sent = await setup.call('POST', '/emails', email)
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    these.email = sent.body.id
    these.transaction = sent.body.recipients[0].id
  }
})
after(() => setup.running.close())

async function made(path: string, body: object): Promise<number> {
  const answer = await setup.call('POST', path, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.id
}

/** With all rights, so that a refusal is of the binding. */
async function keyed(binding: object, headers: Record<string, string> = {}): Promise<ApiClient> {
  const { token } = await makeApiKey(setup.running.store, setup.accountId, {
    name: 'bound',
    rights: RIGHTS,
    maker: { kind: 'command' },
    ...binding,
  })
  return apiClient(setup.running.origin, { Authorization: `Bearer ${token}`, ...headers })
}

const email = { to: 'b@people.test', subject: 's', text: 't' }

/** Values of the other one, for each place that a route may name it at. */
const OUTSIDE: Record<string, (path: string) => [path: string, body?: unknown]> = {
  'params.projectId': path => [path.replace(':projectId', String(other.project))],
  'query.projectId': path => [`${path}?projectId=${other.guid}`],
  'body.project': path => [path, { ...email, project: 'Other' }],
  'body.emails': path => [path, { emails: [email, { ...email, project: 'Other' }] }],
  'params.transactionId': path => [path.replace(':transactionId', String(other.transaction))],
  'params.emailId': path => [path.replace(':emailId', String(other.email))],
  'params.listId': path => [
    path.replace(':subscriberId', String(own.person)).replace(':listId', String(other.list)),
  ],
  'params.subscriberId': path => [
    path.replace(':subscriberId', String(other.person)).replace(':listId', String(own.list)),
  ],
  'query.listId': path => [`${path}?listId=${other.list}`],
  'body.listId': path => [
    path,
    path.endsWith('/batch')
      ? { listId: other.list, rows: [{ email: 'c@people.test' }] }
      : { listId: other.list, email: 'c@people.test' },
  ],
  'body.rows': path => [
    path,
    { rows: [{ email: 'c@people.test' }, { listId: other.list, email: 'd@people.test' }] },
  ],
}

/** Values without which a body is refused before its key is. */
const NEEDED: Record<string, unknown> = {
  'PATCH /emails/:emailId': { sendAt: '2099-12-24T08:00:00Z' },
}

const COUNTED = [
  ...(['subscribers', 'subscriptions', 'transactions', 'given_emails', 'lists'] as const),
  ...(['newsletters', 'projects', 'filters', 'api_keys', 'webhooks'] as const),
]

async function everything(): Promise<unknown> {
  const text = COUNTED.map(
    table =>
      `select '${table}', count(*)::text, coalesce(sum(hashtext(t::text))::text, '') from ${table} t`,
  ).join(' union all ')
  const noted = text.replace('hashtext(t::text)', 'hashtext(t::text)')
  const sql = noted.replace(
    /sum\(hashtext\(t::text\)\)::text, ''\) from api_keys t/,
    "'', '') from api_keys t",
  )
  return setup.running.store.withClient(async client => (await client.query(sql)).rows)
}

describe('every route', () => {
  for (const kind of ['project', 'list'] as const)
    test(`refuses a key bound to a ${kind} what is outside of it, and changes nothing`, async () => {
      const call = await keyed({ [`${kind}Id`]: own[kind] })
      const before = await everything()
      let honoured = 0
      for (const { method, path, right, upload, body: takes, boundBy = {} } of routes) {
        if (right === 'anyone') continue
        const places = [boundBy[kind] ?? []].flat().filter(place => place !== 'itself')
        honoured += places.length
        const asked = boundBy[kind]
          ? places.map(place => OUTSIDE[place]!(path))
          : [[path.replace(/:\w+/g, '1'), upload ? new Uint8Array() : undefined] as const]
        for (const [at, given] of asked) {
          const needed = NEEDED[`${method} ${path}`] ?? {}
          const body = given ?? (takes && !upload ? needed : undefined)
          const answer = await call(method, at, body)
          // A body that is wrong otherwise is refused before: it does nothing either.
          if (boundBy[kind] === undefined && answer.status === 400) continue
          const said = [answer.status, answer.body?.reason]
          assert.deepEqual(said, [403, 'not-allowed'], `${method} ${at} ${JSON.stringify(answer)}`)
          assert.match(answer.body.code, /^key-bound-/)
        }
      }
      assert.ok(honoured >= 10, String(honoured))
      assert.deepEqual(await everything(), before)
    })
})

describe('a key bound to a project', () => {
  test('sends and reads emails of it, also without naming it', async () => {
    const call = await keyed({ projectId: own.project })
    for (const named of [{}, { project: 'Own' }, { project: own.guid }]) {
      const sent = await call('POST', '/emails', { ...email, ...named })
      assert.deepEqual([sent.status, sent.body.projectId], [201, own.project])
      assert.equal((await call('GET', `/emails/${sent.body.id}`)).status, 200)
      const [{ id }] = sent.body.recipients
      assert.equal((await call('GET', `/transactions/${id}/tries`)).status, 200)
    }
    const batch = await call('POST', '/emails/batch', { emails: [email] })
    assert.equal(batch.body.items[0].taken.projectId, own.project)
    const { items } = (await call('GET', '/transactions')).body
    assert.ok(items.length > 3)
    assert.ok(items.every(({ projectId }: { projectId: number }) => projectId === own.project))
    const found = (await call('GET', '/emails?identifier=same')).body.items
    assert.deepEqual(
      found.map(({ id }: { id: number }) => id),
      [own.email],
    )
    const looked = (await call('GET', '/emails/search?words=')).body.items
    assert.ok(looked.every(({ project }: { project: string }) => project === 'Own'))
  })

  test('makes no key, watches no state, and calls no tool about more', async () => {
    const call = await keyed({ projectId: own.project })
    const made = await call('POST', '/api-keys', { name: 'wide', rights: ['read'] })
    assert.equal(made.status, 403)
    assert.equal((await call('GET', '/live?topics=home')).body.code, 'key-bound-all')
  })
})

describe('a key bound to a list', () => {
  test('reads and changes its people, and is shown no other list', async () => {
    const call = await keyed({ listId: own.list })
    const known = await call('POST', '/subscribers', {
      listId: own.list,
      email: 'Other@people.test',
    })
    assert.deepEqual([known.status, known.body.listIds], [201, [own.list]])
    assert.deepEqual(
      known.body.subscriptions.map(({ listId }: { listId: number }) => listId),
      [own.list],
    )
    const { items } = (await call('GET', '/subscribers')).body
    assert.equal(items.length, 2)
    assert.ok(items.every(({ listIds }: { listIds: number[] }) => listIds.join() === `${own.list}`))
    // Counts are known for a moment after they were made.
    await until(async () => (await call('GET', '/subscribers/count')).body.count === 2)
    const row = { email: 'new@people.test', name: 'New' }
    const { body } = await call('PUT', '/subscribers/by-address', row)
    assert.deepEqual([body.created, body.subscribed], [true, true])
    const path = `/subscribers/${body.id}`
    assert.equal((await call('PATCH', path, { name: 'Newer' })).body.name, 'Newer')
    assert.equal((await call('DELETE', `${path}/lists/${own.list}`)).status, 204)
    assert.equal((await call('GET', path)).status, 403)
    await call('DELETE', `/subscribers/${other.person}/lists/${own.list}`)
    for (const query of ['where=name%20%3D%20%22Ada%22', 'filterId=1'])
      assert.equal((await call('GET', `/subscribers?${query}`)).body.code, 'key-bound-all')
  })
})

describe('a key bound to networks', () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address })

  test('is taken from them only, by the address that a trusted proxy tells', async () => {
    const networks = ['10.0.0.0/8', '2001:DB8::/32', '192.0.2.7']
    const call = await keyed({ networks })
    for (const address of ['10.255.0.1', '2001:db8:1::5', '192.0.2.7'])
      assert.equal((await call('GET', '/lists', undefined, from(address))).status, 200, address)
    for (const address of ['11.0.0.1', '2001:db9::1', '192.0.2.8', '10.0.0.1, 11.0.0.1', 'none']) {
      const { status, body } = await call('GET', '/lists', undefined, from(address))
      assert.deepEqual([status, body.reason, body.code], [403, 'not-allowed', 'key-network'])
    }
    assert.equal((await call('GET', '/live?topics=home', undefined, from('11.0.0.1'))).status, 403)
  })

  test('is refused by the tools and the wires in their form', async () => {
    const { token } = await makeApiKey(setup.running.store, setup.accountId, {
      name: 'x',
      rights: RIGHTS,
      maker: { kind: 'command' },
      networks: ['10.0.0.0/8'],
    })
    const ask = (path: string, headers: Record<string, string>, address: string) =>
      fetch(setup.running.origin + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers, ...from(address) },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
    const bearer = { Authorization: `Bearer ${token}` }
    assert.equal((await ask('/mcp', bearer, '11.0.0.1')).status, 403)
    assert.notEqual((await ask('/mcp', bearer, '10.0.0.1')).status, 403)
    const basic = `Basic ${Buffer.from(`api:${token}`).toString('base64')}`
    for (const [path, headers] of [
      ['/resend/emails', bearer],
      ['/sendgrid/v3/mail/send', bearer],
      ['/postmark/email', { 'X-Postmark-Server-Token': token }],
      ['/mailgun/v3/shop.test/messages', { Authorization: basic }],
    ] as const) {
      const answer = await ask(path, headers, '11.0.0.1')
      const said = await answer.text()
      assert.ok([401, 403, 422].includes(answer.status), `${path} ${answer.status} ${said}`)
      assert.match(said, /network|forbidden|restricted/i, path)
    }
  })
})

test('what it is bound to is checked when it is made, and listed', async () => {
  const make = (body: object) =>
    setup.call('POST', '/api-keys', { name: 'x', rights: ['read'], ...body })
  for (const [body, code] of [
    [{ project: 'Own', listId: own.list }, 'key-bound-twice'],
    [{ listId: 99_999 }, 'key-bound-nowhere'],
    [{ networks: ['10.0.0.0/33'] }, 'key-network-wrong'],
    [{ networks: ['10.0.0'] }, 'key-network-wrong'],
    [{ networks: ['::ffff:10.0.0.0/104'] }, 'key-network-wrong'],
    [{ networks: ['example.com'] }, 'key-network-wrong'],
  ] as const) {
    const { status, body: said } = await make(body)
    assert.deepEqual([status, said.code], [400, code], JSON.stringify(body))
  }
  const many = Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`)
  assert.equal((await make({ networks: many })).status, 400)
  assert.equal((await make({ project: 'None' })).status, 404)
  const { body } = await make({ project: 'Own', networks: ['10.0.0.1', '10.0.0.1/32'] })
  assert.deepEqual(
    [body.projectId, body.project, body.list, body.networks],
    [own.project, 'Own', null, ['10.0.0.1/32']],
  )
})
