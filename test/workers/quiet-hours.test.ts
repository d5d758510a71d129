/** People in six zones, over a change of the clocks: each gets it once, after their night. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccountQuiet } from '../../src/domain/quiet-hours/rules.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { WORK } from '../../src/domain/work/work-kinds.ts'
import { formatInZone } from '../../src/lib/zones.ts'
import { deliveredInTurn } from '../support/moved-clock.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const PEOPLE = 1_000
/** Daylight saving time begins in Stockholm and Lisbon that night. */
const DUE = new Date('2099-03-28T22:30:00Z')
const HOUR = 3_600_000

const ZONES: [zone: string, local: string][] = [
  ['Europe/Stockholm', '2099-03-29 08:00'],
  ['Europe/Lisbon', '2099-03-29 08:00'],
  ['America/New_York', '2099-03-28 18:30'],
  ['Asia/Kolkata', '2099-03-29 08:00'],
  ['Pacific/Auckland', '2099-03-29 11:30'],
  ['Asia/Tokyo', '2099-03-29 08:00'],
]
const zoneOf = (id: number): string => ZONES[id % ZONES.length]![0]

test('1,000 people in six zones get theirs at the right hour, over a change of the clocks', async () => {
  const setup = await sendingSetup(PEOPLE)
  const { store, ask, accountId, listId, newsletterId, drop } = setup
  const sink = await startSink({ keep: 0 })
  const got = new Map<string, string>()
  try {
    const names = ZONES.map(([zone]) => zone)
    await ask('update subscribers set fields = array[($1::text[])[id % 6 + 1]]', [names])
    const night = { from: 22 * 60, until: 8 * 60, zone: 'Europe/Stockholm', zoneField: 1 }
    await setAccountQuiet(store, accountId, night)
    const order = { newsletterId, listId, dueAt: DUE, zone: 'UTC' }
    const sendingId = await makeSending(store, accountId, order)
    await planSending(store, accountId, sendingId, HOUR, DUE)
    for (const [address, moment] of await deliveredInTurn(setup, sink, sendingId)) {
      const zone = zoneOf(Number(/\d+/.exec(address)![0]))
      got.set(address, `${zone} ${formatInZone(moment, zone).slice(0, 16)}`)
    }
  } finally {
    await sink.stop()
    await drop()
  }
  assert.deepEqual([...new Set(got.values())].sort(), ZONES.map(one => one.join(' ')).sort())
  assert.equal(got.size, PEOPLE)
  assert.ok([...sink.counts.values()].every(count => count === 1))
})

test('a sending that comes into quiet hours holds what is left, and a killed worker loses none', async () => {
  const { store, ask, accountId, send, startWorkers, drop } = await sendingSetup(60)
  const sink = await startSink({ keep: 0 })
  const now = new Date()
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes()
  const around = (by: number) => (minute + by + 1_440) % 1_440
  // Far from now, so that it begins; then they begin at once for every third person.
  const night = { from: around(600), until: around(720), zone: 'Z', zoneField: 1 }
  await ask("update subscribers set fields = array['+12:00'] where id % 3 = 0")
  await setAccountQuiet(store, accountId, night)
  const sendingId = await send()
  await planSending(store, accountId, sendingId, HOUR)
  const quiet = { ...night, from: around(660), until: around(900) }
  await ask(
    "update sendings set options = options || jsonb_build_object('quiet', $1::text::jsonb)",
    [JSON.stringify(quiet)],
  )
  await ask('update work set due = now() where kind = $1', [WORK.quiet])
  await ask('update work set due = now() + interval $$1 hour$$ where kind = $1', [WORK.deliver])
  let workers = await startWorkers(sink.port)
  try {
    await until(
      async () =>
        (await ask("select 1 from deliveries where next_try_at > now() + interval '2 hours'"))
          .length === 20,
    )
    // As after a crash: what a dead worker had in hand comes back.
    await workers.stop()
    await ask(
      `with taken as (update deliveries set state = 'claimed', next_try_at = null
         where id <= 10 and next_try_at <= now() returning id)
       insert into claims (account_id, id, source_kind, source_id, worker, ids, leased_until)
       select $1::bigint, gen_random_uuid(), 1::smallint, $2::bigint, gen_random_uuid(),
         array_agg(id), now() - interval '1 minute' from taken`,
      [accountId, sendingId],
    )
    await ask('update work set due = now() where kind = $1', [WORK.deliver])
    workers = await startWorkers(sink.port)
    await until(() => sink.counts.size === 40)
    await until(async () => (await ask('select 1 from claims')).length === 0)
    const { counts, state } = await sendingProgress(store, accountId, sendingId)
    assert.deepEqual([state, counts], ['sending', { accepted: 40, planned: 20 }])
    assert.ok([...sink.counts.values()].every(count => count === 1))
    const early = [...sink.counts.keys()].filter(of => Number(/\d+/.exec(of)![0]) % 3 === 0)
    assert.deepEqual(early, [])
  } finally {
    await workers.stop()
    await sink.stop()
    await drop()
  }
})
