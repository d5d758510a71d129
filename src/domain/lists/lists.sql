-- name: addList :one again
-- The id is reserved before, so sending the statement twice adds one list.
with added as (
  insert into lists (account_id, id, name, from_name, from_email, description, character_set)
  values (:accountId, :id, :name, :fromName, :fromEmail, :description, :characterSet)
  on conflict (account_id, id) do nothing
  returning id)
select :id::int as "id!"

-- part: lastLargeChange
-- When the last import, undo or change of many subscribers ended; null: there was none.
greatest(
  (select max(greatest(i.finished_at, i.undone_at)) from imports i
    where i.account_id = :accountId),
  (select max(j.finished_at) from bulk_jobs j where j.account_id = :accountId))

-- name: listsToCount :many
-- With the last large change, for GetMailingLists in one statement.
select id, name, from_name, from_email, description, character_set, created_at as created,
  archived_at as archived, :PART.lastLargeChange as "lastChange?"
from lists where account_id = :accountId order by id

-- name: listsOfAccount :many
select id, name, from_name, from_email, description, character_set, created_at as created,
  archived_at as archived
from lists where account_id = :accountId order by id

-- name: findList :maybe
select id, name, from_name, from_email, description, character_set, created_at as created,
  archived_at as archived
from lists where account_id = :accountId and id = :listId

-- name: lockList :maybe
select id, name, from_name, from_email, description, character_set, created_at as created,
  archived_at as archived
from lists where account_id = :accountId and id = :listId for update

-- name: removeList :count
delete from lists where account_id = :accountId and id = :listId

-- name: removeSubscriptionsOfList :count long
-- Not in lock order: sorting would lock up to a million rows before it deletes them. A concurrent
-- removal of many subscribers from all lists (a file of opt-outs, complaints) may deadlock with it:
-- either is retried.
with gone as (
  delete from subscriptions where account_id = :accountId and list_id = :listId
  returning subscriber_id)
insert into change_tombstones as t (account_id, kind, object_id, list_id)
select :accountId, :CHANGED.subscription, subscriber_id, :listId::int from gone
on conflict (account_id, kind, object_id, list_id) do update set removed_at = excluded.removed_at

-- name: removeConsentsOfList :count long
delete from consents where account_id = :accountId and list_id = :listId

-- name: removeMilestonesOfList :count long
delete from list_milestones where account_id = :accountId and list_id = :listId

-- name: removeDeparturesOfList :count long
delete from list_departures where account_id = :accountId and list_id = :listId

-- name: removeDaysOfList :count long
delete from list_days where account_id = :accountId and list_id = :listId

-- name: removePublicationOfList :count
delete from publications where account_id = :accountId and list_id = :listId

-- name: removePublishedOfList :count
delete from published_newsletters where account_id = :accountId and list_id = :listId

-- name: removeAddressesOfList :count
delete from publication_addresses where account_id = :accountId and list_id = :listId

-- name: setArchived :count again
update lists set archived_at =
  (select least(archived_at, now()) where :archived::boolean)
where account_id = :accountId and id = :listId

-- name: busyList :one
-- Pending and running sendings to the list.
select
  (select count(*) from triggers
    where account_id = :accountId and list_id = :listId and removed_at is null
      and state = 'running') as "triggers!",
  (select count(*) from sendings
    where account_id = :accountId and not test
      and (list_id = :listId or options->'moreLists' @> to_jsonb(:listId::int))
      and state not in ('finished', 'cancelled')) as "sendings!"

-- name: daysOfList :many long
-- Days with joins or departures, at +01:00. Of days that are not settled: joins of people who are
-- there or have left since; of all days the departures, and how many of the joins an undone import
-- made.
with gone as materialized (
  select subscribed_at, left_at from list_departures
  where account_id = :accountId and list_id = :listId),
days as (
  select timezone(interval '1 hour', subscribed_at)::date as day, count(*) as joined,
    0::bigint as departed, 0::bigint as undone
  from subscriptions
  where account_id = :accountId and list_id = :listId and unsubscribed_at is null
    and subscribed_at >= (:openDay::text::date - interval '1 hour') at time zone 'UTC'
  group by 1
  union all
  select timezone(interval '1 hour', subscribed_at)::date, 1, 0, 0 from gone
  where subscribed_at >= (:openDay::text::date - interval '1 hour') at time zone 'UTC'
  union all
  select timezone(interval '1 hour', left_at)::date, 0, 1, 0 from gone
  union all
  select day, coalesce(settled, joined), departed, undone from list_days
  where account_id = :accountId and list_id = :listId and day >= :firstDay::text::date)
select day::text as "day!", sum(joined)::int as "joined!", sum(departed)::int as "departed!",
  sum(undone)::int as "undone!"
from days where day >= :firstDay::text::date group by day order by day

-- name: spanOfDays :maybe
-- The first of so many days up to today, the one that counting began on, and the first that is not
-- settled, within a number of days.
select (timezone(interval '1 hour', now())::date - :most::int + 1)::text as "firstDay!",
  counted_from::text as "countedFrom!", greatest(
    timezone(interval '1 hour', now())::date - :atMost::int + 1,
    (select d.day + 1 from list_days d where d.account_id = :accountId and d.list_id = :listId
      and d.settled is not null order by d.day desc limit 1))::text as "openDay!"
from lists where account_id = :accountId and id = :listId

-- name: settleDays :count
-- Each day of a span, with how many joined on it.
insert into list_days as d (account_id, list_id, day, settled)
select l.account_id, l.id, given.day::date, given.joined
from lists l, unnest(:days::text[], :joined::int[]) as given (day, joined)
where l.account_id = :accountId and l.id = :listId
on conflict (account_id, list_id, day) do update set settled = excluded.settled

-- name: changeList :count again
-- Null leaves a value unchanged.
update lists set name = coalesce(:name?, name), from_name = coalesce(:fromName?, from_name),
  from_email = coalesce(:fromEmail?, from_email),
    description = coalesce(:description?, description),
  character_set = coalesce(:characterSet?, character_set)
where account_id = :accountId and id = :listId

-- name: usesOfList :one
-- The dependants of the list: newsletters, triggers, and sendings that have not ended.
select
  (select count(*) from newsletters
    where account_id = :accountId and list_id = :listId) as "newsletters!",
  (select count(*) from triggers
    where account_id = :accountId and list_id = :listId and removed_at is null) as "triggers!",
  (select count(*) from sendings
    where account_id = :accountId and not test
      and (list_id = :listId or options->'moreLists' @> to_jsonb(:listId::int))
      and state not in ('finished', 'cancelled')) as "sendings!"

-- name: lastLargeChange :one
select :PART.lastLargeChange as "at?"
