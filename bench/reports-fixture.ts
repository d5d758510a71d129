/** A sending with hits of twenty days, generated in the store. */
import { makeHitMonths } from '../src/domain/tracking/hit-months.ts'
import { execute } from './fixture.ts'
import type { Bench } from './own-database.ts'
import { sized } from './smoke.ts'

export const HITS = sized(5_000_000, 500)
export const PEOPLE = sized(500_000, 100)
export const LINKS = 50
export const DAYS = 20
const FIRST_DAY = '2026-04-21'
export const DAY = '2026-05-01'
export const FIELD = 'DD3'

/**
 * Two hits of five are clicks, one of ten is from a machine; the counts are derived from the hits.
 */
export async function fillReports(
  { store, accountId, listId }: Pick<Bench, 'store' | 'accountId' | 'listId'>,
  most: number,
): Promise<void> {
  // Partitions are usually made by hits.
  const days = `timestamptz '${FIRST_DAY} 00:00:00+01' + n * interval '${DAYS} days' / ${most}`
  const hits = (kind: string, where: string, link: string) =>
    `insert into hits (account_id, source_kind, source_id, kind, at, id, delivery_id, link, \
verdict, reason, agent, network)
     select ${accountId}, 1, 1, '${kind}', date_trunc('milliseconds', \
${days}), n, 1 + (n * 2654435761) % ${PEOPLE}, ${link},
       case when n % 10 = 7 then 'scanner' else 'person' end, 'browser', 'Firefox, Windows', \
'' from generate_series(1, ${most}) n where ${where} order by n`
  await execute(
    store,
    `insert into subscribers (account_id, id, email, email_key, name, fields)
     select ${accountId}, n, 'person-' || n || '@example.com', 'person-' || n || '@example.com', \
'Ada Lovelace ' || n,
       array['a' || n, 'b' || n, 'Town ' || n % 1000, 'd' || n, 'e' || n] from generate_series(1, \
${PEOPLE}) n`,
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at, \
planned_at, planned, candidates, created_at)
     values (${accountId}, 1, 1, ${listId}, '{"name": "News", "subject": "News"}', 'finished', \
'${FIRST_DAY}', '${FIRST_DAY}', ${PEOPLE}, ${PEOPLE}, '${FIRST_DAY}')`,
    `insert into links (account_id, source_kind, source_id, number, target)
     select ${accountId}, 1, 1, n, 'https://shop.example.com/article?number=' || n || \
'&from=newsletter' from generate_series(1, ${LINKS}) n`,
    `insert into hits (account_id, source_kind, source_id, kind, at, id, verdict, reason)
     select ${accountId}, 1, 2, 'view', timestamptz \
'${FIRST_DAY} 00:00:00+00' + n * interval '1 day', n, 'person', '' from generate_series(0, \
${DAYS}) n`,
  )
  await makeHitMonths(store)
  await execute(
    store,
    // Faster to rebuild than to update row by row.
    'drop index hits_of_delivery_at',
    hits('view', 'n % 5 >= 2', '0'),
    hits('click', 'n % 5 < 2', `1 + n % ${LINKS}`),
    `insert into hit_totals (account_id, source_kind, source_id, kind, link, by_all, by_people, \
messages, first_at, last_at)
     select account_id, 1, 1, kind, link, count(*), count(*) filter (where verdict = 'person'), \
least(count(*), ${PEOPLE}), min(at), max(at)
     from hits where source_id = 1 group by account_id, kind, link`,
    `insert into conversion_totals (account_id, source_kind, source_id, link, currency, closures, \
value)
     select ${accountId}, 1, 1, n, c, n * 10, n * 99.95 from generate_series(1, \
${LINKS}) n, unnest(array['EUR', 'SEK']) c`,
    'create index hits_of_delivery_at on hits (account_id, source_kind, source_id, ' +
      'delivery_id, at) where delivery_id is not null',
    'vacuum analyze',
    'checkpoint',
  )
}
