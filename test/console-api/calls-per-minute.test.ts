/** How many calls of the JSON API are taken: of a session or key, of an account, of one key. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { makeApiKey } from '../../src/domain/members/api-keys/api-keys.ts'
import { createCallBuckets } from '../../src/lib/call-buckets.ts'
import { LOW_COST } from '../support/password-cost.ts'
import {
  type ApiAnswer,
  type ApiClient,
  type ApiSetup,
  apiClient,
  apiSetup,
  PASSWORD,
} from './api-setup.ts'

const LIMIT = 60

let setup: ApiSetup
before(async () => {
  setup = await apiSetup({ API_CALLS_PER_MINUTE: String(LIMIT) })
})
after(() => setup.running.close())

const clientWith = (token: string) =>
  apiClient(setup.running.origin, { Authorization: `Bearer ${token}` })

/** By the domain: no session of one among several accounts may operate. */
async function keyOf(accountId: number, callsPerMinute?: number) {
  const { store } = setup.running
  const given = { name: 'shop', rights: ['read', 'own'], maker: { kind: 'command' } as const }
  const { key, token } = await makeApiKey(store, accountId, { ...given, callsPerMinute })
  return { id: key.id, call: clientWith(token) }
}

/** So many calls at once: the answers that were taken, and those that were not. */
async function burst(call: ApiClient, calls: number) {
  const answers = await Promise.all(Array.from({ length: calls }, () => call('GET', '/session')))
  const of = (status: number) => answers.filter(answer => answer.status === status)
  const [taken, refused] = [of(200), of(429)]
  assert.equal(taken.length + refused.length, calls)
  return { taken, refused }
}

const factsOf = ({ headers }: ApiAnswer) =>
  ['limit', 'remaining', 'reset'].map(name => Number(headers.get(`ratelimit-${name}`)))

test('a caller beyond its calls a minute is refused, and told when to come back', async () => {
  const { call } = await keyOf(setup.accountId)
  assert.deepEqual(factsOf(await call('GET', '/session')), [LIMIT, LIMIT - 1, 1])
  // Some come back meanwhile, one each second.
  const { taken, refused } = await burst(call, 3 * LIMIT)
  assert.ok(taken.length >= LIMIT - 1 && refused.length > 0, `${taken.length} were taken`)
  for (const answer of refused) {
    assert.equal(answer.body.reason, 'too-many-calls')
    assert.deepEqual(factsOf(answer), [LIMIT, 0, 60])
    assert.equal(answer.headers.get('retry-after'), '1')
  }
})

test('a key with a limit of its own has that, and takes none from the account', async () => {
  const { id, call } = await keyOf(setup.accountId, 1000)
  const { taken, refused } = await burst(call, 7 * LIMIT)
  assert.equal(refused.length, 0)
  assert.ok(taken.every(answer => factsOf(answer)[0] === 1000))
  const fresh = await keyOf(setup.accountId)
  assert.equal((await fresh.call('GET', '/session')).status, 200, 'the account has calls left')
  const [shown] = (await setup.call('GET', '/api-keys')).body.items.filter(
    (key: { id: number }) => key.id === id,
  )
  assert.equal(shown.callsPerMinute, 1000)
})

test('the callers of an account together have five times the calls of one', async () => {
  const callers = await Promise.all(Array.from({ length: 7 }, () => keyOf(setup.accountId)))
  const bursts = await Promise.all(callers.map(({ call }) => burst(call, LIMIT)))
  const refused = bursts.flatMap(one => one.refused)
  assert.ok(refused.some(answer => factsOf(answer)[0] === 5 * LIMIT))
  assert.ok(refused.every(answer => factsOf(answer)[1] === 0))
})

test('keys of two accounts with the same number share no limit', async () => {
  const username = 'elsewhere'
  const { store } = setup.running
  const other = (await addAccount(store, { username, password: PASSWORD, cost: LOW_COST }))!
  const there = await keyOf(other.id)
  assert.equal(there.id, 1)
  await burst(there.call, LIMIT)
  const more = (await addAccount(store, { username: 'third', password: PASSWORD, cost: LOW_COST }))!
  const { id, call } = await keyOf(more.id)
  assert.deepEqual([id, factsOf(await call('GET', '/session'))[1]], [1, LIMIT - 1])
})

test('who does not operate gives no key a limit', async () => {
  const { call, id } = await keyOf(setup.accountId, 1000)
  const body = { name: 'more', rights: ['read'], callsPerMinute: 100_000 }
  for (const answer of [
    await call('POST', '/api-keys', body),
    await call('PATCH', `/api-keys/${id}`, { callsPerMinute: null }),
  ])
    assert.deepEqual([answer.status, answer.body.reason], [403, 'not-allowed'])
})

test('a limit that is changed holds from then on', () => {
  const buckets = createCallBuckets(2, 1000)
  for (let n = 0; n < 2; n++) assert.equal(buckets.take('a').retryAfter, undefined)
  assert.notEqual(buckets.take('a').retryAfter, undefined)
  const { limit, left, reset } = buckets.take('a', 1_000_000)
  assert.equal(limit, 1_000_000)
  assert.ok(left <= limit && reset <= 1, `${left} of ${limit}, all back after ${reset} s`)
})
