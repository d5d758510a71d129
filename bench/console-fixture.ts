/**
 * An account as the console may meet it: a million subscribers with their words, 200 lists, 500
 * sendings and 20,000,000 hits, generated in the store.
 */

import { makeHitMonths } from '../src/domain/tracking/hit-months.ts'
import { keepWords } from '../src/domain/words/keep-words.ts'
import { execute } from './fixture.ts'
import type { Bench } from './own-database.ts'
import { sized } from './smoke.ts'

/** Counted up when what is made here changes: then the kept database is made anew. */
export const SHAPE = 1
export const PEOPLE = sized(1_000_000, 500)
export const LISTS = sized(200, 5)
export const SENDINGS = sized(500, 5)
export const HITS = sized(20_000_000, 500)
/** Of each sending. */
const DELIVERIES = sized(4_000, 50)

const FIRST = 'Anna,Berit,Carl,Dagny,Erik,Freja,Gustav,Hanna,Ivar,Johan,Karin,Lars,Maja,Nils,Olga'
const LAST = 'Berg,Lind,Dahl,Holm,Ek,Strand,Nyman,Falk,Sund,Kvist,Rosen,Alm,Gren,Hallberg,Wik'
const TOWNS = 'Lund,Malmö,Göteborg,Kiruna'

/** Beginnings of words of the subscribers, of three letters and more. */
export const SEARCHES = [
  ...[...FIRST.split(','), ...LAST.split(',')].filter(word => word.length > 3),
  'ann',
  'ber',
  'hal',
  'firma',
  'firma77',
  'anna berg',
  'hallberg firma5',
  'wik9',
  'nosuch',
]

/** Takes away what an earlier run added. */
export const forgetRun = ({ store, accountId }: Pick<Bench, 'store' | 'accountId'>) =>
  execute(
    store,
    `delete from subscriptions where account_id = ${accountId} and subscriber_id > ${PEOPLE}`,
    `delete from subscribers where account_id = ${accountId} and id > ${PEOPLE}`,
    `delete from filters where account_id = ${accountId}`,
    'vacuum analyze subscribers, subscriptions',
  )

const oneOf = (values: string, n: string): string =>
  `(string_to_array('${values}', ','))[1 + (${n}) % ${values.split(',').length}]`

/** The kth of many numbers between 0 and `most`, spread evenly. */
const spread = (n: string, most: number): string => `((${n})::bigint * 2654435761 % ${most})`

export async function fillConsole(
  { store, accountId }: Pick<Bench, 'store' | 'accountId'>,
  log: (line: string) => void,
): Promise<void> {
  log('subscribers and lists')
  await execute(store, ...people(accountId))
  log('sendings')
  await execute(store, ...sendings(accountId))
  log('hits')
  await makeHitMonths(store)
  await execute(store, ...hits(accountId))
  log('words')
  while (await keepWords(store, accountId)) {}
  await execute(store, 'vacuum analyze', 'checkpoint')
}

function people(account: number): string[] {
  const name = `${oneOf(FIRST, 'n')} || ' ' || ${oneOf(LAST, 'n / 15')}`
  return [
    `insert into lists (account_id, id, name, from_name, from_email)
     select ${account}, n, 'List number ' || n, 'Bench', 'bench@example.test'
     from generate_series(2, ${LISTS}) n on conflict do nothing`,
    `insert into subscribers (account_id, id, email, email_key, name, country_code, phone, fields, \
created_at, updated_at)
     select ${account}, n, address, address, name, '46', '70' || lpad(n::text, 7, '0'),
       array['a' || n, 'b' || n % 100, '', 'd' || n % 7, ${oneOf(TOWNS, 'n')}], moment, moment
     from (select n, ${name} as name, timestamptz '2024-01-01' + n * interval '60 s' as moment,
         replace(lower(${name}), ' ', '.') || n || '@firma' || n % 1000 || '.test' as address
       from generate_series(1, ${PEOPLE}) n) person`,
    `insert into subscriptions (account_id, subscriber_id, list_id, subscribed_at)
     select account_id, id, 1, created_at from subscribers where account_id = ${account} order by id`,
    `insert into subscriptions (account_id, subscriber_id, list_id, subscribed_at)
     select account_id, id, 2 + id % ${LISTS - 1}, created_at from subscribers
     where account_id = ${account} order by id`,
    `insert into list_days (account_id, list_id, day, joined, departed)
     select ${account}, l, current_date - d, 1 + (l * d) % 50, (l + d) % 9
     from generate_series(1, ${LISTS}) l, generate_series(0, 89) d on conflict do nothing`,
    `insert into counters (account_id, kind, next_id)
     values (${account}, 'subscriber', ${PEOPLE + 1}), (${account}, 'list', ${LISTS + 1}),
       (${account}, 'sending', ${SENDINGS + 1})
     on conflict (account_id, kind) do update set next_id = excluded.next_id`,
  ]
}

