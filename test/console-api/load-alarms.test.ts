/**
 * Alarms about the load: emails and events that wait too long, providers that refuse much. Those of
 * status and of alarms by email look at the store, those of home at the newest sample of it.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { troublesOfLoad } from '../../src/actions/home/load-troubles.ts'
import { readTroubles } from '../../src/actions/home/status.ts'
import { loadNow } from '../../src/domain/installation/load-now.ts'
import { takeSample } from '../../src/domain/installation/take-sample.ts'
import { routes } from '../../src/domain/routes/routes.sql.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
  await run("update accounts set closed_at = now() where username = 'other'")
})
after(() => setup.running.close())

const run = (text: string, values: unknown[] = []) =>
  setup.running.store.withClient(client => client.query(text, values))

interface Told {
  code: string
  values: Record<string, unknown>
}

/** What is told now: codes with values. */
async function told(): Promise<Told[]> {
  const { store } = setup.running
  const found = await readTroubles(store, await routes(store, {}))
  return found
    .filter(({ at }) => at.id === 'load')
    .map(({ code, values }) => ({ code, values: { ...values } }))
}

/** To-dos of home after a sample. */
async function onHome(): Promise<string[]> {
  await run('delete from load_samples')
  await takeSample(setup.running.store)
  const { status, body } = await setup.call('GET', '/home')
  assert.equal(status, 200, JSON.stringify(body))
  return body.todos
    .filter(({ at }: { at: { kind: string } }) => at.kind === 'installation')
    .map(({ code }: Told) => code)
}

/** An email of a sending that has been due for so long. */
async function emailWaits(minutes: number): Promise<void> {
  await run('delete from deliveries')
  await run('delete from work')
  const values = [setup.accountId, minutes]
  await run(
    `insert into work (account_id, kind, source_id, due)
     values ($1, 'deliver', 7, now() - make_interval(mins => $2))`,
    values,
  )
  await run(
    `insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
     values ($1, 1, 7, 1, 'ada@example.com', now() - make_interval(mins => $2))`,
    values,
  )
}

describe('alarms about the load', () => {
  beforeEach(async () => {
    for (const table of ['deliveries', 'work', 'provider_days', 'event_bundles', 'load_samples'])
      await run(`delete from ${table}`)
  })

  test('emails that have been due for more than an hour', async () => {
    await emailWaits(60)
    assert.deepEqual(await told(), [])
    await emailWaits(62)
    assert.deepEqual(await told(), [{ code: 'emails-late', values: { minutes: 62 } }])
    assert.deepEqual(await onHome(), ['emails-late'])
  })

  test('events that have waited for more than an hour', async () => {
    const eventWaits = async (minutes: number) => {
      await run('delete from event_bundles')
      await run(
        `insert into event_bundles (account_id, id, at, kind, ids)
         values ($1, gen_random_uuid(), now() - make_interval(mins => $2), 'subscribed', '{1}')`,
        [setup.accountId, minutes],
      )
    }
    await eventWaits(59)
    assert.deepEqual(await told(), [])
    await eventWaits(61)
    assert.deepEqual(await told(), [{ code: 'events-late', values: { minutes: 61 } }])
    assert.deepEqual(await onHome(), ['events-late'])
  })

  /** What providers said today. */
  const said = (accepted: number, blocked: number, returned: number) =>
    run(
      `insert into provider_days (account_id, day, provider, outcome, route_id, reply, part, messages)
       select $1, (now() at time zone 'UTC')::date, 'gmail.com', outcome, 1, '', 0, messages
       from unnest($2::text[], $3::int[]) as given (outcome, messages)`,
      [setup.accountId, ['accepted', 'blocked', 'returned'], [accepted, blocked, returned]],
    )

  test('providers that refuse more than a tenth of two hundred', async () => {
    await said(100, 60, 39)
    assert.deepEqual(await told(), [], 'of 199 answers nothing is told')
    await run('delete from provider_days')
    await said(180, 10, 10)
    assert.deepEqual(await told(), [], 'a tenth is not more than a tenth')
    await run('delete from provider_days')
    await said(179, 11, 10)
    assert.deepEqual(await told(), [
      { code: 'emails-refused-much', values: { refused: 21, answers: 200 } },
    ])
    assert.deepEqual(await onHome(), ['emails-refused-much'])
  })

  test('home, status and lines tell the same; of several accounts none sees the others', async () => {
    const { store } = setup.running
    await emailWaits(90)
    await said(100, 150, 0)
    const now = (await told()).map(({ code }) => code)
    assert.deepEqual(await onHome(), now)
    assert.deepEqual(
      troublesOfLoad(await loadNow(store)).map(({ code }) => code),
      now,
    )
    const { body } = await setup.call('GET', '/installation/load')
    const line = body.items.at(-1)
    assert.equal(line.emailsWaiting, 1)
    assert.ok(line.oldestEmailSeconds >= 90 * 60)
    await run("update load_samples set at = now() - interval '16 minutes'")
    const old = (await setup.call('GET', '/home')).body.todos
    assert.deepEqual(
      old.filter(({ at }: { at: { kind: string } }) => at.kind === 'installation'),
      [],
    )
    await run("update accounts set closed_at = null where username = 'other'")
    assert.deepEqual(await onHome(), [])
  })
})
