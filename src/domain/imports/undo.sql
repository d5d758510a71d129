-- name: beginUndo :maybe long
-- No row: the import does not exist, still runs, is too old, or was undone before.
update imports set undo_started_at = least(undo_started_at, now())
where account_id = :accountId and id = :importId and state in (2, 3) and undone_at is null
  and trimmed_at is null
  and finished_at > now() - make_interval(days => :keepDays::int)
returning list_id, started_at as started, undo

-- name: holdUndo :maybe long
-- A lock until the transaction ends: of concurrent undos, one does a step while the rest wait.
select undo from imports where account_id = :accountId and id = :importId for update

-- name: laterImports :many long
-- Later imports into the same list that were not undone: the subscribers they contain belong on the
-- list.
select i.id from imports i join imports me on me.account_id = :accountId and me.id = :importId
where i.account_id = :accountId and i.list_id = me.list_id and i.id <> me.id and i.undone_at is null
  and i.started_at > me.started_at

-- name: takeOldValues :many long generic
-- The next of the changed values. By their range: a join with the chosen ids would be planned by
-- the statistics of an import that they may not know.
delete from import_old_values o
where o.account_id = :accountId and o.import_id = :importId and o.subscriber_id <= (
  select max(n.subscriber_id) from (
    select subscriber_id from import_old_values where account_id = :accountId
      and import_id = :importId order by subscriber_id limit :most::int) n)
returning o.subscriber_id as id, o.name, o.format, o.country_code, o.phone,
  o.fields::text as "fields!", o.updated_at::text as "updatedAt!"

-- name: holdPeople :many long generic
-- In the lock order of imports.
select id from subscribers where account_id = :accountId and id = any (:ids::bigint[])
order by email_key collate "C" for no key update

-- name: restoreValues :many long generic
-- Except those changed later, which the time of the last change shows.
update subscribers p set name = g.name, format = g.format, country_code = g.country_code,
  phone = g.phone, fields = g.fields::text[], updated_at = g.updated_at,
  changed_at = now()
from unnest(:ids::bigint[], :names::text[], :formats::text[], :countryCodes::text[],
  :phones::text[], :fields::text[], :moments::timestamptz[])
  as g (id, name, format, country_code, phone, fields, updated_at)
where p.account_id = :accountId and p.id = g.id
  and p.updated_at in (select m.moment from import_parts m where m.account_id = :accountId
    and m.import_id = :importId)
returning p.id

-- name: nextPart :maybe long
select part, moment, subscribed_at, created, joined from import_parts
where account_id = :accountId and import_id = :importId and not undone order by part limit 1
  for update

-- name: lockPeople :many long generic
-- In the lock order of imports. A subscriber inserted by an API call since then is marked: their
-- last change is newer, and not an import's.
select p.id, p.updated_at > :moment::timestamptz
    and not exists (select 1 from import_parts m where m.account_id = :accountId
      and m.moment = p.updated_at) as "insertedSince!"
from subscribers p where p.account_id = :accountId and p.id = any (:ids::bigint[])
order by p.email_key collate "C" for update

-- name: leaveList :one long generic
-- Deletes the subscriptions that the batch made, if they are unchanged, with the consents to them,
-- and records them for the milestones. By day they count neither as having joined nor as having
-- left.
with gone as (
  delete from subscriptions
  where account_id = :accountId and subscriber_id = any (:ids::bigint[]) and list_id = :listId
    and unsubscribed_at is null
    and subscribed_at = :subscribedAt::timestamptz
  returning list_id, subscribed_at, subscriber_id),
ended as (
  insert into change_tombstones as t (account_id, kind, object_id, list_id)
  select :accountId, :CHANGED.subscription, subscriber_id, list_id from gone
  on conflict (account_id, kind, object_id, list_id) do update
    set removed_at = excluded.removed_at),
agreed as (
  delete from consents c using gone
  where c.account_id = :accountId and c.list_id = gone.list_id
    and c.subscriber_id = gone.subscriber_id),
noted as (
  insert into list_departures as n (account_id, list_id, subscribed_at, subscriber_id)
  select :accountId, list_id, subscribed_at, subscriber_id from gone
  on conflict (account_id, list_id, subscribed_at, subscriber_id) do nothing
  returning n.subscribed_at, n.left_at),
uncounted as (
  insert into list_days as d (account_id, list_id, day, undone, departed)
  select l.account_id, l.id, days.day, sum(days.undone), sum(days.departed)
  from lists l, (
    select timezone(interval '1 hour', subscribed_at)::date as day, 1 as undone, 0 as departed
      from noted
    union all select timezone(interval '1 hour', left_at)::date, 0, -1 from noted) days
  where l.account_id = :accountId and l.id = :listId
  group by l.account_id, l.id, days.day
  on conflict (account_id, list_id, day) do update
    set undone = d.undone + excluded.undone, departed = d.departed + excluded.departed)
select count(*) as "left!" from gone

-- name: removePeople :many long generic
-- Deletes subscribers created by the import of whom nothing else is known: on no list, no email
-- sent, no consent, bounce or complaint recorded; and they have not declined to be measured.
with gone as (
  delete from subscribers p
  where p.account_id = :accountId and p.id = any (:ids::bigint[])
    and p.opted_out_at is null and p.undeliverable_since is null and p.complained_at is null
    and p.opens_agreed is not false and p.clicks_agreed is not false
    and p.updated_at in (select m.moment from import_parts m where m.account_id = :accountId
      and m.import_id = :importId)
    and not exists (select 1 from subscriptions s where s.account_id = :accountId
      and s.subscriber_id = p.id)
    and not exists (
      select 1 from sendings n join deliveries d on d.account_id = :accountId
        and d.source_kind = :SOURCE.sending and d.source_id = n.id and d.id = p.id
      where n.account_id = :accountId and n.planned_at >= :since::timestamptz)
    and not exists (select 1 from trigger_entries e where e.account_id = :accountId
      and e.subscriber_id = p.id)
  returning p.id),
ended as (
  insert into change_tombstones as t (account_id, kind, object_id)
  select :accountId, :CHANGED.subscriber, id from gone
  on conflict (account_id, kind, object_id, list_id) do update
    set removed_at = excluded.removed_at, new_id = null)
select id as "id!" from gone

-- name: partUndone :count long
update import_parts set undone = true where account_id = :accountId and import_id = :importId
  and part = :part

-- name: noteUndo :count long
update imports set undo = :undo::jsonb, undone_at =
  least(undone_at, (select now() where :done::boolean))
where account_id = :accountId and id = :importId