function sendings(account: number): string[] {
  const day = (n: string) => `date_trunc('day', now()) - (${SENDINGS} - ${n}) * interval '12 hours'`
  return [
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at, \
planned_at, planned, candidates, left_out, created_at, finished_at)
     select ${account}, n, 1, 1 + n % ${LISTS}, jsonb_build_object('name', 'News ' || n, 'subject', \
'News ' || n, 'listName', 'List', 'listId', 1, 'fromEmail', 'bench@example.test'), 'finished', ${day('n')}, ${day('n')}, ${DELIVERIES}, ${DELIVERIES}, '{}', \
${day('n')}, ${day('n')} from generate_series(1, ${SENDINGS}) n`,
    `insert into deliveries (account_id, source_kind, source_id, id, email, state, attempts, \
route_id, reply, changed_at)
     select ${account}, 1, n, 1 + ${spread(`n * ${DELIVERIES} + d`, PEOPLE)}, '', 'accepted', 1, 1, \
'250 2.0.0 Ok', ${day('n')}
     from generate_series(1, ${SENDINGS}) n, generate_series(1, ${DELIVERIES}) d
     on conflict do nothing`,
    // Partitions are made for the months of hits that have come.
    `insert into hits (account_id, source_kind, source_id, kind, at, id, verdict, reason)
     select distinct on (date_trunc('month', ${day('n')})) ${account}, 1, 0, 'view', ${day('n')}, n, \
'person', '' from generate_series(1, ${SENDINGS}) n`,
    'drop index hits_of_delivery_at',
  ]
}

function hits(account: number): string[] {
  const each = HITS / SENDINGS
  return [
    `insert into hits (account_id, source_kind, source_id, kind, at, id, delivery_id, link, \
verdict, reason, agent)
     select ${account}, 1, s.id, case when n % 5 < 2 then 'click' else 'view' end,
       date_trunc('milliseconds', s.due_at + n * interval '2 days' / ${each}), n,
       1 + ${spread(`s.id * ${DELIVERIES} + n % ${DELIVERIES}`, PEOPLE)}, \
case when n % 5 < 2 then 1 + n % 20 else 0 end,
       case when n % 10 = 7 then 'scanner' else 'person' end, 'browser', 'Firefox, Windows'
     from sendings s, generate_series(1, ${each}) n where s.account_id = ${account}`,
    'create index hits_of_delivery_at on hits (account_id, source_kind, source_id, ' +
      'delivery_id, at) where delivery_id is not null',
    `insert into engagements (account_id, source_kind, source_id, delivery_id, views, last_view_at, \
clicks, last_click_at)
     select account_id, source_kind, source_id, id, 1, changed_at, id % 2, changed_at
     from deliveries where account_id = ${account} and id % 3 = 0`,
    `insert into hit_totals (account_id, source_kind, source_id, kind, link, by_all, by_people, \
messages, first_at, last_at)
     select ${account}, 1, id, kind, 0, ${each} / 2, ${each} / 3, ${DELIVERIES}, due_at, due_at
     from sendings, unnest(array['view', 'click']) kind where account_id = ${account}`,
    `insert into opt_outs (account_id, id, subscriber_id, email, email_key, reason)
     select account_id, id, id, email, email_key, 'bench' from subscribers
     where account_id = ${account} and id % 100 = 0`,
    `insert into bounces (account_id, id, subscriber_id, email, kind, class, rule, identity, \
received_at)
     select ${account}, i, i * 50, '', (array['hard', 'soft'])[i % 2 + 1], 'x', 'x', 'x', now()
     from generate_series(1, ${PEOPLE / 50}) i`,
  ]
}
