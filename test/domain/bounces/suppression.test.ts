/** The suppression list: its order, and hard bounces that count for a time. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { expireHardBounces } from '../../../src/domain/bounces/suppression/expire-hard.ts'
import { formatInstant } from '../../../src/lib/instant.ts'
import { inboundSetup } from '../../support/inbound.ts'
import { RULES, suppressionSetup } from '../../support/suppression.ts'

const DAY = 86_400_000

let setup: Awaited<ReturnType<typeof suppressionSetup>>
// In a suite: a hook of the root would run for the tests of all files of its process.
describe('suppression', () => {
  before(async () => {
    setup = await suppressionSetup()
  })
  after(() => setup.close())
  beforeEach(() => setup.reset())

  describe('the suppression list', () => {
    test('is newest first, of subscribers and others together, over many pages', async () => {
      await setup.ask(
        `insert into subscribers (account_id, id, email, email_key, undeliverable_since)
       select $1, 1000 + i, 's' || i || '@s.test', 's' || i || '@s.test',
         date_trunc('hour', now()) - make_interval(mins => i % 700)
       from generate_series(1, 1500) i`,
        [setup.accountId],
      )
      const others = Array.from({ length: 1500 }, (_, i) => ({
        minutes: 60 + (i % 500),
        email: `o${i}@o.test`,
      }))
      // A second bounce of the same address, and one of a subscriber who is on the list.
      await setup.bounced([
        ...others,
        { minutes: 1, email: 'o7@o.test' },
        { minutes: 1, email: 'S7@s.test' },
      ])
      await setup.ask('analyze')
      const rows = await setup.listed()
      assert.equal(rows.length, 3000)
      assert.equal(new Set(rows.map(({ email }) => email)).size, 3000)
      const moments = rows.map(({ since }) => formatInstant(since).padEnd(32))
      const times = moments.map(text => Date.parse(text.trim()))
      assert.ok(times.every((time, i) => i === 0 || time <= times[i - 1]!))
      assert.equal((await setup.listed({ most: 1200 })).length, 1200)
      assert.deepEqual(await setup.listed({ most: 1200 }), rows.slice(0, 1200))
      assert.equal((await setup.listed({ domain: 'o.test' })).length, 1500)
      const middle = new Date(times[1500]!)
      const newer = await setup.listed({ from: middle })
      const older = await setup.listed({ until: middle })
      assert.ok(newer.length >= 1500 && older.length > 0)
      assert.equal(newer.length + older.length, 3000)
    })

    test('a hard bounce ends by itself only with a setting, and one that is held does not', async () => {
      await setup.bounced([{ id: 1, minutes: 0 }])
      await setup.ask(
        'update subscribers s set undeliverable_since = b.received_at from bounces b ' +
          'where (b.account_id, b.subscriber_id) = (s.account_id, s.id)',
      )
      assert.deepEqual((await setup.listed())[0]!.until, null)
      const [row] = await setup.listed({ hardDays: 90 })
      assert.ok(Math.abs((row!.until as Date).getTime() - Date.now() - 90 * DAY) < DAY)
      await setup.ask("update subscribers set undeliverable_reason = 'to be confirmed (hold 1): x'")
      const [held] = await setup.listed({ hardDays: 90 })
      assert.deepEqual([held!.until, held!.held], [null, true])
    })
  })

  describe('hard bounces that count for a time', () => {
    const expire = (days: number) =>
      expireHardBounces(setup.store, days, RULES, new AbortController().signal)

    test('end for subscribers and others; newer ones, complaints and opt-outs stay', async () => {
      await setup.imported('email;since\np1@example.test;2024-01-01\np2@example.test;\n')
      await setup.imported('email;since;reason\np3@example.test;2024-01-01;complaint\n')
      await setup.bounced([
        { email: 'old@x.test', minutes: 60 * 24 * 400 },
        { email: 'new@x.test', minutes: 5 },
        { id: 4, minutes: 60 * 24 * 400, kind: 'complaint' },
      ])
      assert.deepEqual((await setup.emails()).sort(), [
        'new@x.test',
        'old@x.test',
        'p1@example.test',
        'p2@example.test',
      ])
      assert.deepEqual(await expire(3650), { bounces: 0, more: false })
      assert.deepEqual(await expire(365), { bounces: 2, more: false })
      assert.deepEqual((await setup.emails()).sort(), ['new@x.test', 'p2@example.test'])
      assert.deepEqual(await setup.ask('select email from opt_outs'), [['p3@example.test']])
      assert.deepEqual(await setup.ask("select counts from bounces where kind = 'complaint'"), [
        ['t'],
      ])
    })

    test('go in batches, and a newer bounce of the same person stays', async () => {
      const many = Array.from({ length: 700 }, (_, i) => `m${i}@m.example;2020-01-01`)
      await setup.imported(`email;since\n${many.join('\n')}\np1@example.test;2020-01-01\n`)
      await setup.bounced([{ id: 1, minutes: 5 }])
      assert.deepEqual(await expire(365), { bounces: 500, more: true })
      assert.deepEqual(await expire(365), { bounces: 201, more: false })
      const [row, ...others] = await setup.listed()
      assert.deepEqual(
        [row!.email, row!.reason, others],
        ['p1@example.test', 'bad-mailbox: 550 5.1.1 no', []],
      )
    })

    test('are looked for by the service, if the setting is there', async () => {
      const inbound = await inboundSetup({ people: 2, env: { BOUNCE_HARD_DAYS: '30' } })
      try {
        // One statement: the service looks for old bounces from its start.
        await inbound.ask(
          `with added as (
           insert into bounces (account_id, id, subscriber_id, email, kind, class, rule, identity,
             received_at)
           select $1, id, id, email, 'hard', 'bad-mailbox', '', '', now() - make_interval(
             days => 32 * (2 - id::int)) from subscribers where account_id = $1)
         update subscribers set undeliverable_since = now() where account_id = $1`,
          [inbound.accountId],
        )
        await inbound.restart()
        const ended = () =>
          inbound.log.find(({ msg }) => msg === 'old hard bounces no longer count')
        while (!ended()) await pause(20)
        assert.equal(ended()!.bounces, 1)
        assert.equal((await inbound.person(1)).undeliverable, false)
        assert.equal((await inbound.person(2)).undeliverable, true)
      } finally {
        await inbound.close()
      }
    })
  })
})
