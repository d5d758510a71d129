/** People in six zones, over a change of the clocks: each gets it at their best hour there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { formatInZone, momentInZone } from '../../src/lib/zones.ts'
import { withHabits } from '../support/habits.ts'
import { deliveredInTurn } from '../support/moved-clock.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'

const PEOPLE = 600
/** Daylight saving time begins in Stockholm that night. */
const DUE = new Date('2099-03-28T22:30:00Z')
const HOUR = 3_600_000
const ZONES = [
  'Europe/Stockholm',
  'Europe/Lisbon',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Asia/Tokyo',
] as const

const zoneOf = (id: number) => ZONES[id % ZONES.length]!
/** Two thirds read at an hour of their own, most at seven; the others were never measured. */
const hourOf = (id: number) => (id % 3 === 0 ? undefined : id % 4 === 0 ? 19 : 7)

test('600 people in six zones get theirs at the hour they read at, the others at that of most', async () => {
  const setup = await sendingSetup(PEOPLE)
  const { store, ask, accountId, listId, newsletterId, drop } = setup
  const sink = await startSink({ keep: 0 })
  const got = new Map<number, string>()
  try {
    await ask('update subscribers set fields = array[($1::text[])[id % 6 + 1]]', [[...ZONES]])
    const ids = Array.from({ length: PEOPLE }, (_, i) => i + 1)
    const opened = (id: number, hour: number) =>
      ['2099-02-10', '2099-02-20', '2099-03-05'].map(
        day => momentInZone(`${day} ${String(hour).padStart(2, '0')}:40`, zoneOf(id))!,
      )
    const habits = ids.flatMap(person => {
      const hour = hourOf(person)
      return hour === undefined ? [] : [{ person, opens: opened(person, hour) }]
    })
    await withHabits(setup, new Date('2099-02-01T00:00:00Z'), habits)
    const bestHour = { field: 1 }
    const order = { newsletterId, listId, dueAt: DUE, zone: 'UTC', bestHour }
    const sendingId = await makeSending(store, accountId, order)
    await planSending(store, accountId, sendingId, HOUR, DUE)
    for (const [address, moment] of await deliveredInTurn(setup, sink, sendingId)) {
      const id = Number(/\d+/.exec(address)![0])
      assert.ok(moment.getTime() - DUE.getTime() <= 24 * HOUR)
      got.set(id, formatInZone(moment, zoneOf(id)).slice(11, 16))
    }
  } finally {
    await sink.stop()
    await drop()
  }
  assert.equal(got.size, PEOPLE)
  assert.ok([...sink.counts.values()].every(count => count === 1))
  for (const [id, at] of got) {
    const hour = `${String(hourOf(id) ?? 7).padStart(2, '0')}:`
    // It begins at half past seven in Tokyo.
    const expected = zoneOf(id) === 'Asia/Tokyo' && hour === '07:' ? '07:30' : `${hour}00`
    assert.equal(at, expected, `${id} ${zoneOf(id)}`)
  }
})
