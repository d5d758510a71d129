-- After a restore: what of a sending may have gone out since the backup, and what is known to have.

-- name: paceOfSending :one long
-- How many letters still wait, when the last one was settled before the backup was made, and the
-- pace of the ten minutes before that.
with settled as (
  select changed_at from deliveries where account_id = :accountId and source_kind = :SOURCE.sending
    and source_id = :sendingId
    and state in ('accepted', 'deferred', 'bounced', 'failed')),
last as (
  select max(changed_at) as at from settled)
select
  (select count(*) from deliveries where account_id = :accountId and source_kind = :SOURCE.sending
    and source_id = :sendingId
    and (next_try_at is not null or state in ('claimed', 'handed over')))::int as "waiting!",
  (select extract(epoch from now() - at) from last)::float8 as "secondsSince?",
  (select count(*) from settled, last where changed_at > last.at - interval '10 minutes')::int as
    "settled!",
  (select extract(epoch from last.at - min(changed_at)) from settled, last
    where changed_at > last.at - interval '10 minutes' group by last.at)::float8
    as "settledSeconds?"

-- name: audienceOfList :one long
select count(*)::int as "count!" from subscriptions where account_id = :accountId
  and list_id = :listId and unsubscribed_at is null

-- name: markAccepted :one
-- Of the letters that are named, those that wait are marked as sent; those that have an outcome
-- keep it. Each is looked up by its key, whatever the store believes of a table that has just been
-- restored.
with found as materialized (
  select count(*)::int as count from deliveries
  where account_id = :accountId and source_kind = :SOURCE.sending and source_id = :sendingId
    and id = any (:ids::bigint[])),
marked as (
  update deliveries set state = 'accepted', reason = :reason, next_try_at = null,
    attempts = greatest(attempts, 1), changed_at = now()
  where account_id = :accountId and source_kind = :SOURCE.sending and source_id = :sendingId
    and id = any (:ids::bigint[])
    and state in ('planned', 'claimed', 'handed over', 'deferred', 'uncertain')
  returning id)
select (select count from found) as "found!", (select count(*) from marked)::int as "marked!"
