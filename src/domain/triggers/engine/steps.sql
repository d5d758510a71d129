-- What steps do, to many people at once.

-- name: roundsOf :many
-- Which round of a letter each of them gets next: the first, unless they had one before.
select g.id as "id!", coalesce(max(l.round), 0) + 1 as "round!"
  from unnest(:ids::bigint[]) as g (id)
left join (
  select l.round, d.id from trigger_letters l
  join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.trigger
    and d.source_id = l.id and d.id = any (:ids::bigint[])
  where l.account_id = :accountId and l.trigger_id = :triggerId and l.step = :step
    and l.digest = :digest) l on l.id = g.id
group by g.id

-- name: lettersOfStep :many
select id, round from trigger_letters
where account_id = :accountId and trigger_id = :triggerId and step = :step and digest = :digest

-- name: addLetter :count again
-- None when another worker has just made the same.
insert into trigger_letters (account_id, id, trigger_id, step, newsletter_id, digest, round,
  list_id, letter, blocks)
values (:accountId, :id, :triggerId, :step, :newsletterId, :digest, :round, :listId,
  :letter::text::jsonb, :blocks::text::jsonb)
on conflict (account_id, trigger_id, step, digest, round) do nothing

-- name: planLetters :many
insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
select s.account_id, :SOURCE.trigger, :letterId, s.id, s.email, now() from subscribers s
where s.account_id = :accountId and s.id = any (:ids::bigint[])
returning id

-- name: setField :count
-- `values` holds the value at its place, and null for the fields before it.
update subscribers s set fields = merge_fields(s.fields, :values::text[]), updated_at = now()
where s.account_id = :accountId and s.id = any (:ids::bigint[])
  and coalesce(s.fields[:field::int], '') <> :value

-- name: holdPeople :many
-- Whoever opts somebody out at the same time waits, or is seen. In one order, so that two don't
-- wait for each other.
select id from subscribers where account_id = :accountId and id = any (:ids::bigint[])
  and opted_out_at is null order by id for no key update

-- name: joinedByTrigger :many
-- Who is on the list already stays as they are, and so does who has unsubscribed from it: a trigger
-- is no consent.
insert into subscriptions (account_id, subscriber_id, list_id, subscribed_at)
select l.account_id, g.id, l.id, greatest(now(), l.settled_until)
  from lists l, unnest(:ids::bigint[]) as g (id)
where l.account_id = :accountId and l.id = :listId
on conflict (account_id, subscriber_id, list_id) do nothing
returning subscriber_id as id

-- name: listIsThere :maybe
-- And stays so until the transaction ends.
select id from lists where account_id = :accountId and id = :listId for key share

-- name: takeOffList :many
-- Noted for the milestones. What a person has said themselves stays.
with gone as (
  delete from subscriptions
  where account_id = :accountId and list_id = :listId and subscriber_id = any (:ids::bigint[])
    and unsubscribed_at is null
  returning list_id, subscribed_at, subscriber_id),
noted as (
  insert into list_departures (account_id, list_id, subscribed_at, subscriber_id)
  select :accountId, list_id, subscribed_at, subscriber_id from gone
  on conflict (account_id, list_id, subscribed_at, subscriber_id) do nothing)
select subscriber_id as id from gone

-- name: webhookIsThere :maybe
select id from webhooks where account_id = :accountId and id = :webhookId
