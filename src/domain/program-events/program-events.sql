-- Events that programs post about people.

-- name: recordProgramEvents :many again node
-- A row for each event, in their order: its subscriber, if there is one, and whether it was
-- recorded. It was not if its name is new, or it was posted before.
select r.subscriber_id as "subscriberId?", r.recorded as "recorded!"
from record_program_events(:accountId, :keys::text[], :names::text[], :ids::bigint[],
  :emailKeys::text[], :details::text[]) as r

-- name: findProgramEvent :maybe
select name, subscriber_id from program_events
where account_id = :accountId and event_key = :eventKey

-- name: addProgramEventName :maybe again
insert into program_event_names as k (account_id, name)
select t.account_id, :name from tenants t
where t.account_id = :accountId and (
  select count(*) from program_event_names n where n.account_id = :accountId) < :most::int
on conflict (account_id, name) do update set name = excluded.name
returning k.name

-- name: listsThatAdd :many
-- Of running triggers that start by an event, and put unknown people on their list.
select distinct t.list_id from triggers t
join trigger_versions v on v.account_id = :accountId and v.trigger_id = t.id
  and v.version = t.version
join lists l on l.account_id = :accountId and l.id = t.list_id
where t.account_id = :accountId and t.state = 'running' and t.removed_at is null
  and v.definition->'start'->>'event' = :name and v.definition->'start'->>'adds' = 'true'
order by t.list_id

-- name: programEventNames :many long
-- With the last event of each, and how many came within a month.
select n.name, n.first_at as first, e.last as "last?", coalesce(e.count, 0) as "lately!"
from program_event_names n
left join lateral (
  select max(e.recorded_at) as last, count(*) filter (
    where e.recorded_at > now() - interval '30 days') as count
  from program_events e where e.account_id = :accountId and e.name = n.name) e on true
where n.account_id = :accountId order by n.name

-- name: triggersStartedByEvents :many long
-- How many entered triggers that are started by an event today.
select t.id, t.name, t.state, v.definition->'start'->>'event' as "event!", (
  select count(*) from trigger_entries e where e.account_id = :accountId and e.trigger_id = t.id)
  as "entered!"
from triggers t join trigger_versions v on v.account_id = :accountId and v.trigger_id = t.id
  and v.version = t.version
where t.account_id = :accountId and t.removed_at is null
  and v.definition->'start'->>'on' = 'event'
order by t.id

-- name: programEventsOfPerson :many
-- The newest first.
select event_key as "eventKey", name, recorded_at as recorded, details from program_events
where account_id = :accountId and subscriber_id = any (:subscriberIds::bigint[])
order by recorded_at desc, event_key limit :most::int

-- name: newestProgramEvent :maybe
select details from program_events
where account_id = :accountId and subscriber_id = :subscriberId and name = :name
order by recorded_at desc, event_key limit 1

-- name: newestEventsOfName :many
select details from program_events where account_id = :accountId and name = :name
order by recorded_at desc limit :most::int

-- name: removeProgramEventsOfPerson :count long
delete from program_events where account_id = :accountId
  and subscriber_id = any (:subscriberIds::bigint[])

-- name: accountsWithOldEvents :many long
-- Of all accounts.
select n.account_id from program_event_names n
where exists (
  select 1 from program_events e where e.account_id = n.account_id and e.name = n.name
    and e.recorded_at < now() - :keepDays::int * interval '1 day')
group by n.account_id

-- name: removeOldProgramEvents :count long
delete from program_events o where o.account_id = :accountId and o.event_key = any (array(
  select e.event_key from program_event_names n join program_events e
    on e.account_id = :accountId and e.name = n.name
    and e.recorded_at < now() - :keepDays::int * interval '1 day'
  where n.account_id = :accountId limit :most::int))
