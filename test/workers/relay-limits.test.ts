/**
 * Relays that limit us as a whole, in the words of well-known ones: everybody gets the email once,
 * few tries are wasted, and no recipient's domain is slowed. A minute of theirs is six seconds.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { readStatus } from '../../src/actions/home/status.ts'
import { keepRoute, USUAL_LIMITS } from '../../src/domain/routes/keep-route.ts'
import { refusedByAll } from '../../src/domain/routes/refused.ts'
import { routes as allRoutes } from '../../src/domain/routes/routes.sql.ts'
import { findSending } from '../../src/domain/sendings/sendings.sql.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { emailsTried } from '../../src/lib/telemetry.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import type { Trick } from '../support/smtp-tricks.ts'
import { until } from '../support/until.ts'

const MINUTE = 6_000
const SECOND = MINUTE / 60
const TIMES = { windowMillis: MINUTE, restMillis: 1.1 * SECOND, faster: 5 * SECOND }

async function relayWith(t: TestContext, people: number, tricks: Trick[]) {
  const [sink, behind] = [await startSink({ keep: 0, tricks }), await startSink({ keep: 0 })]
  const setup = await sendingSetup(people)
  const { store, accountId, ask } = setup
  await ask(
    "update subscribers set email = 'p' || id || '@d' || id % 300 || '.test', " +
      "email_key = 'p' || id || '@d' || id % 300 || '.test'",
  )
  const lines: { msg: string }[] = []
  const to = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const log = createLog({ level: 'info', format: 'json', to })
  let tried = 0
  let accepted = 0
  emailsTried.subscribe(({ route, outcome }) => {
    if (route !== 'default') return
    if (outcome === 'accepted') accepted++
    if (outcome === 'deferred' || outcome === 'refused') tried++
  })
  const workers = await setup.startWorkers(sink.port, {}, store, { log, shapingTimes: TIMES })
  t.after(async () => {
    await workers.stop()
    await Promise.all([sink.stop(), behind.stop()])
    await setup.drop()
  })
  return {
    ...setup,
    sink,
    behind,
    refused: () => tried,
    share: () => tried / (tried + accepted),
    said: () => lines.map(({ msg }) => msg).filter(msg => msg.startsWith('a route')),
    addRoute: () =>
      keepRoute(
        store,
        createSealer(SECRET),
        'behind',
        `smtp://127.0.0.1:${behind.port}`,
        USUAL_LIMITS,
      ),
    async sendToAll() {
      const sendingId = await setup.send()
      await until(async () => {
        // Who was deferred before the relay was understood waits for a minute: not here.
        await ask("update deliveries set next_try_at = now() where state = 'deferred'")
        await ask("update work set due = now() where due > now() + interval '1 second'")
        return (await findSending(store, { accountId, sendingId }))?.state === 'finished'
      })
      assert.deepEqual(await ask('select distinct state from deliveries'), [['accepted']])
      assert.deepEqual(await ask('select domain_group, reply from route_slowdowns'), [])
    },
    once() {
      for (const counts of [sink.counts, behind.counts])
        assert.ok([...counts.values()].every(count => count === 1))
      assert.equal(new Set([...sink.counts.keys(), ...behind.counts.keys()]).size, people)
    },
    pace: async () => Number((await ask('select pace_per_second from routes'))[0]![0]),
  }
}

const beyond = (commands: number, millis: number) => ({ commands, millis })
const PER_SECOND = 14
const RATE = (PER_SECOND * 1_000) / SECOND

test('a rate that is exceeded is found and held, and one line of the log says so', async t => {
  const reply = '454 Throttling failure: Maximum sending rate exceeded.'
  const limit = { at: 'dot', do: 'reply', reply, beyond: beyond(PER_SECOND, SECOND) } as const
  const relay = await relayWith(t, 1_500, [limit])
  await relay.sendToAll()
  relay.once()
  t.diagnostic(`${relay.refused()} refused, ${await relay.pace()} of ${RATE} a second`)
  assert.ok(relay.share() < 0.15, `${relay.refused()} refused`)
  assert.ok((await relay.pace()) < 1.3 * RATE)
  assert.deepEqual(relay.said(), ['a route sends more slowly'])
})

test('the same reply to several providers is about the route, in spite of its words', async t => {
  const reply = '450 4.7.1 Come back with another one'
  const limit = { at: 'rcpt', do: 'reply', reply, beyond: beyond(PER_SECOND, SECOND) } as const
  const relay = await relayWith(t, 600, [limit])
  await relay.sendToAll()
  relay.once()
  assert.ok(relay.share() < 0.2, `${relay.refused()} refused`)
  // Of the first provider, and then of the route: not of each of 300.
  assert.ok(relay.said().length <= 2, relay.said().join())
})

test('a limit of a minute is waited for, and the pace is held below it', async t => {
  const reply =
    '421 4.4.2 Message submission rate for this client has exceeded the configured limit'
  const limit = { at: 'mail', do: 'bye', reply, beyond: beyond(30, MINUTE) } as const
  const relay = await relayWith(t, 100, [limit])
  await relay.sendToAll()
  relay.once()
  t.diagnostic(`${relay.refused()} refused, ${await relay.pace()} of 5 a second`)
  assert.ok((await relay.pace()) < 1.3 * 5)
  assert.ok(relay.share() < 0.3, `${relay.refused()} refused`)
})

test('a connection that takes a few emails is replaced, and the number is learned', async t => {
  const reply = '421 4.7.0 too many messages in this connection'
  const relay = await relayWith(t, 500, [{ at: 'rcpt', do: 'bye', reply, afterEmails: 10 }])
  await relay.sendToAll()
  relay.once()
  const learned = () => relay.ask('select learned_per_connection from routes')
  await until(async () => (await learned())[0]![0] !== null)
  assert.deepEqual(await learned(), [['10']])
  assert.deepEqual([relay.refused(), relay.said()], [0, []])
})

for (const [whose, at, reply] of [
  ['SES', 'dot', '454 4.7.0 Throttling failure: Daily message quota exceeded.'],
  ['Gmail', 'mail', '550 5.4.5 Daily user sending limit exceeded.'],
] as const)
  test(`a quota of ${whose} lets the next route take over, and ends with its day`, async t => {
    const limit: Trick = { at, do: 'reply', reply, beyond: beyond(100, 10 ** 9) }
    const relay = await relayWith(t, 400, [limit])
    const { sink, behind, ask } = relay
    await relay.addRoute()
    await until(async () => (await ask('select 1 from routes')).length === 2)
    await relay.sendToAll()
    relay.once()
    assert.equal(sink.seen.messages, 100)
    assert.equal(behind.seen.messages, 300)
    assert.ok(relay.refused() < 60, `${relay.refused()} refused`)
    assert.deepEqual(
      await ask('select paused_at, quota_until > now(), rest_reason from routes where id = 0'),
      [[null, 't', reply]],
    )
    assert.deepEqual(await ask('select undeliverable_since from subscribers group by 1'), [[null]])

    await ask("update routes set refusing_since = now() - interval '70 minutes' where id = 0")
    const { routes, troubles } = await readStatus(relay.store)
    assert.deepEqual(
      routes.map(({ name, state }) => [name, state]),
      [
        ['default', 'refusing'],
        ['behind', 'in-use'],
      ],
    )
    assert.ok(troubles[0]!.says.includes(`its quota is used up: ${reply} It accepts no emails`))
    assert.match(troubles[0]!.says, /since 70 min, and is tried again at /)
    const known = (await allRoutes(relay.store, {})).filter(({ id }) => id === 0)
    assert.ok(refusedByAll(known, 120_000)!.sentence.startsWith('Nothing was accepted for 70 min'))
    assert.equal(refusedByAll(await allRoutes(relay.store, {}), 120_000), undefined)

    // The next day: one email tries it, and then all go by it.
    sink.tell([])
    await ask("update routes set quota_until = now() - interval '1 second' where id = 0")
    await until(async () => {
      await relay.sendToAll()
      return (await ask('select quota_until from routes where id = 0'))[0]![0] === null
    })
    const before = behind.seen.messages
    await relay.sendToAll()
    assert.equal(behind.seen.messages, before)
    assert.deepEqual(relay.said(), ['a route accepts no emails', 'a route accepts emails again'])
  })
