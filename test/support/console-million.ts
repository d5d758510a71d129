/** A million subscribers for a test of the console, written by the store itself. */
import type { Client } from 'pg'

export const MILLION = 1_000_000
/** One of a hundred is gold. */
export const GOLD = MILLION / 100

/** A person in the middle, with a unique name. */
export const RARE = { id: 654_321, word: 'quirin', name: 'Quirin Falk' }

export const addressOf = (id: number): string => `kund${id}@firma.example`

/** How the indexes of the filled tables are taken away, and how they are made again. */
const INDEXES = `
  select
    case when contype is null then format('drop index %s', indexrelid::regclass)
      else format('alter table %s drop constraint %I', indrelid::regclass, conname) end as taken,
    case when contype is null then pg_get_indexdef(indexrelid)
      else format('alter table %s add constraint %I %s', indrelid::regclass, conname,
        pg_get_constraintdef(k.oid)) end as made
  from pg_index left join pg_constraint k on conindid = indexrelid and contype in ('p', 'u')
  where indrelid = any ('{subscribers,subscriptions,subscriber_words}'::regclass[])`

/**
 * On list 1 all of them; on list 2 five who are not gold. The gold ones have a word that searches
 * find; the worker finds nothing to do but those changed later. Indexes are made when the rows are
 * there: for half the processor time.
 */
export async function fillMillion(client: Client): Promise<void> {
  const { rows: indexes } = await client.query<{ taken: string; made: string }>(INDEXES)
  for (const statement of [
    'set synchronous_commit = off',
    ...indexes.map(({ taken }) => taken),
    `insert into subscribers
       (account_id, id, email, email_key, name, fields, created_at, updated_at)
     select 1, n, address, address,
       case n when ${RARE.id} then '${RARE.name}' else 'Kund ' || n end,
       array[case when n % 100 = 0 then 'gold' else 'grey' end], moment, moment
     from generate_series(1, ${MILLION}) n, concat('kund', n, '@firma.example') address,
       make_timestamptz(2024, 1, 1, 0, 0, 0, 'UTC') moment`,
    `insert into subscriptions (account_id, subscriber_id, list_id, subscribed_at)
     select account_id, id, 1, created_at from subscribers order by id`,
    `insert into subscriptions (account_id, subscriber_id, list_id, subscribed_at)
     select account_id, id, 2, created_at from subscribers where id < 6`,
    `insert into subscriber_words (account_id, word, subscriber_id)
     select account_id, concat('kund', id), id from subscribers where id % 100 = 0
     order by concat('kund', id) collate "C"`,
    `insert into subscriber_words (account_id, word, subscriber_id)
     values (1, '${RARE.word}', ${RARE.id})`,
    `insert into word_progress (account_id, indexed_until) values (1, now())
     on conflict (account_id) do update set indexed_until = now()`,
    `insert into counters (account_id, kind, next_id) values (1, 'subscriber', ${MILLION + 1})
     on conflict (account_id, kind) do update set next_id = excluded.next_id`,
    ...indexes.map(({ made }) => made),
    'vacuum analyze subscribers, subscriptions, subscriber_words',
  ])
    await client.query(statement)
}

/** Who is on a list since when, as one text. */
export async function membersOf(client: Client, listId: number): Promise<string[]> {
  const { rows } = await client.query<{ member: string }>(
    `select concat_ws(' ', subscriber_id, subscribed_at, unsubscribed_at) as member
     from subscriptions where account_id = 1 and list_id = $1 order by subscriber_id`,
    [listId],
  )
  return rows.map(({ member }) => member)
}
