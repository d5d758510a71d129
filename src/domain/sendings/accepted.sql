-- After a restore: what of a sending may have gone out since the backup, and what is known to have.

-- name: paceOfSending :one long
-- How many letters still wait, when the last one was settled before the backup was made, and the pace of the ten minutes before that.
with settled as (
  select changed_at from deliveries where account_id = :accountId and source_kind = 1 and source_id = :sendingId
    and state in ('accepted', 'deferred', 'bounced', 'failed')),
last as (
  select max(changed_at) as at from settled)
select
  (select count(*) from deliveries where account_id = :accountId and source_kind = 1 and source_id = :sendingId
    and (next_try_at is not null or state in ('claimed', 'handed over')))::int as "waiting!",
  (select extract(epoch from now() - at) from last)::float8 as "secondsSince?",
  (select count(*) from settled, last where changed_at > last.at - interval '10 minutes')::int as "settled!",
  (select extract(epoch from last.at - min(changed_at)) from settled, last where changed_at > last.at - interval '10 minutes' group by last.at)::float8
    as "settledSeconds?"

-- name: audienceOfList :one long
select count(*)::int as "count!" from subscriptions where account_id = :accountId and list_id = :listId and unsubscribed_at is null

-- name: markAccepted :one
-- Of the letters that are named, those that wait are marked as sent; those that have an outcome keep it. Of a sending the delivery is the
-- subscriber; tests go to addresses.
with named as (
  select id from unnest(:ids::bigint[]) as given (id)
  union
  select s.id from subscribers s where s.account_id = :accountId and s.email_key = any (:emailKeys::text[])),
found as (
  select d.id, d.state from deliveries d join named on named.id = d.id
  where d.account_id = :accountId and d.source_kind = 1 and d.source_id = :sendingId),
marked as (
  update deliveries d set state = 'accepted', reason = :reason, next_try_at = null, attempts = greatest(d.attempts, 1), changed_at = now()
  from found where d.account_id = :accountId and d.source_kind = 1 and d.source_id = :sendingId and d.id = found.id
    and d.state in ('planned', 'claimed', 'handed over', 'deferred', 'uncertain')
  returning d.id)
select (select count(*) from found)::int as "found!", (select count(*) from marked)::int as "marked!"
