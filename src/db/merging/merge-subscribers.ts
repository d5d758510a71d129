/**
 * Merges two subscribers whose addresses are one by a new rule of keys. Both rows stay, and each id
 * is still known; what is decided about the person is kept with one of them, and the stricter
 * decision wins. docs/decisions/0031-one-person-one-key.md gives the reasons.
 */
import type pg from 'pg'

/** `kept` and `merged` are ids. The caller gives the kept row its key. */
export async function mergeSubscribers(
  client: pg.ClientBase,
  accountId: string,
  kept: string,
  merged: string,
): Promise<void> {
  const both = [accountId, kept, merged]
  await client.query(PERSON, both)
  await client.query(
    'update bounces set subscriber_id = $2 where account_id = $1 and subscriber_id = $3',
    both,
  )
  // Counted anew: a subscription that moves is at another place of its list.
  await client.query(
    `delete from list_milestones where account_id = $1 and list_id in (
       select list_id from subscriptions where account_id = $1 and subscriber_id in ($2, $3))`,
    both,
  )
  await client.query(SUBSCRIPTIONS, both)
  await client.query('delete from subscriptions where account_id = $1 and subscriber_id = $2', [
    ...[accountId, merged],
  ])
  await client.query(
    `delete from subscriptions where account_id = $1 and subscriber_id = $2
       and unsubscribed_at is null and exists (
         select 1 from subscribers where account_id = $1 and id = $2 and opted_out_at is not null)`,
    [accountId, kept],
  )
  await client.query(
    `update subscribers set merged_into = $2, email_key = 'merged-' || id || '@merged.invalid',
       undeliverable_since = null, undeliverable_until = null, undeliverable_reason = null
     where account_id = $1 and id = $3`,
    both,
  )
}

/** What the other says of deliverability is stricter: it alone does, or for longer. */
const STRICTER = `(o.undeliverable_since is not null and (k.undeliverable_since is null
  or k.undeliverable_until < coalesce(o.undeliverable_until, 'infinity')))`

/** Given values stay, empty ones are filled. */
const PERSON = `update subscribers k set
    name = coalesce(nullif(k.name, ''), o.name),
    country_code = case when k.phone = '' then o.country_code else k.country_code end,
    phone = coalesce(nullif(k.phone, ''), o.phone),
    fields = array(select coalesce(nullif(k.fields[i], ''), o.fields[i])
      from generate_series(1, greatest(cardinality(k.fields), cardinality(o.fields))) i
      order by i),
    opted_out_at = least(k.opted_out_at, o.opted_out_at),
    complained_at = least(k.complained_at, o.complained_at),
    undeliverable_since =
      case when ${STRICTER} then o.undeliverable_since else k.undeliverable_since end,
    undeliverable_until =
      case when ${STRICTER} then o.undeliverable_until else k.undeliverable_until end,
    undeliverable_reason =
      case when ${STRICTER} then o.undeliverable_reason else k.undeliverable_reason end,
    updated_at = now()
  from subscribers o where k.account_id = $1 and k.id = $2 and o.account_id = $1 and o.id = $3`

/** An unsubscription of either holds. */
const SUBSCRIPTIONS = `insert into subscriptions as k (account_id, subscriber_id, list_id,
    subscribed_at, unsubscribed_at, unsubscribe_source, unsubscribe_reason)
  select account_id, $2::bigint, list_id, subscribed_at, unsubscribed_at, unsubscribe_source,
    unsubscribe_reason from subscriptions where account_id = $1 and subscriber_id = $3
  on conflict (account_id, subscriber_id, list_id) do update
    set unsubscribed_at = excluded.unsubscribed_at,
      unsubscribe_source = excluded.unsubscribe_source,
      unsubscribe_reason = excluded.unsubscribe_reason
    where k.unsubscribed_at is null and excluded.unsubscribed_at is not null`
