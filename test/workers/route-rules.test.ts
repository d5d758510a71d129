/** Rules of routes: each account's emails go by its own, and its bad ones pause no other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { keepRoute, USUAL_LIMITS } from '../../src/domain/routes/keep-route.ts'
import {
  dropRouteRule,
  keepRouteRule,
  type RoutedEmail,
  type RouteRule,
  routeFilter,
  senderDomainOf,
} from '../../src/domain/routes/route-rules.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { findSending } from '../../src/domain/sendings/sendings.sql.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'

const NOTHING = { ofAccount: null, ofList: null, kind: null, senderDomain: null }
const PEOPLE = 20

test('the most specific rule decides, and routes with rules take nothing else', () => {
  const rule = (id: number, routeId: number, criteria: Partial<RouteRule>): RouteRule => ({
    ...NOTHING,
    id,
    routeId,
    ...criteria,
  })
  const rules = [
    rule(1, 10, { ofAccount: 1 }),
    rule(2, 20, { ofAccount: 1, kind: 'transaction' }),
    rule(3, 30, { senderDomain: 'xn--bcher-kva.example' }),
    rule(4, 40, { ofAccount: 1 }),
  ]
  const email = (facts: Partial<RoutedEmail>): RoutedEmail => ({
    accountId: 1,
    listId: 5,
    kind: 'newsletter',
    senderDomain: 'example.com',
    ...facts,
  })
  const taking = (facts: Partial<RoutedEmail>, of = rules) =>
    [10, 20, 30, 40, 50].filter(routeFilter(of, email(facts)))
  assert.deepEqual(taking({}), [10, 40])
  assert.deepEqual(taking({ kind: 'transaction' }), [20])
  assert.deepEqual(taking({ accountId: 2 }), [50])
  assert.deepEqual(taking({ accountId: 2, kind: 'transaction' }), [50])
  assert.deepEqual(
    taking({ accountId: 2, senderDomain: senderDomainOf('Shop@Bücher.example') }),
    [30],
  )
  assert.deepEqual(taking({}, []), [10, 20, 30, 40, 50])
})

test('an account whose route is paused waits, and others go on', async () => {
  const [blocked, open] = [
    await startSink({ keep: 0, tricks: [{ at: 'mail', do: 'reply', reply: '550 5.7.1 blocked' }] }),
    await startSink({ keep: 0 }),
  ]
  const { store, accountId, listId, ask, send, startWorkers, drop } = await sendingSetup(PEOPLE)
  const sealer = createSealer(SECRET)
  await keepRoute(store, sealer, 'own', `smtp://127.0.0.1:${blocked.port}`, USUAL_LIMITS)
  const rule = await keepRouteRule(store, 'own', { ...NOTHING, ofAccount: accountId })
  assert.equal(await keepRouteRule(store, 'own', { ...NOTHING, ofAccount: accountId }), rule)
  const workers = await startWorkers(open.port)
  const until = async (reached: () => Promise<boolean>) => {
    while (!(await reached())) await pause(50)
  }
  try {
    const sendingId = await send()
    const paused = () => ask('select name from routes where paused_at is not null')
    await until(async () => (await paused()).length > 0)
    assert.deepEqual(await paused(), [['own']])
    assert.equal(open.seen.messages, 0)
    const { routedBy, standstill } = await sendingProgress(store, accountId, sendingId)
    assert.deepEqual(routedBy, [{ route: 'own', rule }])
    assert.match(standstill!, /^All routes are paused\. own: 550 5\.7\.1 blocked/)

    // A rule that is more specific takes this list elsewhere.
    await keepRoute(store, sealer, 'lists', `smtp://127.0.0.1:${open.port}`, USUAL_LIMITS)
    const special = await keepRouteRule(store, 'lists', {
      ...NOTHING,
      ofAccount: accountId,
      ofList: listId,
    })
    const ended = (id: number) => async () =>
      (await findSending(store, { accountId, sendingId: id }))?.state === 'finished'
    const next = await send()
    await until(ended(next))
    assert.ok(open.seen.messages >= PEOPLE)
    assert.equal((await sendingProgress(store, accountId, next)).routedBy[0]!.rule, special)
  } finally {
    await workers.stop()
    await Promise.all([blocked.stop(), open.stop()])
    await drop()
  }
})

test('what no rule can be is refused, and a rule that is removed decides no more', async () => {
  const { store, accountId, drop } = await sendingSetup(1)
  try {
    await keepRoute(store, createSealer(SECRET), 'own', 'smtp://127.0.0.1:9', USUAL_LIMITS)
    const refused = (given: Partial<RouteRule>, why: RegExp, route = 'own') =>
      assert.rejects(keepRouteRule(store, route, { ...NOTHING, ...given }), why)
    await refused({}, /give at least one/)
    await refused({ kind: 'letter' }, /There are: newsletter, test, trigger, transaction, reply/)
    await refused({ senderDomain: 'not a domain' }, /write it like news\.example\.com/)
    await refused({ senderDomain: 'a'.repeat(300) }, /is no domain/)
    await refused({ kind: 'test' }, /There is no route "other"/, 'other')
    const id = await keepRouteRule(store, 'own', { ...NOTHING, ofAccount: accountId })
    await dropRouteRule(store, id)
    await assert.rejects(dropRouteRule(store, id), /There is no rule/)
  } finally {
    await drop()
  }
})
