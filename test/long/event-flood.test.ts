/**
 * Events of one person posted as fast as they are answered, to /events and to a source: each answer
 * is a success or 429, what was accepted is in the store, the trigger that they start is entered
 * once, and another account is served meanwhile. Events of the erased and the opted out on the way.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Store } from '../../src/db/db.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { makeApiKey } from '../../src/domain/members/api-keys/api-keys.ts'
import { type ApiClient, apiClient } from '../console-api/api-setup.ts'
import { temporaryStore } from '../support/database.ts'
import { type ServiceProcess, startService } from '../support/service-process.ts'
import { until } from '../support/until.ts'
import { databaseUrl } from '../support/worker-process.ts'

const EVENTS = Math.round(5_000 * Number(process.env.TEST_SCALE ?? 1))
const CONNECTIONS = 32
/** Of a key and a source without a limit of their own. */
const CALLS_PER_MINUTE = 300
const OTHERS = 100

describe('a flood of events of one person', () => {
  let store: Store
  let drop: () => Promise<void>
  let service: ServiceProcess
  let origin: string
  let accountId: number
  let shop: ApiClient
  let source: { address: string; secret: string }
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-flood-'))
  const number = async (text: string) =>
    Number((await store.run({ name: '', text, again: true }, [])).rows[0]![0])
  const keyOf = async (account: number, name: string, callsPerMinute?: number) => {
    const rights = ['read', 'people', 'content', 'send', 'own'] as const
    const maker = { kind: 'command' } as const
    const given = { name, rights: [...rights], maker, callsPerMinute }
    const { token } = await makeApiKey(store, account, given)
    return apiClient(origin, { Authorization: `Bearer ${token}` })
  }
  const made = async (call: ApiClient, path: string, body: object) => {
    const answer = await call('POST', path, body)
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  before(async () => {
    const temporary = await temporaryStore()
    store = temporary.store
    drop = temporary.drop
    service = await startService(dataDir, {
      DATABASE_URL: databaseUrl(temporary.connection),
      SECRET_KEY: 'a secret for the tests, long enough',
      API_CALLS_PER_MINUTE: String(CALLS_PER_MINUTE),
    })
    origin = new URL(service.url).origin
    accountId = await number('select min(id) from accounts')
    shop = await keyOf(accountId, 'shop', 1_000_000)
    const { id: listId } = await made(shop, '/lists', { name: 'All', fromEmail: 'n@x.test' })
    for (const name of ['ada', 'out', 'gone'])
      await made(shop, '/subscribers', { listId, email: `${name}@x.test` })
    for (const name of ['out', 'gone', 'never'])
      await made(shop, '/opt-outs', { email: `${name}@x.test` })
    const gone = await number(`select id from subscribers where email = 'gone@x.test'`)
    assert.ok((await shop('DELETE', `/subscribers/${gone}`)).status < 300)
    const text = { kind: 'html', html: '<p>Hi {{ unsubscribe_url }}</p>' }
    await made(shop, '/newsletters', { name: 'Hi', subject: 'Hi', source: text, listId })
    const trigger =
      `trigger: Carts\nlist: ${listId}\nstart:\n  event: cart\n  unknown people: add\n` +
      'again: always\nsteps:\n  - step: pause\n    wait: 1 day\n  - step: hi\n    send: Hi\n'
    await made(shop, '/triggers', { source: trigger, local: true })
    source = await made(shop, '/event-sources', { name: 'shop', scheme: 'github', event: 'cart' })
  })
  after(async () => {
    await service?.stop()
    await drop?.()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const toSource = async (event: object) => {
    const body = JSON.stringify(event)
    const signature = createHmac('sha256', source.secret).update(body).digest('hex')
    const answer = await fetch(`${origin}${new URL(source.address, origin).pathname}`, {
      method: 'POST',
      headers: { 'X-Hub-Signature-256': `sha256=${signature}` },
      body,
    })
    return { status: answer.status, body: (await answer.json()) as { outcome: string } }
  }
  const entered = (name: string) =>
    number(`select count(*) from trigger_entries e join subscribers s
      on s.account_id = e.account_id and s.id = e.subscriber_id where s.email = '${name}@x.test'`)

  test('events of the erased and the opted out start nothing and bring nobody back', async () => {
    const people = await number('select count(*) from subscribers')
    const post = (email: string) => shop('POST', '/events', { name: 'cart', email, id: email })
    const [gone, never, out] = [
      await post('gone@x.test'),
      await post('never@x.test'),
      await post('out@x.test'),
    ]
    assert.deepEqual([gone.status, never.status, out.status], [409, 201, 201])
    assert.equal(gone.body.reason, 'opted-out')
    const outcomes = []
    for (const name of ['gone', 'never', 'out'])
      outcomes.push((await toSource({ email: `${name}@x.test` })).body.outcome)
    assert.deepEqual(outcomes, ['opted-out', 'recorded', 'recorded'])
    // Events of known people who opted out are kept, and start nothing. This one is later: the
    // poll that finds it has seen theirs.
    assert.equal((await post('ada@x.test')).status, 201)
    await until(async () => (await entered('ada')) === 1)
    assert.equal(await number('select count(*) from trigger_entries'), 1)
    assert.equal(await number('select count(*) from subscribers'), people)
  })

  test('1 MB is refused by both, and nothing is recorded', async () => {
    const before = await number('select count(*) from program_events')
    const event = { email: 'ada@x.test', values: { text: 'x'.repeat(1 << 20) } }
    assert.equal((await shop('POST', '/events', { name: 'cart', ...event })).status, 413)
    assert.equal((await toSource(event)).status, 413)
    assert.equal(await number('select count(*) from program_events'), before)
  })

  test('all that is accepted is there; the rest is told 429; others are served', async () => {
    const before = await number('select count(*) from program_events')
    const added = await addAccount(store, { username: 'other', password: 'another long secret' })
    const other = await keyOf(added!.id, 'other')
    const limited = await keyOf(accountId, 'limited')
    const statuses = { unlimited: [], limited: [], source: [] } as Record<string, number[]>
    let served = 0
    let posted = 0
    const ways: [string, (id: string) => Promise<{ status: number }>][] = [
      ['unlimited', id => shop('POST', '/events', { name: 'cart', email: 'ada@x.test', id })],
      ['limited', id => limited('POST', '/events', { name: 'cart', email: 'ada@x.test', id })],
      ['source', id => toSource({ email: 'ada@x.test', id })],
    ]
    const flood = Array.from({ length: CONNECTIONS }, async (_, at) => {
      const [way, post] = ways[at % ways.length]!
      // It goes on until the other account is through: that is served during a flood.
      while (posted < EVENTS || served < OTHERS)
        statuses[way]!.push((await post(`flood ${posted++}`)).status)
    })
    const others = (async () => {
      for (; served < OTHERS; served++) {
        const body = { name: `List ${served}`, fromEmail: 'n@x.test' }
        assert.equal((await other('POST', '/lists', body)).status, 201)
      }
    })()
    await Promise.all([...flood, others])
    const of = (way: string) => [...new Set(statuses[way])].sort().join()
    assert.deepEqual(['unlimited', 'limited', 'source'].map(of), ['201', '201,429', '200,429'])
    const accepted = Object.values(statuses)
      .flat()
      .filter(status => status < 300).length
    assert.equal((await number('select count(*) from program_events')) - before, accepted)
    assert.equal(await entered('ada'), 1)
    console.log(`${posted} posted, ${accepted} accepted`)
  })
})
