/**
 * A filter of five conditions counted over a million subscribers, and a sending planned with it,
 * beside reading all of them once.
 */
import { countMatching } from '../src/domain/filters/matching.ts'
import { conditionOf } from '../src/domain/filters/save-filter.ts'
import { planAudience } from '../src/domain/sendings/audience/plan-audience.ts'
import type { Context } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { type Bench, onNewDatabase } from './own-database.ts'
import { sized } from './smoke.ts'

const PEOPLE = sized(1_000_000, 1_000)
const FILTER =
  'country = "46" and (DD5 contains "Lund" or clicked within 90 days) and not on list 2 and ' +
  'not bounced hard'

export async function filters(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  await onNewDatabase(context, async bench => {
    context.log('making a million subscribers')
    await fill(bench)
    const { store, accountId, listId } = bench
    const condition = await conditionOf(store, accountId, FILTER)
    await countMatching(store, accountId, [condition])
    for (let run = 0; run < context.runs; run++) {
      context.noteLoad()
      const timed = async (name: string, work: () => Promise<unknown>) => {
        const begun = performance.now()
        await work()
        figures.add(name, 'ms', performance.now() - begun)
      }
      await timed('all of them read once', () =>
        ask(
          bench,
          'select count(*) from subscribers s where s.account_id = $1 and s.fields[5] is not null',
        ),
      )
      await timed('five conditions counted', () => countMatching(store, accountId, [condition]))
      const sendingId = run + 1
      await ask(
        bench,
        'insert into sendings (account_id, id, newsletter_id, list_id, message, state, ' +
          `due_at) values ($1, ${sendingId}, 1, ${listId}, '{}', 'paused', now())`,
      )
      await timed('a sending planned by them', () =>
        store.transact(
          tx =>
            planAudience(
              tx,
              { accountId, sendingId },
              { lists: [listId], excluded: [], filters: [{ id: 1, name: '', condition }] },
              [],
            ),
          {},
        ),
      )
      await ask(bench, 'delete from deliveries where account_id = $1')
    }
  })
  const counted = figures.get('five conditions counted')
  const second = { name: 'a second', unit: 'ms', runs: counted.runs.map(() => 1000) }
  return {
    name: 'filters',
    about:
      `${FILTER}, over ${PEOPLE.toLocaleString('en-US')} subscribers with 25 fields, two ` +
      'lists, 300,000 engagements and 20,000 bounces.',
    series: figures.series,
    ratios: [
      ratio('counted / one second', counted, second, { most: 1 }),
      ratio('counted / all read once', counted, figures.get('all of them read once')),
    ],
  }
}

const ask = ({ store, accountId }: Bench, text: string) =>
  store.run({ name: '', text, again: false }, text.includes('$1') ? [accountId] : [])

export async function fill(bench: Bench): Promise<void> {
  const statements = [
    `insert into subscribers (account_id, id, email, email_key, name, country_code, fields)
     select $1, i, 'p' || i || '@example.test', 'p' || i || '@example.test', 'Person ' || i, \
(array['46', '47', '45'])[i % 3 + 1],
       array(select 'value ' || f || ' of ' || i from generate_series(1, 4) f) || (array['Lund', \
'Malmö', 'Göteborg', 'Kiruna'])[i % 4 + 1]
         || array(select 'value ' || f || ' of ' || i from generate_series(6, 25) f)
     from generate_series(1, ${PEOPLE}) i`,
    'insert into lists (account_id, id, name, from_name, from_email) values ($1, 2, ' +
      `'Others', '', 'a@example.test') on conflict do nothing`,
    'insert into subscriptions (account_id, subscriber_id, list_id) select $1, i, 1 from ' +
      `generate_series(1, ${PEOPLE}) i`,
    'insert into subscriptions (account_id, subscriber_id, list_id) select $1, i * 5, 2 ' +
      `from generate_series(1, ${PEOPLE / 5}) i`,
    `insert into engagements (account_id, source_kind, source_id, delivery_id, views, \
last_view_at, clicks, last_click_at)
     select $1, 1, 1, i * 3, 1, now(), i % 2, now() - (i % 365) * interval '1 day' from \
generate_series(1, ${PEOPLE * 0.3}) i`,
    `insert into bounces (account_id, id, subscriber_id, email, kind, class, rule, identity, \
received_at)
     select $1, i, i * 50, '', (array['hard', 'soft'])[i % 2 + 1], 'x', 'x', 'x', \
now() from generate_series(1, ${PEOPLE / 50}) i`,
  ]
  for (const statement of statements) await ask(bench, statement)
  for (const table of ['subscribers', 'subscriptions', 'engagements', 'bounces'])
    await ask(bench, `vacuum analyze ${table}`)
}
