/**
 * Emails of transactions beside a sending that takes all it can get: of a rate, of slow
 * connections. And the route of a project.
 */
import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { keepRoute, USUAL_LIMITS } from '../../src/domain/routes/keep-route.ts'
import { keepDefaultRoute } from '../../src/domain/routes/routes.sql.ts'
import { insertTransaction } from '../../src/domain/transactions/insert.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

async function setUp(people: number) {
  const setup = await sendingSetup(people)
  const { store, accountId, newsletterId } = setup
  await keepDefaultRoute(store, {})
  const project = (routeId: number | null = null) =>
    makeProject(store, accountId, {
      name: 'Receipts',
      newsletterId,
      fromName: '',
      fromEmail: 'till@example.test',
      replyTo: '',
      routeId,
      marketing: false,
      repeats: '24h',
      retentionDays: null,
      versions: [],
    })
  const insert = (guid: string, email: string) =>
    insertTransaction(store, accountId, {
      guid,
      identifier: '',
      email,
      name: '',
      format: undefined,
      sendAt: undefined,
      fields: [],
      split: false,
    })
  return { ...setup, project, insert }
}

/** A relay that is far away: what it says takes a while. */
async function farFrom(port: number) {
  let millis = 120
  const server = createServer(socket => {
    const relay = connect(port, '127.0.0.1')
    socket.pipe(relay)
    relay.on('data', chunk => setTimeout(() => socket.write(chunk), millis))
    socket.on('error', () => {}).on('close', () => relay.destroy())
    relay.on('error', () => {}).on('close', () => socket.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const near = () => {
    millis = 0
  }
  return { port: (server.address() as { port: number }).port, near, close: () => server.close() }
}

const placeOf = (sink: Sink, email: string): number =>
  sink.messages.findIndex(({ rcpts }) => rcpts[0]!.includes(email))

/** How many emails of the sending came between the call and its email. */
async function messagesBefore(
  sink: Sink,
  email: string,
  insert: () => Promise<unknown>,
): Promise<number> {
  const before = sink.messages.length
  await insert()
  await until(() => placeOf(sink, email) >= 0)
  return placeOf(sink, email) - before
}

test('of a route with a rate they have the next turn', async () => {
  const sink = await startSink({ keep: 1000 })
  const { ask, send, startWorkers, project, insert, drop } = await setUp(150)
  // Slow, so that a slow machine notices the call before many have gone.
  await ask('update routes set rate_per_second = 2 where id = 0')
  const { guid } = await project()
  const workers = await startWorkers(sink.port)
  try {
    await send()
    await until(() => sink.messages.length >= 5)
    for (let i = 0; i < 3; i++) {
      const email = `urgent${i}@example.test`
      const between = await messagesBefore(sink, email, () => insert(guid, email))
      assert.ok(between <= 25, `${between} emails went first`)
    }
    assert.ok(sink.messages.length < 140, 'the sending was over before it was of use')
  } finally {
    await ask('update routes set rate_per_second = null where id = 0')
    await workers.stop()
    await sink.stop()
    await drop()
  }
})

test('of slow connections they have the next that is free', async () => {
  const sink = await startSink({ keep: 1000 })
  const far = await farFrom(sink.port)
  const { ask, send, startWorkers, project, insert, drop } = await setUp(1000)
  await ask('update routes set connections = 5 where id = 0')
  const { guid } = await project()
  const workers = await startWorkers(far.port, { UNCERTAIN_MAX: '200' })
  try {
    await send()
    await until(() => sink.messages.length >= 5)
    // Of the sending as many wait for a connection as the window lets through.
    await until(
      async () =>
        Number((await ask("select count(*) from deliveries where state = 'handed over'"))[0]![0]) >
        100,
    )
    const between = await messagesBefore(sink, 'urgent@example.test', () =>
      insert(guid, 'urgent@example.test'),
    )
    assert.ok(between <= 15, `${between} emails went first`)
    const uncertain = Number(
      (await ask("select count(*) from deliveries where state = 'handed over'"))[0]![0],
    )
    assert.ok(uncertain <= 200, `${uncertain} emails are on their way`)
  } finally {
    far.near()
    await workers.stop()
    await sink.stop()
    far.close()
    await drop()
  }
})

test('a project has its emails go by its own route, and by the usual one while that takes none', async () => {
  const [usual, own] = [await startSink({ keep: 10 }), await startSink({ keep: 10 })]
  const { store, ask, startWorkers, project, insert, drop } = await setUp(0)
  await keepRoute(store, createSealer(SECRET), 'own', `smtp://127.0.0.1:${own.port}`, USUAL_LIMITS)
  const { guid } = await project(1)
  const workers = await startWorkers(usual.port)
  try {
    await insert(guid, 'a@example.test')
    await until(() => own.messages.length === 1)
    await ask("update routes set paused_at = now(), paused_reason = 'by hand' where id = 1")
    await pause(2_500)
    await insert(guid, 'b@example.test')
    await until(() => usual.messages.length === 1)
    // The relay has an email before that is written down.
    const unsettled = "select 1 from deliveries where state <> 'accepted'"
    await until(async () => (await ask(unsettled)).length === 0)
    assert.deepEqual(await ask('select email, route_id, state from deliveries order by id'), [
      ['a@example.test', '1', 'accepted'],
      ['b@example.test', '0', 'accepted'],
    ])
  } finally {
    await workers.stop()
    await Promise.all([usual.stop(), own.stop()])
    await drop()
  }
})

test('in one project they go before the emails of a file', async () => {
  const sink = await startSink({ keep: 2000 })
  const { ask, accountId, startWorkers, project, insert, drop } = await setUp(0)
  await ask('update routes set rate_per_second = 10 where id = 0')
  const { guid, id } = await project()
  // As a file leaves them.
  await ask(
    `insert into transactions (account_id, id, project_id, email, email_key, send_at, batch_id)
     select $1, i, $2::int, 'f' || i || '@example.test', 'f' || i || '@example.test', now(), \
1 from generate_series(1000, 1999) i`,
    [accountId, id],
  )
  await ask(
    `insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
     select account_id, 3, project_id, id, email, send_at from transactions where account_id = $1`,
    [accountId],
  )
  await ask('update projects set due = now()')
  const workers = await startWorkers(sink.port)
  try {
    await until(() => sink.messages.length >= 5)
    const between = await messagesBefore(sink, 'single@example.test', () =>
      insert(guid, 'single@example.test'),
    )
    assert.ok(between <= 250, `${between} emails went first`)
  } finally {
    await ask('update routes set rate_per_second = null where id = 0')
    await workers.stop()
    await sink.stop()
    await drop()
  }
})
