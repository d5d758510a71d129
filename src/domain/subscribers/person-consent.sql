-- name: forgetUnsubscribe :count
-- The person is on no list by that: a subscription is added by an insert.
with gone as (
  delete from subscriptions where account_id = :accountId and subscriber_id = :subscriberId
    and list_id = :listId and unsubscribed_at is not null
  returning subscriber_id, list_id)
insert into change_tombstones as t (account_id, kind, object_id, list_id)
select :accountId, :CHANGED.subscription, subscriber_id, list_id from gone
on conflict (account_id, kind, object_id, list_id) do update set removed_at = excluded.removed_at

-- name: hasUnsubscribed :one
select exists (select 1 from subscriptions where account_id = :accountId
  and subscriber_id = :subscriberId and list_id = :listId and unsubscribed_at is not null)
  as "unsubscribed!"

-- name: rememberUnsubscribe :one
-- Unsubscribes a person permanently: stored even if an API call removed the subscription before.
-- Recorded for the milestones if there was a subscription.
with gone as (
  update subscriptions set unsubscribed_at = now(), unsubscribe_source = :source,
    unsubscribe_reason = nullif(:reason, ''), changed_at = now()
  where account_id = :accountId and subscriber_id = :subscriberId and list_id = :listId
    and unsubscribed_at is null
  returning list_id, subscribed_at, subscriber_id),
noted as (
  insert into list_departures (account_id, list_id, subscribed_at, subscriber_id)
  select :accountId, list_id, subscribed_at, subscriber_id from gone
  on conflict (account_id, list_id, subscribed_at, subscriber_id) do nothing),
remembered as (
  insert into subscriptions (account_id, subscriber_id, list_id, unsubscribed_at,
    unsubscribe_source, unsubscribe_reason)
  select p.account_id, p.id, l.id, now(), :source, nullif(:reason, '') from subscribers p, lists l
  where p.account_id = :accountId and p.id = :subscriberId and l.account_id = :accountId
    and l.id = :listId and not exists (select 1 from gone)
  on conflict (account_id, subscriber_id, list_id) do nothing)
select count(*)::int as "left!" from gone
