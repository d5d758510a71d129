-- Departures and bounces elsewhere, from a file. People's own decisions stay: the first opt-out and
-- the first unsubscribe are kept.

-- name: departingPeople :many
-- Inserts or locks the rows in the order of their keys, as inserts do. Erased people who opted out
-- are skipped: they are kept out anyway.
insert into subscribers as known (account_id, id, email, email_key)
select t.account_id, given.id, given.email, given.email_key
from tenants t, unnest(:ids::bigint[], :emails::text[], :emailKeys::text[], :keyHashes::text[]) as
  given (id, email, email_key, key_hash)
where t.account_id = :accountId and given.key_hash <> all (array(
  select o.key_hash from opt_outs o where o.account_id = :accountId
    and o.key_hash = any (:keyHashes::text[]) and o.key_hash is not null))
order by given.email_key collate "C"
on conflict (account_id, email_key) do update set email_key = known.email_key
returning id, email, email_key

-- name: markOptedOut :count
-- Apart from optOutDeparted: a cluster refuses the insert with this update in it when it runs.
update subscribers s set opted_out_at = given.moment, changed_at = now()
from unnest(:subscriberIds::bigint[], :moments::timestamptz[]) as given (id, moment)
where s.account_id = :accountId and s.id = given.id and s.opted_out_at is null

-- name: optOutDeparted :many
-- Returns the new ones.
insert into opt_outs as n (account_id, id, subscriber_id, email, email_key, reason, created_at)
select t.account_id, given.id, given.subscriber_id, given.email, given.email_key, given.reason,
  given.moment
from tenants t, unnest(:ids::bigint[], :subscriberIds::bigint[], :emails::text[],
  :emailKeys::text[], :reasons::text[], :moments::timestamptz[])
  as given (id, subscriber_id, email, email_key, reason, moment)
where t.account_id = :accountId
on conflict (account_id, email_key) do nothing
returning n.subscriber_id

-- name: unsubscribeDeparted :many
-- Stored also where there was no subscription. Returns the people who were on the list.
with given as (
  select * from unnest(:subscriberIds::bigint[], :moments::timestamptz[], :reasons::text[])
    as given (id, moment, reason)),
gone as (
  update subscriptions s set unsubscribed_at = given.moment, unsubscribe_source = 'file',
    unsubscribe_reason = nullif(given.reason, ''), changed_at = now()
  from given
  where s.account_id = :accountId and s.list_id = :listId and s.subscriber_id = given.id
    and s.unsubscribed_at is null
  returning s.list_id, s.subscribed_at, s.subscriber_id),
noted as (
  insert into list_departures (account_id, list_id, subscribed_at, subscriber_id)
  select :accountId, list_id, subscribed_at, subscriber_id from gone
  on conflict (account_id, list_id, subscribed_at, subscriber_id) do nothing),
remembered as (
  insert into subscriptions (account_id, subscriber_id, list_id, unsubscribed_at,
    unsubscribe_source, unsubscribe_reason)
  select l.account_id, given.id, l.id, given.moment, 'file', nullif(given.reason, '')
  from lists l, given
  where l.account_id = :accountId and l.id = :listId
    and given.id <> all (array(select subscriber_id from gone))
  on conflict (account_id, subscriber_id, list_id) do nothing)
select subscriber_id as id from gone

-- name: bounceDeparted :count
-- Hard bounces that count, unless one does already. judgePeople would say the same of them.
with given as (
  select * from unnest(:ids::bigint[], :subscriberIds::bigint[], :emails::text[],
    :storedKeys::text[], :reasons::text[], :moments::timestamptz[])
    as given (id, subscriber_id, email, stored_key, reason, moment)),
added as (
  insert into bounces as n (account_id, id, subscriber_id, email, email_key, kind, class,
    reply, rule,
    identity, received_at)
  select t.account_id, given.id, given.subscriber_id, given.email, given.stored_key, 'hard',
    'imported', nullif(given.reason, ''), 'imported', 'imported', given.moment
  from tenants t, given where t.account_id = :accountId and not exists (
    select 1 from bounces b where b.account_id = :accountId
      and b.subscriber_id = given.subscriber_id and b.kind = 'hard' and b.counts
      and b.hold_id is null and b.counts_until is null)
  on conflict (account_id, id) do nothing
  returning n.subscriber_id, n.received_at, n.reply)
update subscribers s set undeliverable_since = added.received_at, undeliverable_until = null,
  undeliverable_reason = left('imported' || coalesce(': ' || added.reply, ''), 500),
  changed_at = now()
from added where s.account_id = :accountId and s.id = added.subscriber_id
  and (s.undeliverable_since is null or s.undeliverable_until is not null)

-- name: keepConsents :count
-- The first one that was reported stays.
insert into consents (account_id, subscriber_id, list_id, source, given_at)
select l.account_id, given.id, l.id, given.source, given.moment
from lists l, unnest(:subscriberIds::bigint[], :sources::text[], :moments::timestamptz[])
  as given (id, source, moment)
where l.account_id = :accountId and l.id = :listId
on conflict (account_id, subscriber_id, list_id) do nothing

-- name: holdersOfIds :many generic
select id, email_key from subscribers where account_id = :accountId and id = any (:ids::bigint[])

-- name: idsOfKeys :many generic
select id, email_key from subscribers where account_id = :accountId
  and email_key = any (:emailKeys::text[])
