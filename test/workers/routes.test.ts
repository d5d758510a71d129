/**
 * Routes in use: a quota that ends and the route behind it, a domain that asks for less and
 * recovers.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { keepRoute, USUAL_LIMITS } from '../../src/domain/routes/keep-route.ts'
import { keepDefaultRoute } from '../../src/domain/routes/routes.sql.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { findSending } from '../../src/domain/sendings/sendings.sql.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const PEOPLE = 100
const QUOTA = 30

test('a route whose quota is used up gives way to the next', async () => {
  const [first, second] = [await startSink({ keep: 0 }), await startSink({ keep: 0 })]
  const { store, accountId, ask, send, startWorkers, drop } = await sendingSetup(PEOPLE)
  await keepDefaultRoute(store, {})
  await ask('update routes set daily_quota = $1 where id = 0', [QUOTA])
  await keepRoute(
    store,
    createSealer(SECRET),
    'behind',
    `smtp://127.0.0.1:${second.port}`,
    USUAL_LIMITS,
  )
  const ran = new Set<string>()
  const noting: typeof store = {
    ...store,
    run: (statement, values) => {
      ran.add(statement.name)
      return store.run(statement, values)
    },
  }
  const workers = await startWorkers(first.port, {}, noting)
  // What each node of a cluster has is not written at each start: one may be down.
  assert.deepEqual([ran.has('routes.routes'), ran.has('routes.keepDefaultRoute')], [true, false])
  try {
    const sendingId = await send()
    await until(
      async () => (await findSending(store, { accountId, sendingId }))?.state === 'finished',
    )
    assert.deepEqual([first.seen.messages, second.seen.messages], [QUOTA, PEOPLE - QUOTA])
    assert.equal(new Set([...first.counts.keys(), ...second.counts.keys()]).size, PEOPLE)
    assert.deepEqual(
      await ask('select route_id, state, count(*) from deliveries group by 1, 2 order by 1'),
      [
        ['0', 'accepted', String(QUOTA)],
        ['1', 'accepted', String(PEOPLE - QUOTA)],
      ],
    )
  } finally {
    await workers.stop()
    await Promise.all([first.stop(), second.stop()])
    await drop()
  }
})

test('a relay that refuses the log-in is asked a few times, and the route is paused', async () => {
  const refused = { at: 'auth', do: 'reply', reply: '535 5.7.8 wrong password' } as const
  const sink = await startSink({ keep: 0, offers: ['AUTH PLAIN'], tricks: [refused] })
  const { store, accountId, ask, send, startWorkers, drop } = await sendingSetup(PEOPLE)
  const workers = await startWorkers(sink.port, {
    SMTP_URL: `smtp://news:sesame@127.0.0.1:${sink.port}`,
  })
  try {
    const sendingId = await send()
    const paused = () => ask('select paused_reason from routes where paused_at is not null')
    await until(async () => (await paused()).length > 0)
    assert.deepEqual(await paused(), [['535 5.7.8 wrong password']])
    // Those that were being opened meanwhile end, and then there are no more.
    let connections = 0
    while (connections !== sink.seen.connections) {
      connections = sink.seen.connections
      assert.ok(connections <= 60, `${connections} connections`)
      await pause(3_000)
    }
    assert.match(
      (await sendingProgress(store, accountId, sendingId)).standstill!,
      /^All routes are paused\. default: 535 5\.7\.8 wrong password\./,
    )
  } finally {
    await workers.stop()
    await sink.stop()
    await drop()
  }
})

test('a domain that asks for less is waited for, others go on, and it recovers by itself', async () => {
  const sink = await startSink({
    keep: 0,
    tricks: [
      {
        at: 'rcpt',
        do: 'reply',
        reply: '450 4.7.0 too many emails',
        about: '@slow.test',
        times: 1,
      },
    ],
  })
  const { store, accountId, ask, send, startWorkers, drop } = await sendingSetup(PEOPLE)
  // The domain's first email is tried before the others, so that those have not gone yet.
  await ask(
    "update subscribers set email = 'p' || id::text || '@slow.test', " +
      "email_key = 'p' || id::text || '@slow.test' where id = 1 or id > 60",
  )
  // A minute's pause, and then as many a second as otherwise in a minute, more with each of them.
  const shapingTimes = { windowMillis: 1000, raiseMillis: 0 }
  const workers = await startWorkers(sink.port, {}, store, { shapingTimes })
  try {
    const sendingId = await send()
    const stateOf = async (id = sendingId) =>
      (await findSending(store, { accountId, sendingId: id }))?.state
    await until(
      async () =>
        sink.counts.size >= 59 &&
        (await ask("select 1 from deliveries where state in ('planned', 'claimed', 'handed over')"))
          .length === 0,
    )
    const waiting = await ask(
      "select email, attempts, next_try_at > now() + interval '30 seconds' from deliveries " +
        "where state = 'deferred'",
    )
    assert.ok(waiting.length >= 1)
    assert.ok(
      waiting.every(([email, , later]) => email!.endsWith('@slow.test') && later === 't'),
      JSON.stringify(waiting),
    )
    // Only the one that was refused has spent a try.
    assert.equal(waiting.filter(([, attempts]) => attempts === '1').length, 1)
    assert.deepEqual(await ask('select domain_group, level, reply from route_slowdowns'), [
      ['slow.test', '1', '450 4.7.0 too many emails'],
    ])
    assert.equal(await stateOf(), 'sending')

    // The pause is over.
    await ask("update route_slowdowns set until = now() - interval '1 second'")
    await pause(2_500)
    // Told again until it is seen: a turn that is ending sets its next one by what it has read.
    await until(async () => {
      await ask("update deliveries set next_try_at = now() where state = 'deferred'")
      await ask('update work set due = now()')
      return (await stateOf()) === 'finished'
    })
    assert.deepEqual(await ask('select state, count(*) from deliveries group by 1'), [
      ['accepted', String(PEOPLE)],
    ])
    assert.ok([...sink.counts.values()].every(count => count === 1))
    // Emails accepted at the same moment are one step faster: more of them, until it is over.
    const slowdowns = () => ask('select 1 from route_slowdowns')
    for (let more = 0; more < 10 && (await slowdowns()).length > 0; more++) {
      const next = await send()
      await until(async () => (await stateOf(next)) === 'finished')
    }
    assert.deepEqual(await slowdowns(), [])
  } finally {
    await workers.stop()
    await sink.stop()
    await drop()
  }
})
