-- After a restore: which emails of a sending may have been sent since the backup, and which are
-- known to have been.

-- name: paceOfSending :one long
-- The number of waiting emails, the time since the last one was settled before the backup, and the
-- rate of the ten minutes before that.
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
-- Marks the given emails that are waiting as sent; those with an outcome keep it. Each is looked up
-- by its key, in spite of stale planner statistics of a table that has just been restored.
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
