/** A dry run for a person: nothing is done. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { recordEvent } from '../../../src/domain/program-events/record-event.ts'
import { validTrigger } from '../../../src/domain/triggers/check-trigger.ts'
import { dryRun } from '../../../src/domain/triggers/dry-run.ts'
import { addNewTrigger } from '../../../src/domain/triggers/save-trigger.ts'
import { type TriggerSetup, withTriggers } from '../../support/triggers.ts'

const SERIES = `trigger: Welcome
list: All
zone: Europe/Stockholm
start: joined
steps:
  - step: hello
    send: News
  - step: read it
    wait for: {clicked: hello}
    within: 5 days
    then: thanks
  - step: who
    if: name = "p1"
    else: end
  - step: rest
    wait: next Tuesday 09:00
  - step: again
    send: News
    then: end
  - step: thanks
    set: DD5
    to: yes
`

async function triedFor(
  { store, accountId }: TriggerSetup,
  source: string,
  email: string,
  more: { happens?: string[]; at?: Date } = {},
) {
  const { definition } = await validTrigger(store, accountId, source, 'nothing')
  const options = { email, happens: more.happens ?? [], at: more.at, triggerId: undefined }
  const { passed, ending, entering, from } = await dryRun(store, accountId, definition, options)
  return {
    steps: passed.map(({ key, at, reason }) => [
      key,
      at.toISOString().slice(0, 16),
      reason?.detail ?? '',
    ]),
    ending: ending.detail,
    entering: entering.map(({ detail }) => detail),
    from,
  }
}

const AT = new Date('2026-11-21T20:30:00Z')

describe('a run that is tried', () => {
  test('says what becomes of the emails of a person who has paused', () =>
    withTriggers(1, async setup => {
      const until = new Date('2099-05-01T10:00:00Z')
      await setup.ask('update subscribers set paused_until = $1', [until])
      const source = 'trigger: W\nlist: All\nstart: joined\nsteps:\n  - step: a\n    send: News\n'
      const left = await triedFor(setup, source, 'p1@example.test', { at: AT })
      assert.deepEqual(left.steps, [['a', '2026-11-21T20:30', 'left out: they have paused']])
      assert.match(left.entering.join(), /paused their emails until 2099-05-01.*left out/)
      const waiting = source.replace('steps:', 'paused: wait\nsteps:')
      const tried = await triedFor(setup, waiting, 'p1@example.test', { at: AT })
      assert.deepEqual(tried.steps, [['a', '2099-05-01T10:00', 'waits for the end of their pause']])
      assert.match(tried.entering.join(), /they wait for it/)
    }))

  test('goes the way of this person, with the moments of each step', () =>
    withTriggers(3, async setup => {
      assert.deepEqual(await triedFor(setup, SERIES, 'P1@example.test', { at: AT }), {
        steps: [
          ['hello', '2026-11-21T20:30', ''],
          ['read it', '2026-11-26T20:30', 'assumed not to happen within 5 days'],
          ['who', '2026-11-26T20:30', 'matches'],
          ['rest', '2026-12-01T08:00', ''],
          ['again', '2026-12-01T08:00', ''],
        ],
        ending: 'finished',
        entering: [],
        from: AT,
      })
      const other = await triedFor(setup, SERIES, 'p2@example.test', { at: AT })
      assert.deepEqual(other.steps.at(-1), ['who', '2026-11-26T20:30', 'does not match'])
      const happy = await triedFor(setup, SERIES, 'p2@example.test', {
        at: AT,
        happens: ['read it'],
      })
      assert.deepEqual(happy.steps.at(-1), ['thanks', '2026-11-21T20:30', ''])
    }))

  test('does nothing', () =>
    withTriggers(3, async setup => {
      await triedFor(setup, SERIES, 'p1@example.test', { happens: ['read it'] })
      const { ask } = setup
      assert.deepEqual(
        await ask(
          `select (select count(*) from deliveries), (select count(*) from trigger_entries), \
(select count(*) from subscribers where cardinality(fields) > 0),
             (select count(*) from triggers)`,
        ),
        [['0', '0', '0', '0']],
      )
    }))

  test('says who does not enter, and why', () =>
    withTriggers(4, async setup => {
      const { ask, leave, accountId } = setup
      await leave([2])
      await ask('update subscribers set opted_out_at = now() where account_id = $1 and id = 3', [
        accountId,
      ])
      await ask(
        'update subscriptions set unsubscribed_at = now() where account_id = $1 and ' +
          'subscriber_id = 4',
        [accountId],
      )
      const says = async (id: number) =>
        (await triedFor(setup, SERIES, `p${id}@example.test`)).entering
      assert.deepEqual(await says(1), [])
      assert.deepEqual(await says(2), [
        'They are not on list 1: they do not enter before they are.',
      ])
      assert.deepEqual(await says(3), ['They have opted out of everything: they do not enter.'])
      assert.deepEqual(await says(4), ['They have unsubscribed from list 1: they do not enter.'])
      await assert.rejects(says(9), /No subscriber has the address p9@example\.test/)
      await assert.rejects(
        triedFor(setup, SERIES, 'p1@example.test', { happens: ['hello'] }),
        /is not a step that waits for an event. There are: read it\./,
      )
    }))

  test('waits for the end of the quiet hours, in the zone of the person', () =>
    withTriggers(2, async setup => {
      await setup.field(1, 7, 'America/New_York')
      const source =
        'trigger: Quiet\nlist: All\nzone: Europe/Stockholm\nstart: joined\n' +
        'quiet hours: 22:00 to 08:00 in DD7\nsteps:\n  - step: hello\n    send: News\n'
      const tried = async (email: string) =>
        (await triedFor(setup, source, email, { at: AT })).steps
      assert.deepEqual(await tried('p1@example.test'), [['hello', '2026-11-21T20:30', '']])
      assert.deepEqual(await tried('p2@example.test'), [['hello', '2026-11-21T20:30', '']])
      const later = new Date('2026-11-21T21:30:00Z')
      const { steps } = await triedFor(setup, source, 'p2@example.test', { at: later })
      assert.deepEqual(steps, [['hello', '2026-11-22T07:00', 'after the quiet hours']])
    }))

  test('asks the newest event of the person that starts the trigger', () =>
    withTriggers(2, async setup => {
      const { store, accountId } = setup
      const source =
        'trigger: Cart\nlist: All\nstart: {event: cart}\nsteps:\n  - step: dear\n' +
        '    if: event.total > 100\n    then: end\n    else: small\n  - step: small\n    send: News\n'
      const post = (total: number) =>
        recordEvent(store, accountId, {
          name: 'cart',
          email: 'p1@example.test',
          subscriberId: undefined,
          key: undefined,
          values: { total },
        })
      const dear = async () =>
        (await triedFor(setup, source, 'p1@example.test')).steps.map(([key, , why]) => [key, why])
      const small = [
        ['dear', 'does not match'],
        ['small', ''],
      ]
      assert.deepEqual(await dear(), small)
      await post(200)
      assert.deepEqual(await dear(), [['dear', 'matches']])
      await post(20)
      assert.deepEqual(await dear(), small)
      await assert.rejects(
        validTrigger(store, accountId, source.replace('event: cart', 'clicked: News'), 'nothing'),
        /values in the conditions of triggers that start by one/,
      )
    }))

  test('of a date trigger begins on the next day of theirs', () =>
    withTriggers(4, async setup => {
      const { field } = setup
      const source = SERIES.replace(
        'start: joined',
        'start: {date: DD6, at: "09:00", before: 3 days}',
      )
      await field(1, 6, '1984-02-29')
      await field(2, 6, '1900-02-30')
      await field(3, 6, 'soon')
      const one = await triedFor(setup, source, 'p1@example.test')
      assert.deepEqual(one.entering, ['Their DD6 holds 1984-02-29.'])
      assert.match(one.from.toISOString(), /-02-2[56]T08:00:00/)
      assert.ok(one.from > new Date())
      assert.deepEqual((await triedFor(setup, source, 'p2@example.test')).entering, [
        'Their DD6 does not hold a date like 2026-11-22: they do not enter.',
      ])
      assert.deepEqual((await triedFor(setup, source, 'p4@example.test')).entering, [
        'Their DD6 is empty: they do not enter.',
      ])
      const once = source.replace('before: 3 days', 'every: once')
      assert.deepEqual((await triedFor(setup, once, 'p1@example.test')).entering, [
        'Their DD6 holds 1984-02-29, which has passed.',
      ])
    }))

  test('of a trigger that is kept knows who has been through it', () =>
    withTriggers(1, async ({ store, accountId, advance, join }) => {
      const { id, definition } = await addNewTrigger(store, accountId, SERIES)
      await advance()
      await join([7])
      await advance()
      const options = { email: 'p7@example.test', happens: [], at: undefined, triggerId: id }
      const { entering } = await dryRun(store, accountId, definition, options)
      assert.deepEqual(
        entering.map(({ detail }) => detail),
        ['Their run is active: they do not enter again before it has ended.'],
      )
    }))

  test('that goes in rounds ends', () =>
    withTriggers(1, async setup => {
      const source =
        `trigger: T\nlist: All\nstart: joined\nsteps:\n  - step: a\n    send: News\n` +
        `  - step: w\n    wait: 1 day\n    then: a\n`
      const { steps, ending } = await triedFor(setup, source, 'p1@example.test', { at: AT })
      assert.deepEqual([steps.length, ending], [1000, 'stopped after 1000 steps'])
    }))
})
