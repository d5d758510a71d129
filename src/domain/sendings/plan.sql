-- name: planDeliveries :one long
-- Freezes the audience of a sending in one statement: all subscribers of the list, except
-- suppressed ones. The subscriber's id is the delivery's id, so planning one twice violates the
-- primary key. The counts are stored with the sending: candidates = planned + left out.
with audience as materialized (
  select s.id, s.email,
    suppression_reason(s.opted_out_at, s.complained_at, s.undeliverable_since) as left_out
  from subscriptions j join subscribers s on s.account_id = :accountId and s.id = j.subscriber_id
  where j.account_id = :accountId and j.list_id = :listId and j.unsubscribed_at is null),
planned as (
  insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
  select :accountId, :SOURCE.sending, :sendingId, id, email, now() from audience
    where left_out is null
  returning 1),
reasons as (
  select left_out, count(*) as count from audience group by left_out),
numbers as (
  select coalesce(sum(count), 0) as candidates, (select count(*) from planned) as planned,
    coalesce(jsonb_object_agg(left_out, count) filter (where left_out is not null), '{}') as
      left_out from reasons)
update sendings set planned_at = now(), candidates = numbers.candidates, planned = numbers.planned,
  left_out = numbers.left_out
from numbers where sendings.account_id = :accountId and sendings.id = :sendingId
returning sendings.candidates as "candidates!", sendings.planned as "planned!",
  sendings.left_out::text as "leftOut!"

-- name: disableMemoize :count long
-- Not restricted to an account. Disables memoize until the transaction ends: the planner can't know
-- that each subscriber of a list is looked up once, and caching a million of them takes a quarter
-- of the plan's time.
set local enable_memoize = off

-- name: analyzeDeliveries :count long
-- Not restricted to an account: after a large plan the statistics are outdated, and the planner
-- would not use the index for claims.
analyze deliveries
