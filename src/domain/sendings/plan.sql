-- name: planDeliveries :one long
-- Freezes the audience of a sending in one statement: everybody on the list, less those who may not
-- or can't get it. The subscriber's id is the delivery's id, so nobody is on it twice: it is
-- planned once, and what it had already would be an error. The sending keeps the numbers:
-- candidates = planned + left out.
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
-- Belongs to nobody: until the transaction ends the store keeps no looked-up rows for a second
-- look. The store can't know that each subscriber of a list is looked up once, and keeping a
-- million of them takes a quarter of a plan's time.
set local enable_memoize = off

-- name: analyzeDeliveries :count long
-- Belongs to nobody: right after a large plan the store's statistics know nothing of it, and claims
-- would be found the long way.
analyze deliveries
