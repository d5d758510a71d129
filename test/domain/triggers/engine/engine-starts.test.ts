/** What makes people enter a trigger, beside joining its list. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keepLinks } from '../../../../src/domain/tracking/keep-links.ts'
import { daysHeld, nextMoment } from '../../../../src/domain/triggers/entries/poll-dates.ts'
import type { DateStart, Start } from '../../../../src/domain/triggers/language/definition.ts'
import { localTime } from '../../../../src/lib/local-time.ts'
import { moved } from '../../../support/moved.ts'
import { type TriggerSetup, withTriggers } from '../../../support/triggers.ts'
import { hitIn } from '../../reports/reported.ts'

const DAY = 86_400_000

const birthday = (given: Partial<DateStart> = {}): DateStart => ({
  on: 'date',
  field: 3,
  days: 0,
  repeat: 'yearly',
  minute: 0,
  leapDay: '28 February',
  ...given,
})

const today = (days = 0): string => localTime(new Date(Date.now() + days * DAY), '+01:00').day

/** A trigger of yesterday: what starts at midnight has started today. */
const begun = ({ ask }: TriggerSetup, days = 1) =>
  ask(`update trigger_versions set created_at = now() - $1::int * interval '1 day'`, [days])

describe('a date in a field', { concurrency: 3 }, () => {
  test('yearly: in any year; before and after; an invalid day matches no subscriber', () =>
    withTriggers(8, async setup => {
      const { add, advance, messages, field } = setup
      const [, month] = /^\d{4}(.*)$/.exec(today())!
      await field(1, 3, `1980${month}`)
      await field(2, 3, `2035${month}`)
      await field(3, 3, today(1))
      for (const [id, text] of Object.entries({
        4: '1900-02-30',
        5: 'soon',
        6: '',
        7: `${today()}5`,
        8: today().slice(5),
      }))
        await field(Number(id), 3, text)
      await add({ start: birthday() })
      await begun(setup)
      await advance()
      assert.deepEqual(await messages(), ['welcome 1', 'welcome 2'])
      await advance()
      assert.deepEqual(await messages(), ['welcome 1', 'welcome 2'])
      const skipped = setup.log
        .filter(({ event }) => event.includes('no day'))
        .map(({ facts }) => facts.people)
      assert.deepEqual(skipped, [4])
      await add({ start: birthday({ days: -1 }) })
      await begun(setup)
      await advance()
      assert.deepEqual(await messages(), ['welcome 1', 'welcome 2', 'welcome 3'])
    }))

  test('once: on that very day', () =>
    withTriggers(3, async setup => {
      const { add, advance, messages, field } = setup
      await field(1, 3, today(-10))
      await field(2, 3, `19${today(-10).slice(2)}`)
      await field(3, 3, `${today(-10)}T12:00:00`)
      await add({ start: birthday({ repeat: 'once', days: 10 }) })
      await begun(setup)
      await advance()
      assert.deepEqual(await messages(), ['welcome 1', 'welcome 3'])
    }))

  test('starts at its time, not before, makes up for three days at most, and looks at each day once', () => {
    const start = birthday({ minute: 540 })
    const now = new Date('2026-05-10T12:00:00Z')
    const next = (seen: string) =>
      nextMoment(start, 'Europe/Stockholm', new Date(seen), now).toISOString()
    assert.equal(next('2026-05-09T06:59:59Z'), '2026-05-09T07:00:00.000Z')
    assert.equal(next('2026-05-09T07:00:00Z'), '2026-05-10T07:00:00.000Z')
    assert.equal(next('2026-05-10T07:00:00Z'), '2026-05-11T07:00:00.000Z')
    assert.equal(next('2026-01-01T00:00:00Z'), '2026-05-08T07:00:00.000Z')
  })

  test('29 February in common years is as the trigger says', () => {
    const held = (day: string, given: Partial<DateStart> = {}) => daysHeld(birthday(given), day)
    assert.deepEqual(held('2027-02-28'), ['02-28', '02-29'])
    assert.deepEqual(held('2027-03-01'), ['03-01'])
    assert.deepEqual(held('2027-03-01', { leapDay: '1 March' }), ['03-01', '02-29'])
    assert.deepEqual(held('2027-02-28', { leapDay: '1 March' }), ['02-28'])
    assert.deepEqual(held('2028-02-28'), ['02-28'])
    assert.deepEqual(held('2028-02-29'), ['02-29'])
    assert.deepEqual(held('2027-03-07', { days: 7 }), ['02-28', '02-29'])
    assert.deepEqual(held('2027-05-09', { repeat: 'once', days: -3 }), ['2027-05-12'])
  })

  test('of more people than are looked at at a time, each is found once', () =>
    withTriggers(12_000, async setup => {
      const { add, advance, ask } = setup
      await ask(`update subscribers set fields = array['', '', $1]`, [today()])
      await add({ start: birthday(), steps: [{ key: 'over', do: 'end' }] })
      await begun(setup)
      await advance()
      assert.deepEqual(
        await ask(
          'select count(*), count(distinct subscriber_id), max(entry) from trigger_entries',
        ),
        [['12000', '12000', '1']],
      )
    }))
})

