-- Queries of steps, for many subscribers at a time.

-- name: roundsOf :many
-- The round in which each subscriber gets this email: the first, unless they had it before.
select g.id as "id!", coalesce(max(l.round), 0) + 1 as "round!"
  from unnest(:ids::bigint[]) as g (id)
left join (
  select l.round, d.id from trigger_messages l
  join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.trigger
    and d.source_id = l.id and d.id = any (:ids::bigint[])
  where l.account_id = :accountId and l.trigger_id = :triggerId and l.step = :step
    and l.digest = :digest) l on l.id = g.id
group by g.id

-- name: pausesOf :many
-- Until when people have paused their emails, of those whose pause goes on.
select id, paused_until as "until!" from subscribers
where account_id = :accountId and id = any (:ids::bigint[]) and paused_until > now()

-- name: messagesOfStep :many
select id, round from trigger_messages
where account_id = :accountId and trigger_id = :triggerId and step = :step and digest = :digest

-- name: addMessage :count again
-- Adds none if another worker has just added the same one. Two workers that add the first messages
-- of two steps in opposite orders meet in a deadlock, once: one of them is retried.
insert into trigger_messages (account_id, id, trigger_id, step, newsletter_id, digest, round,
  list_id, message, blocks)
values (:accountId, :id, :triggerId, :step, :newsletterId, :digest, :round, :listId,
  :message::text::jsonb, :blocks::text::jsonb)
on conflict (account_id, trigger_id, step, digest, round) do nothing

-- name: planMessages :many
insert into deliveries as n (account_id, source_kind, source_id, id, email, next_try_at)
select s.account_id, :SOURCE.trigger, :messageId, s.id, s.email, now() from subscribers s
where s.account_id = :accountId and s.id = any (:ids::bigint[])
returning n.id

-- name: setField :many
-- `values` holds the value at its position, and null for the fields before it.
update subscribers s set fields = merge_fields(s.fields, :values::text[]), updated_at = now(),
  changed_at = now()
where s.account_id = :accountId and s.id = any (:ids::bigint[])
  and coalesce(s.fields[:field::int], '') <> :value
returning s.id

-- name: lockSubscribers :many
-- Serializes with opt-outs: a concurrent opt-out waits, or is seen here. Locks in the order of
-- addresses, like all other statements (docs/decisions/0009).
select id, opted_out_at is not null as "optedOut!" from subscribers
where account_id = :accountId and id = any (:ids::bigint[])
order by email_key collate "C" for no key update

-- name: addToList :many
-- Existing subscriptions stay unchanged, unsubscribed ones included: a trigger is not consent.
insert into subscriptions as n (account_id, subscriber_id, list_id, subscribed_at)
select l.account_id, g.id, l.id, greatest(now(), l.settled_until)
  from lists l, unnest(:ids::bigint[]) as g (id)
where l.account_id = :accountId and l.id = :listId
on conflict (account_id, subscriber_id, list_id) do nothing
returning n.subscriber_id as id

-- name: lockList :maybe
-- Locks the list against deletion until the transaction ends.
select id from lists where account_id = :accountId and id = :listId for key share

-- name: removeFromList :many
-- Records departures for the milestones. Keeps unsubscribed rows: they record the subscriber's own
-- decision.
with gone as (
  delete from subscriptions
  where account_id = :accountId and list_id = :listId and subscriber_id = any (:ids::bigint[])
    and unsubscribed_at is null
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

-- name: findWebhookId :maybe
select id from webhooks where account_id = :accountId and id = :webhookId
