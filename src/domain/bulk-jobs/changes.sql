-- The changes of a bulk job to a batch of subscribers, and their undo.

-- name: lockPeople :many
-- In the lock order of inserts; serializes with opt-outs.
select id, email, email_key, opted_out_at is not null as "optedOut!" from subscribers
where account_id = :accountId and id = any (:ids::bigint[])
order by email_key collate "C" for no key update

-- name: holdList :maybe
-- Against deletion until the transaction ends.
select id from lists where account_id = :accountId and id = :listId for key share

-- name: joinMany :many
-- A subscription that exists, also an ended one, stays: a bulk change is not consent.
insert into subscriptions as n (account_id, subscriber_id, list_id, subscribed_at)
select l.account_id, given.id, l.id, greatest(now(), l.settled_until)
from lists l, unnest(:ids::bigint[]) as given (id)
where l.account_id = :accountId and l.id = :listId
on conflict (account_id, subscriber_id, list_id) do nothing
returning n.subscriber_id as id

-- name: leaveMany :many
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

-- name: setMany :many
-- Returns the former values.
with before as (
  select id, coalesce(fields[:field::int], '') as former from subscribers
  where account_id = :accountId and id = any (:ids::bigint[])
    and coalesce(fields[:field::int], '') <> :value)
update subscribers s set fields = merge_fields(s.fields, :values::text[]), updated_at = now(),
  changed_at = now()
from before where s.account_id = :accountId and s.id = before.id
returning s.id, before.former

-- name: setBack :many
-- Only where the value is still that of the job.
with given as (
  select * from unnest(:ids::bigint[], :formers::text[]) as given (id, former))
update subscribers s set updated_at = now(), changed_at = now(),
  fields = merge_fields(s.fields, array_fill(null::text, array[:field::int - 1]) || given.former)
from given where s.account_id = :accountId and s.id = given.id
  and coalesce(s.fields[:field::int], '') = :value
returning s.id
