/** Filters: the language, its refusals, and the matches, against a plain evaluation in memory. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { addAccount } from '../../../src/domain/accounts/add-account.ts'
import { editField } from '../../../src/domain/demographics/change-field.ts'
import { filtersOfAccount } from '../../../src/domain/filters/filters.sql.ts'
import { countMatching, sampleMatching } from '../../../src/domain/filters/matching.ts'
import { readFilter } from '../../../src/domain/filters/read-filter.ts'
import {
  addNamedFilter,
  conditionOf,
  conditionText,
  editFilter,
  requireFilters,
} from '../../../src/domain/filters/save-filter.ts'
import { makeList } from '../../../src/domain/lists/add-list.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { temporaryStore } from '../../support/database.ts'
import { known, matches, type Person, todayThere } from './evaluate.ts'
import { type Ask, KEPT, keepArrivals } from './kept-people.ts'
import { condition, person } from './random.ts'

describe('who matches', () => {
  let opened: Awaited<ReturnType<typeof temporaryStore>>
  let accountId: number
  before(async () => {
    opened = await temporaryStore()
    accountId = (await addAccount(opened.store, {
      username: 'filters',
      password: 'correct horse battery staple',
    }))!.id
    for (const name of ['A', 'B', 'C'])
      await makeList(opened.store, accountId, {
        name,
        fromName: '',
        fromEmail: 'a@example.test',
        description: '',
        characterSet: '',
      })
    await editField(opened.store, accountId, 3, { type: 'number' })
    await editField(opened.store, accountId, 4, { type: 'date' })
    await ask('update tenants set measuring_checked = true where account_id = $1', [accountId])
  })
  after(() => opened.drop())
  const ask: Ask = async (text, values) => opened.store.run({ name: '', text, again: true }, values)

  async function keep(account: number, people: Person[]): Promise<void> {
    for (const table of KEPT) await ask(`delete from ${table} where account_id = $1`, [account])
    const rows = JSON.stringify(people)
    await ask(
      `insert into subscribers (account_id, id, email, email_key, name, format, country_code, \
phone, fields, opens_agreed, clicks_agreed)
       select $1, p.id, p.email, p.email, p.name, p.format, p.country, p.phone, p.fields,
         (p.agreed->>'opens')::boolean, (p.agreed->>'clicks')::boolean
       from jsonb_to_recordset($2::jsonb) as p (id bigint, email text, name text, format text, \
country text, phone text, fields text[], agreed jsonb)`,
      [account, rows],
    )
    // Who has left a list is not on it.
    await ask(
      `insert into subscriptions (account_id, subscriber_id, list_id, unsubscribed_at, subscribed_at)
       select $1, p.id, l, case when p.lists @> to_jsonb(l) then null else now() end,
         now() - (p."joinedDaysAgo"->>(l - 1))::float8 * interval '1 day'
       from jsonb_to_recordset($2::jsonb) as p (id bigint, lists jsonb, "joinedDaysAgo" jsonb), \
generate_series(1, 3) l`,
      [account, rows],
    )
    await keepArrivals(ask, account, people)
    await ask(
      `insert into bounces (account_id, id, subscriber_id, email, kind, class, rule, identity, \
received_at, counts)
       select $1, row_number() over (), p.id, '', b.kind, 'x', 'x', 'x', \
now() - b."daysAgo" * interval '1 day', b.counts
       from jsonb_to_recordset($2::jsonb) as p (id bigint, bounces jsonb), \
jsonb_to_recordset(p.bounces) as b (kind text, "daysAgo" float8, counts boolean)`,
      [account, rows],
    )
    await ask(
      `insert into engagements (account_id, source_kind, source_id, delivery_id, views, \
last_view_at, clicks, last_click_at)
       select $1, 1, e.sending, p.id, case when o >= 0 then 2 else 0 end, \
case when o >= 0 then now() - o * interval '1 day' end,
         case when c >= 0 then 1 else 0 end, case when c >= 0 then now() - c * interval '1 day' end
       from jsonb_to_recordset($2::jsonb) as p (id bigint, engagements jsonb),
         jsonb_to_recordset(p.engagements) as e (sending bigint, "openedDaysAgo" float8, \
"clickedDaysAgo" float8),
         lateral (select e."openedDaysAgo" as o, e."clickedDaysAgo" as c) x`,
      [account, rows],
    )
    await ask(
      `insert into clicked_links (account_id, source_kind, source_id, link, delivery_id, clicks, \
first_click_at, last_click_at)
       select $1, 1, e.sending, e.link, p.id, 1, now() - interval '1000 days', \
now() - e."daysAgo" * interval '1 day'
       from jsonb_to_recordset($2::jsonb) as p (id bigint, links jsonb), \
jsonb_to_recordset(p.links) as e (sending bigint, link int, "daysAgo" float8)`,
      [account, rows],
    )
  }

  test('the same people as a plain evaluation, for random people and filters', async () => {
    const people = fc.tuple(...Array.from({ length: 40 }, (_, i) => person(i + 1)))
    let some = 0
    for (let round = 0; round < 4; round++) {
      const crowd = fc.sample(people, { numRuns: 1, seed: Date.now() + round })[0]!
      await keep(accountId, crowd)
      const other = (await addAccount(opened.store, {
        username: `other-${round}`,
        password: 'correct horse battery staple',
      }))!.id
      // Another account's people have the same ids and are nobody's business here.
      await keep(other, fc.sample(people, 1)[0]!)
      await fc.assert(
        fc.asyncProperty(condition, async given => {
          const today = todayThere()
          const meant = crowd.filter(one => matches(one, given, today)).map(({ id }) => id)
          const found = (await sampleMatching(opened.store, accountId, [given], 1000)).map(
            ({ id }) => id,
          )
          assert.deepEqual(found, meant)
          assert.deepEqual(await countMatching(opened.store, accountId, [given]), {
            matching: meant.length,
            of: 40,
            unmeasured: crowd.filter(one => known(one, given, today) === undefined).length,
          })
          if (meant.length > 0 && meant.length < 40) some++
        }),
        { numRuns: 120 },
      )
    }
    assert.ok(some > 100, `only ${some} conditions told people apart`)
  })

  test('of several filters, who matches all; of a list, who is on it', async () => {
    const crowd = fc.sample(fc.tuple(...Array.from({ length: 40 }, (_, i) => person(i + 1))), 1)[0]!
    await keep(accountId, crowd)
    await fc.assert(
      fc.asyncProperty(condition, condition, async (one, two) => {
        const today = todayThere()
        const meant = crowd.filter(
          him => him.lists.includes(2) && matches(him, one, today) && matches(him, two, today),
        )
        const { matching, of } = await countMatching(opened.store, accountId, [one, two], {
          listId: 2,
        })
        assert.deepEqual(
          [matching, of],
          [meant.length, crowd.filter(him => him.lists.includes(2)).length],
        )
      }),
      { numRuns: 100 },
    )
  })

  test('the largest filter that may be saved is counted', async () => {
    const source = Array.from(
      { length: 100 },
      (_, i) =>
        `(DD3 > ${i} or clicked link ${i + 1} of sending 1)`.slice(1, -1).split(' or ')[i % 2]!,
    ).join(' or ')
    const given = readFilter(source, [{ number: 3, name: 'n', type: 'number' }])
    assert.equal((await countMatching(opened.store, accountId, [given])).of, 40)
  })

  test('a field that is renamed stays the field that it was', async () => {
    const { store } = opened
    await editField(store, accountId, 5, { name: 'City' })
    const id = await addNamedFilter(store, accountId, 'By city', 'City = "Lund"')
    await editField(store, accountId, 5, { name: 'Town' })
    await editField(store, accountId, 6, { name: 'City' })
    const [filter] = await requireFilters(store, accountId, [id])
    assert.deepEqual(filter!.condition, { column: 5, text: '=', values: ['Lund'] })
    assert.equal(await conditionText(store, accountId, filter!.condition), '["Town"] = "Lund"')
  })

  test('what cannot be kept is refused and changes nothing', async () => {
    const { store } = opened
    const before = await filtersOfAccount(store, { accountId })
    const refused = (work: Promise<unknown>, says: RegExp, reason = 'not-valid') =>
      assert.rejects(
        work,
        error => error instanceof Refusal && error.reason === reason && says.test(error.message),
      )
    await refused(addNamedFilter(store, accountId, ' ', 'name = "a"'), /needs a name/)
    await refused(
      addNamedFilter(store, accountId, 'BY CITY', 'name = "a"'),
      /has that name already/,
    )
    await refused(
      addNamedFilter(store, accountId, 'Wrong', 'name = '),
      /Column 8: expected a text in quotes/,
    )
    await refused(
      addNamedFilter(store, accountId, 'Wrong', 'on list 99'),
      /no list 99/,
      'no-such-list',
    )
    await refused(
      addNamedFilter(store, accountId, 'Wrong', 'on list 99999999999'),
      /no list 99999999999/,
      'no-such-list',
    )
    await refused(
      addNamedFilter(store, accountId, 'Wrong', 'opened sending 77'),
      /no sending 77/,
      'no-such-sending',
    )
    for (const [kind, source] of [
      ['newsletter', 'got newsletter 77'],
      ['newsletter', 'opened newsletter 999999999999999'],
      ['sending', 'not got sending 77'],
      ['import', 'joined by import 77'],
      ['form', 'joined list 1 by form 999999999999999'],
      ['list', 'joined list 77 since 2026-01-31'],
    ] as const)
      await refused(
        addNamedFilter(store, accountId, 'Wrong', source),
        new RegExp(`no ${kind} \\d+`),
        `no-such-${kind}`,
      )
    await refused(
      editFilter(store, accountId, 999, { source: 'name = "a"' }),
      /no filter 999/,
      'no-such-filter',
    )
    for (const id of [0, -1, 1.5, 999, 2 ** 40, Number.NaN])
      await refused(requireFilters(store, accountId, [id]), /There is no filter/, 'no-such-filter')
    assert.deepEqual(await filtersOfAccount(store, { accountId }), before)
    const stranger = (await addAccount(store, {
      username: 'stranger',
      password: 'correct horse battery staple',
    }))!.id
    await refused(
      requireFilters(store, stranger, [before[0]!.id]),
      /There is no filter/,
      'no-such-filter',
    )
    await refused(conditionOf(store, stranger, 'on list 1'), /no list 1/, 'no-such-list')
  })

  test('who opened or clicked is not asked of sendings that are tracked anonymously', async () => {
    const { store } = opened
    for (const [id, list] of [
      [11, 1],
      [12, 2],
    ])
      await ask(
        'insert into sendings (account_id, id, newsletter_id, list_id, message, state, ' +
          `due_at) values ($1, $2::bigint, $2::bigint, $3, '{}', 'finished', now())`,
        [accountId, id, list],
      )
    await ask('insert into anonymous_lists (account_id, list_id) values ($1, 2)', [accountId])
    await conditionOf(store, accountId, 'clicked link 1 of sending 11')
    await assert.rejects(
      conditionOf(store, accountId, 'not clicked sending 12'),
      /Sending 12 went to a list that is tracked anonymously/,
    )
  })
})
