-- name: leaveLists :one
-- Removes a subscriber from one list, or from all. Unsubscriptions by the subscriber are kept. Each
-- removal is recorded for the milestones.
with gone as (
  delete from subscriptions
  where account_id = :accountId and subscriber_id = :subscriberId and unsubscribed_at is null
    and (:listId?::int is null or list_id = :listId?)
  returning list_id, subscribed_at, subscriber_id),
noted as (
  insert into list_departures (account_id, list_id, subscribed_at, subscriber_id)
  select :accountId, list_id, subscribed_at, subscriber_id from gone
  on conflict (account_id, list_id, subscribed_at, subscriber_id) do nothing),
ended as (
  insert into change_tombstones as t (account_id, kind, object_id, list_id)
  select :accountId, :CHANGED.subscription, subscriber_id, list_id from gone
  on conflict (account_id, kind, object_id, list_id) do update set removed_at = excluded.removed_at)
select count(*)::int as "left!", coalesce(string_agg(list_id::text, ',' order by list_id), '') as
  "listIds!" from gone

-- name: leaveOneList :many
-- A part of the people of a list leaves it. Their own decisions stay. In no lock order: with a
-- removal of the same people from all lists it may deadlock; either is retried.
with part as (
  select subscriber_id from subscriptions
  where account_id = :accountId and list_id = :listId and unsubscribed_at is null
  order by subscribed_at, subscriber_id limit :most::int),
gone as (
  delete from subscriptions where account_id = :accountId and list_id = :listId
    and subscriber_id = any (array(select subscriber_id from part)) and unsubscribed_at is null
  returning list_id, subscribed_at, subscriber_id),
noted as (
  insert into list_departures (account_id, list_id, subscribed_at, subscriber_id)
  select :accountId, list_id, subscribed_at, subscriber_id from gone
  on conflict (account_id, list_id, subscribed_at, subscriber_id) do nothing),
ended as (
  insert into change_tombstones as t (account_id, kind, object_id, list_id)
  select :accountId, :CHANGED.subscription, subscriber_id, list_id from gone
  on conflict (account_id, kind, object_id, list_id) do update set removed_at = excluded.removed_at)
select subscriber_id as id from gone

-- name: leaveListsOfMany :one
-- The same as leaveLists, for many subscribers.
with gone as (
  delete from subscriptions where account_id = :accountId
    and subscriber_id = any (:subscriberIds::bigint[]) and unsubscribed_at is null
  returning list_id, subscribed_at, subscriber_id),
noted as (
  insert into list_departures (account_id, list_id, subscribed_at, subscriber_id)
  select :accountId, list_id, subscribed_at, subscriber_id from gone
  on conflict (account_id, list_id, subscribed_at, subscriber_id) do nothing),
ended as (
  insert into change_tombstones as t (account_id, kind, object_id, list_id)
  select :accountId, :CHANGED.subscription, subscriber_id, list_id from gone
  on conflict (account_id, kind, object_id, list_id) do update set removed_at = excluded.removed_at)
select count(*)::int as "left!" from gone