/** A sending of the newsletter, delivered to these people. */
async function delivered(
  { ask, accountId, newsletterId, listId, store }: TriggerSetup,
  ids: number[],
  daysAgo = 0,
) {
  await ask(
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at, \
finished_at)
     values ($1, 1, $2, $3, '{}', 'finished', now(), now() - $4::float8 * interval '1 day')`,
    [accountId, newsletterId, listId, daysAgo],
  )
  await ask(
    'insert into deliveries (account_id, source_kind, source_id, id, email, state) select ' +
      `$1, 1, 1, i, 'x', 'accepted' from unnest($2::bigint[]) i`,
    [accountId, ids],
  )
  await keepLinks(store, { accountId, source: 'sending', sourceId: 1 }, [
    { number: 1, target: 'https://example.test/' },
    { number: 2, target: 'https://example.test/other' },
  ])
  return (
    id: number,
    kind: 'view' | 'click',
    link: number,
    facts: Partial<Parameters<typeof hitIn>[2]> = {},
  ) =>
    // Moments of hits have milliseconds, those of the store microseconds: in the same one it would
    // be before the trigger.
    hitIn(store, accountId, {
      sourceId: 1,
      deliveryId: id,
      kind,
      link,
      at: Date.now() + 1,
      ...facts,
    })
}

describe('what people did', { concurrency: 3 }, () => {
  const started =
    (start: Start) =>
    (work: (setup: TriggerSetup, hit: Awaited<ReturnType<typeof delivered>>) => Promise<void>) =>
      withTriggers(6, async setup => {
        const hit = await delivered(setup, [1, 2, 3, 4, 5, 6])
        await setup.add({
          start: 'newsletterId' in start ? { ...start, newsletterId: setup.newsletterId } : start,
          again: 'always',
        })
        await work(setup, hit)
      })

  const fold = async ({ store, accountId, ask }: TriggerSetup) => {
    const { foldHits } = await import('../../../../src/domain/tracking/fold-hits.ts')
    await foldHits(store, accountId)
    await ask('delete from hit_suspicions')
  }

  test('a click in a newsletter: of people, on that link, after the trigger was there', () =>
    started({ on: 'clicked', newsletterId: 0, link: 'https://example.test/' })(
      async (setup, hit) => {
        const { advance, messages } = setup
        await hit(1, 'click', 1)
        await hit(2, 'click', 2)
        await hit(3, 'click', 1, { verdict: 'scanner', reason: 'agent' })
        await hit(4, 'click', 1, { at: Date.now() - DAY })
        await hit(5, 'view', 0)
        await fold(setup)
        await advance()
        assert.deepEqual(await messages(), ['welcome 1'])
        // The same click is no second one.
        await advance()
        assert.deepEqual(await messages(), ['welcome 1'])
        await hit(1, 'click', 1, { at: Date.now() + 2000 })
        await fold(setup)
        await advance()
        assert.deepEqual(await messages(), ['welcome 1', 'welcome 1'])
      },
    ))

  test('an open, which a click implies; not while an email is to be judged once more', () =>
    started({ on: 'opened', newsletterId: 0 })(async (setup, hit) => {
      const { advance, messages, ask, accountId } = setup
      await hit(1, 'view', 0)
      await hit(2, 'click', 1)
      await hit(3, 'view', 0)
      await fold(setup)
      await ask(
        `insert into hit_suspicions values ($1, 1, 1, 3, 'trap', now(), now(), '', '', ` +
          `now() + interval '1 hour')`,
        [accountId],
      )
      await advance()
      assert.deepEqual(await messages(), ['welcome 1', 'welcome 2'])
      await ask('delete from hit_suspicions')
      await advance()
      assert.deepEqual(await messages(), ['welcome 1', 'welcome 2', 'welcome 3'])
    }))

  test('a purchase', () =>
    started({ on: 'converted' })(async ({ advance, messages, ask, accountId }) => {
      await ask(
        `insert into conversions (account_id, key, source_kind, source_id, link, delivery_id, \
clicked_at, value)
         values ($1, 'a', 1, 1, 1, 2, now(), 5), ($1, 'b', 1, 1, 1, null, now(), 5), ($1, 'c', 3, \
1, 1, 3, now(), 5)`,
        [accountId],
      )
      await advance()
      assert.deepEqual(await messages(), ['welcome 2'])
    }))

  test('an email that was delivered and not opened within days', () =>
    withTriggers(6, async setup => {
      const { add, advance, messages, ask, newsletterId } = setup
      const hit = await delivered(setup, [1, 2, 3, 4, 5, 6], 4.5)
      await ask(`update deliveries set state = 'bounced' where id = 4`)
      // Of these nobody knows.
      await ask('update deliveries set opens_unmeasured = true where id = 5')
      await ask('update subscribers set opens_agreed = false where id = 6')
      await hit(1, 'view', 0)
      await hit(2, 'view', 0, { verdict: 'privacy prefetch', reason: 'prefetch' })
      await fold(setup)
      await add({ start: { on: 'not opened', newsletterId, days: 5 } })
      await begun(setup)
      await advance()
      assert.deepEqual(await messages(), [])
      await ask(`update sendings set finished_at = ${moved('finished_at', '-43260')}`)
      await advance()
      assert.deepEqual(await messages(), ['welcome 2', 'welcome 3'])
      await advance()
      assert.deepEqual(await messages(), ['welcome 2', 'welcome 3'])
    }))

  test('a field that changed, to a value, or to any', () =>
    withTriggers(4, async ({ add, advance, passed, field, join }) => {
      await field(1, 5, 'gold')
      const gold = await add({ start: { on: 'changed', field: 5, to: 'Gold' }, again: 'always' })
      const any = await add({ start: { on: 'changed', field: 5 }, again: 'always' })
      await advance()
      await field(1, 6, 'other')
      await advance()
      assert.deepEqual([await passed(1, gold), await passed(1, any)], [[], []])
      await field(2, 5, ' GOLD ')
      await field(3, 5, 'silver')
      await join([9])
      await advance()
      await field(9, 5, 'gold')
      await advance()
      const all = await Promise.all(
        [1, 2, 3, 9].map(async id => [
          (await passed(id, gold)).length,
          (await passed(id, any)).length,
        ]),
      )
      assert.deepEqual(all, [
        [0, 0],
        [1, 1],
        [0, 1],
        [1, 1],
      ])
    }))
})
