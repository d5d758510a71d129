/**
 * Weekly sendings to the same people with opens and clicks, generated in the store week by week as
 * workers leave them: each email is planned and then settled, hits lie in their months.
 */
import type { Store } from '../src/db/db.ts'
import { makeHitMonths } from '../src/domain/tracking/hit-months.ts'
import { keepWords } from '../src/domain/words/keep-words.ts'
import { execute } from './fixture.ts'
import type { Bench } from './own-database.ts'
import { sized } from './smoke.ts'

export const PEOPLE = sized(100_000, 100)
export const WEEKS = sized(156, 4)
const LINKS = 20
/** Of a hundred emails. */
const OPENED = 40
const CLICKED = 8

export const NAMES = ['anna', 'berit', 'carl', 'dagny', 'erik', 'freja', 'gustav', 'hanna']

/** Of the sending of a week, the first of them the longest ago. */
const moment = (week: number): string =>
  `date_trunc('hour', now()) - interval '${(WEEKS - week) * 7 + 1} days'`

/** Another number for each week and person, below a hundred and spread evenly. */
const chance = (week: number, salt: number): string =>
  `abs(hashint4extended(d.id::int, ${week * 7 + salt})) % 100`

export async function fillPeople({ store, accountId, listId }: Bench): Promise<void> {
  const names = `(array['${NAMES.join("', '")}'])[1 + n % ${NAMES.length}]`
  await execute(
    store,
    `insert into subscribers (account_id, id, email, email_key, name, fields, created_at, updated_at)
     select ${accountId}, n, address, address, initcap(${names}) || ' Berg ' || n,
       array['a' || n, 'Town ' || n % 1000, 'x'], ${moment(0)}, ${moment(0)}
     from (select n, ${names} || '.' || n || '@firma' || n % 300 || '.test' as address
       from generate_series(1, ${PEOPLE}) n) person`,
    `insert into subscriptions (account_id, subscriber_id, list_id, subscribed_at)
     select account_id, id, ${listId}, created_at from subscribers where account_id = ${accountId}`,
  )
  while (await keepWords(store, accountId)) {}
}

/** Of weeks: how often an autovacuum comes by in the time that is told. */
const VACUUMED = 4

/** Fills these weeks; `vacuum` stands for the autovacuum of the time between. */
export async function fillWeeks(bench: Bench, from: number, to: number): Promise<void> {
  const { store, accountId } = bench
  await makeMonths(store, accountId, from, to)
  for (let week = from; week <= to; week++) {
    await execute(store, ...weekOf(bench, week))
    if (week % VACUUMED === 0) await execute(store, 'vacuum deliveries')
  }
  await execute(store, 'vacuum analyze', 'checkpoint')
}

/** Months are made for the hits that have come. */
async function makeMonths(store: Store, accountId: number, from: number, to: number) {
  const weeks = Array.from({ length: to - from + 1 }, (_, n) => from + n)
  const firsts = weeks.map(
    week => `(${accountId}, 1, 0, 'view', ${moment(week)}, ${week}, 'person', '')`,
  )
  await execute(
    store,
    'insert into hits (account_id, source_kind, source_id, kind, at, id, verdict, reason) values ' +
      firsts.join(', '),
  )
  // A call makes a hundred months at most.
  while ((await makeHitMonths(store)).length > 0) {}
}

function weekOf({ accountId, listId }: Bench, week: number): string[] {
  const of = `account_id = ${accountId} and source_kind = 1 and source_id = ${week}`
  const at = moment(week)
  const message = `jsonb_build_object('name', 'News ${week}', 'subject', 'News ${week}',
    'listName', 'All', 'listId', ${listId}, 'fromEmail', 'bench@example.test')`
  const hits = (kind: string, link: string, share: number) =>
    `insert into hits (account_id, source_kind, source_id, kind, at, id, delivery_id, link, verdict, \
reason, agent)
     select ${accountId}, 1, ${week}, '${kind}', date_trunc('milliseconds', ${at} +
       ${chance(week, 3)} * interval '30 minutes'), d.id, d.id, ${link}, 'person', 'browser',
       'Firefox, Windows'
     from deliveries d where ${of} and ${chance(week, 1)} < ${share}`
  return [
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at, \
planned_at, planned, candidates, left_out, created_at, finished_at)
     values (${accountId}, ${week}, 1, ${listId}, ${message}, 'finished', ${at}, ${at}, ${PEOPLE}, \
${PEOPLE}, '{}', ${at}, ${at})`,
    `insert into links (account_id, source_kind, source_id, number, target)
     select ${accountId}, 1, ${week}, n, 'https://shop.example.com/article?number=' || n
     from generate_series(1, ${LINKS}) n`,
    `insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
     select account_id, 1, ${week}, id, email, ${at} from subscribers
     where account_id = ${accountId} order by id`,
    `update deliveries set state = 'accepted', attempts = 1, next_try_at = null, route_id = 0,
       reply = '250 2.0.0 Ok: queued as 4bX' || id, changed_at = ${at} where ${of}`,
    hits('view', '0', OPENED),
    hits('click', `1 + d.id % ${LINKS}`, CLICKED),
    `insert into engagements (account_id, source_kind, source_id, delivery_id, views, first_view_at, \
last_view_at, clicks, first_click_at, last_click_at)
     select account_id, 1, ${week}, delivery_id, count(*) filter (where kind = 'view'),
       min(at) filter (where kind = 'view'), max(at) filter (where kind = 'view'),
       count(*) filter (where kind = 'click'), min(at) filter (where kind = 'click'),
       max(at) filter (where kind = 'click')
     from hits where ${of} group by account_id, delivery_id`,
    `insert into clicked_links (account_id, source_kind, source_id, link, delivery_id, clicks, \
first_click_at, last_click_at)
     select account_id, 1, ${week}, link, delivery_id, 1, at, at from hits
     where ${of} and kind = 'click'`,
    `insert into hit_totals (account_id, source_kind, source_id, kind, link, by_all, by_people, \
messages, first_at, last_at)
     select account_id, 1, ${week}, kind, l, count(*), count(*), count(*), min(at), max(at)
     from hits, unnest(array[0, link]) l where ${of} and (l > 0 or link = 0 or kind = 'click')
     group by account_id, kind, l on conflict do nothing`,
    `insert into hit_hours (account_id, source_kind, source_id, hour, kind, link, by_all, by_people, \
messages)
     select account_id, 1, ${week}, date_trunc('hour', at), kind, 0, count(*), count(*), count(*)
     from hits where ${of} group by account_id, date_trunc('hour', at), kind`,
  ]
}
