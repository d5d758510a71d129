/** Steps that send wait for the end of quiet hours, in the zone of each person. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { quietUntil } from '../../../../src/domain/quiet-hours/quiet-until.ts'
import { setAccountQuiet, setListQuiet } from '../../../../src/domain/quiet-hours/rules.ts'
import { formatInZone } from '../../../../src/lib/zones.ts'
import { withTriggers } from '../../../support/triggers.ts'

const NIGHT = { from: 22 * 60, until: 8 * 60 }

describe('quiet hours', () => {
  const end = (moment: string, zone: string, hours = NIGHT) =>
    quietUntil(hours, new Date(moment), zone)?.toISOString().slice(0, 16)

  test('end at their time, also across a change of the clocks', () => {
    assert.equal(end('2026-11-30T20:59Z', 'Europe/Stockholm'), undefined)
    assert.equal(end('2026-11-30T21:00Z', 'Europe/Stockholm'), '2026-12-01T07:00')
    assert.equal(end('2026-12-01T06:59Z', 'Europe/Stockholm'), '2026-12-01T07:00')
    assert.equal(end('2026-12-01T07:00Z', 'Europe/Stockholm'), undefined)
    assert.equal(end('2026-11-30T21:00Z', 'America/New_York'), undefined)
    assert.equal(end('2026-12-01T03:00Z', 'America/New_York'), '2026-12-01T13:00')
    assert.equal(end('2026-11-30T18:00Z', '+05:30'), '2026-12-01T02:30')
    const noon = { from: 12 * 60, until: 13 * 60 }
    assert.equal(end('2026-11-30T12:30Z', 'Z', noon), '2026-11-30T13:00')
    // The clocks go forward at 01:00Z on 29 March, and back at 01:00Z on 25 October.
    assert.equal(end('2026-03-28T21:30Z', 'Europe/Stockholm'), '2026-03-29T06:00')
    assert.equal(end('2026-10-24T20:30Z', 'Europe/Stockholm'), '2026-10-25T07:00')
  })

  test('end after an hour that there is not, and in one that there is twice', () => {
    const early = { from: 22 * 60, until: 2 * 60 + 30 }
    assert.equal(end('2026-03-28T22:00Z', 'Europe/Stockholm', early), '2026-03-29T01:30')
    assert.equal(end('2026-10-24T22:00Z', 'Europe/Stockholm', early), '2026-10-25T00:30')
    assert.equal(end('2026-10-25T00:45Z', 'Europe/Stockholm', early), undefined)
    // 02:10 for the second time.
    assert.equal(end('2026-10-25T01:10Z', 'Europe/Stockholm', early), '2026-10-25T01:30')
  })

  test('are over at the end, at any moment of a year, in zones of all kinds', () => {
    const zones = ['Europe/Stockholm', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']
    const hours = [NIGHT, { from: 60, until: 150 }, { from: 0, until: 1439 }, { from: 1, until: 0 }]
    for (const zone of zones)
      for (const quiet of hours)
        for (let day = 0; day < 366; day++) {
          const moment = new Date(
            Date.UTC(2026, 0, 1, (day * 7) % 24, (day * 13) % 60) + day * 864e5,
          )
          const until = quietUntil(quiet, moment, zone)
          if (!until) continue
          const says = `${zone} ${formatInZone(moment, zone)}, until ${formatInZone(until, zone)}`
          assert.ok(until > moment && until.getTime() - moment.getTime() <= 25 * 36e5, says)
          assert.equal(quietUntil(quiet, until, zone), undefined, says)
        }
  })

  test('hold the emails of a trigger, by the zone of each person, and nothing else', () =>
    withTriggers(4, async setup => {
      const { add, advance, ask, field, join, messages, newsletterId, passed, later } = setup
      const [[clock]] = (await ask(
        `select extract(hour from now() at time zone 'UTC') * 60
          + extract(minute from now() at time zone 'UTC')`,
      )) as [[string]]
      const minute = (by: number) => (Math.floor(Number(clock)) + by + 1440) % 1440
      // It is within them at +00:00, and far from them twelve hours away.
      const quiet = { from: minute(-120), until: minute(120), zoneField: 7 }
      await add({
        zone: '+00:00',
        quiet,
        steps: [
          { key: 'mark', do: 'set', field: 2, value: 'x', next: 'hello' },
          { key: 'hello', do: 'send', newsletterId, next: 'sms' },
          { key: 'sms', do: 'sms', text: 'Hello', next: null },
        ],
      })
      await advance()
      await join([11, 12, 13])
      await field(11, 7, '+12:00')
      await field(12, 7, ' Z ')
      await field(13, 7, 'no zone')
      await advance()
      assert.deepEqual(await messages(), ['hello 11'])
      assert.deepEqual(await passed(11), ['mark', 'hello', 'sms'])
      assert.deepEqual(await passed(12), ['mark'])
      const waits = await ask(
        `select subscriber_id, due_at between now() + interval '1 hour' and now() + interval \
'121 minutes' from trigger_entries where due_at is not null order by 1`,
      )
      assert.deepEqual(waits, [
        ['12', 't'],
        ['13', 't'],
      ])
      // Moved into the past by hand: it is still quiet, so they wait on.
      await later(125)
      await advance()
      assert.deepEqual(await messages(), ['hello 11'])
    }))

  test('of the list or the account hold for triggers without their own, and with none for no one', () =>
    withTriggers(4, async setup => {
      const { accountId, add, advance, ask, field, join, listId, messages, newsletterId, store } =
        setup
      const [[clock]] = (await ask(
        `select extract(hour from now() at time zone 'UTC') * 60
          + extract(minute from now() at time zone 'UTC')`,
      )) as [[string]]
      const minute = (by: number) => (Math.floor(Number(clock)) + by + 1440) % 1440
      const hours = { from: minute(-120), until: minute(120), zone: 'Z', zoneField: 7 }
      const far = { ...hours, from: minute(400), until: minute(500) }
      await setAccountQuiet(store, accountId, hours)
      const steps = (key: string) => [{ key, do: 'send' as const, newsletterId, next: null }]
      await add({ name: 'Follows', steps: steps('follows') })
      await add({ name: 'Any', quiet: 'none', steps: steps('any') })
      await add({ name: 'Own', quiet: { from: far.from, until: far.until }, steps: steps('own') })
      await advance()
      await join([11, 12])
      await field(11, 7, '+12:00')
      await advance()
      const all = ['any 11', 'any 12', 'follows 11', 'own 11', 'own 12']
      assert.deepEqual((await messages()).toSorted(), all)
      await setListQuiet(store, accountId, listId, far)
      await join([13])
      await advance()
      assert.ok((await messages()).includes('follows 13'))
    }))
})
