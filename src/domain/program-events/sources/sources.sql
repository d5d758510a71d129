-- Sources of events, their keys, and how their calls ended.

-- name: addEventSource :count
insert into event_sources (account_id, id, name, token, scheme, mapping)
values (:accountId, :id, :name, :token, :scheme, :mapping::jsonb)
on conflict do nothing

-- name: eventSources :many
select s.id, s.name, s.token, s.scheme, s.mapping::text as "mapping!", s.outline::text as outline,
  s.created_at as created, s.paused_at as paused
from event_sources s where s.account_id = :accountId order by s.id

-- name: changeEventSource :count again
update event_sources set mapping = :mapping::jsonb
where account_id = :accountId and id = :sourceId

-- name: pauseEventSource :count again
update event_sources set paused_at = now()
where account_id = :accountId and id = :sourceId and paused_at is null

-- name: resumeEventSource :count again
update event_sources set paused_at = null
where account_id = :accountId and id = :sourceId and paused_at is not null

-- name: removeEventSource :count
delete from event_sources where account_id = :accountId and id = :sourceId

-- name: removeEventSourceKeys :count
delete from event_source_keys where account_id = :accountId and source_id = :sourceId

-- name: removeEventSourceOutcomes :count
delete from event_source_outcomes where account_id = :accountId and source_id = :sourceId

-- name: addEventSourceKey :count
insert into event_source_keys (account_id, source_id, id, sealed_secret)
values (:accountId, :sourceId, :id, :sealedSecret)

-- name: expireEventSourceKeys :count
-- Present keys hold until the end of the overlap, or until their earlier end.
update event_source_keys
  set until = least(coalesce(until, 'infinity'::timestamptz),
  now() + make_interval(secs => :seconds::float8))
where account_id = :accountId and source_id = :sourceId

-- name: removeEndedKeys :count
delete from event_source_keys
where account_id = :accountId and source_id = :sourceId and until < now()

-- name: keysOfEventSource :many
select id, created_at as created, until from event_source_keys
where account_id = :accountId and source_id = :sourceId and (until is null or until > now())
order by created_at desc, id

-- name: eventSourceAt :many
-- A row for each key that holds. None of a closed account.
select s.id, s.token, s.scheme, s.mapping::text as "mapping!", k.sealed_secret as "sealedSecret",
  s.paused_at is not null as "isPaused!"
from event_sources s
join event_source_keys k on k.account_id = :accountId and k.source_id = s.id
  and (k.until is null or k.until > now())
where s.account_id = :accountId and s.id = :sourceId::int
  and not exists (
    select 1 from accounts a where a.id = s.account_id and a.closed_at is not null)
order by k.created_at desc, k.id

-- name: countSourceOutcomes :count
insert into event_source_outcomes as o (account_id, source_id, outcome, times, last_at)
select s.account_id, s.id, u.outcome, u.times, now()
from event_sources s, unnest(:outcomes::text[], :times::bigint[]) as u(outcome, times)
where s.account_id = :accountId and s.id = :sourceId
on conflict (account_id, source_id, outcome) do update
set times = o.times + excluded.times, last_at = excluded.last_at

-- name: sourceOutcomes :many
select source_id, outcome, times, last_at as last from event_source_outcomes
where account_id = :accountId order by source_id, last_at desc, outcome

-- name: keepSourceOutline :count again
update event_sources set outline = :outline::jsonb
where account_id = :accountId and id = :sourceId and outline is distinct from :outline::jsonb
