-- name: routes :many
-- Not restricted to an account: all relays, the preferred ones first.
select id, name, sealed_url, priority, rate_per_second, connections, emails_per_connection,
  daily_quota, paused_at, paused_reason, refusing_since, rest_until, rest_reason,
  warm_up_first, warm_up_growth, warm_up_goal, provider, sealed_events,
  pace_per_second, pace_reply, pace_at, quota_until, learned_per_connection
from routes order by priority, id

-- name: addRoute :one
-- Not restricted to an account.
insert into routes as n (id, name, sealed_url, priority, rate_per_second, connections,
  emails_per_connection, daily_quota)
select coalesce(max(id), 0) + 1, :name, :sealedUrl, :priority::int, :ratePerSecond?::float8,
  :connections::int, :emailsPerConnection::int, :dailyQuota?::bigint
from routes returning n.id

-- name: keepDefaultRoute :count again
-- Not restricted to an account: the relay of SMTP_URL, whose address is in the settings, not here.
insert into routes (id, name, sealed_url, priority) values (0, 'default', '', 50) on conflict (id)
  do nothing

-- name: pauseRoute :count again
-- Not restricted to an account. The first reason is kept.
update routes set paused_at = now(), paused_reason = :reason where id = :routeId
  and paused_at is null

-- name: resumeRoute :count again
-- Not restricted to an account.
update routes set paused_at = null, paused_reason = null, refusing_since = null, rest_until = null,
  rest_reason = null, quota_until = null
where id = :routeId and (paused_at is not null or quota_until is not null)

-- name: restRoute :count again
-- Not restricted to an account: the relay accepts no emails, and is tried again after a rest.
update routes set refusing_since = least(refusing_since, now()), rest_reason = :reason,
  rest_until = now() + :millis::int * interval '1 ms'
where id = :routeId

-- name: endRest :count again
-- Not restricted to an account: the relay accepts emails again.
update routes set refusing_since = null, rest_until = null, rest_reason = null, quota_until = null
where id = :routeId and refusing_since is not null

-- name: waitForQuota :count again
-- Not restricted to an account: the relay's own quota is used up, for all workers.
update routes set quota_until = :until::timestamptz where id = :routeId

-- name: paceRoute :count again
-- Not restricted to an account: the learned pace of the relay; null: no limit.
update routes set pace_per_second = :perSecond?::float8, pace_at = now(),
  pace_reply = coalesce(:reply?, pace_reply)
where id = :routeId

-- name: raisePace :count
-- Not restricted to an account: one of the workers raises it at a time.
update routes set pace_per_second = :perSecond?::float8, pace_at = now()
where id = :routeId and pace_at < now() - :millis::int * interval '1 ms'

-- name: learnPerConnection :count again
-- Not restricted to an account: a connection took no more emails.
update routes set learned_per_connection = least(learned_per_connection, :messages::int)
where id = :routeId

-- name: limitRoute :count again
-- Not restricted to an account: changes the limits of a route. Learned limits are learned anew.
update routes set rate_per_second = :ratePerSecond?::float8, connections = :connections::int,
  emails_per_connection = :emailsPerConnection::int,
  daily_quota = :dailyQuota?::bigint, priority = :priority::int, pace_per_second = null,
  learned_per_connection = null
where id = :routeId

-- name: moveRoute :count again
-- Not restricted to an account: the new address of a route.
update routes set sealed_url = :sealedUrl where id = :routeId

-- name: warmUpRoute :count again
-- Not restricted to an account: begins a warm-up, or ends it (all null); the days so far are
-- forgotten.
with days as (
  delete from route_provider_days where route_id = :routeId)
update routes set warm_up_first = :first?::int, warm_up_growth = :growth?::float8,
  warm_up_goal = :goal?::bigint
where id = :routeId

-- name: setWarmUp :count again
-- Not restricted to an account: changes a warm-up; the days so far are kept.
update routes set warm_up_first = :first::int, warm_up_growth = :growth::float8,
  warm_up_goal = :goal::bigint
where id = :routeId

-- name: setRouteProvider :count again
-- Not restricted to an account: whose webhooks are taken, and their secrets; null for none.
update routes set provider = :provider?, sealed_events = :sealedEvents? where id = :routeId

-- name: useEventToken :one
-- Not restricted to an account: a token is for the body that it came with first.
with old as (
  delete from relay_event_tokens where at < now() - interval '4 days'),
used as (
  insert into relay_event_tokens as t (route_id, token, digest)
  values (:routeId, :token, :digest)
  on conflict (route_id, token) do update set digest = t.digest
  returning t.digest = :digest as same)
select same as "same!" from used

-- name: removeRoute :count again
-- Not restricted to an account: also deletes its counts, slowdowns, limits and rules, since its
-- number may be reused.
with days as (
  delete from route_days where route_id = :routeId),
provider_days as (
  delete from route_provider_days where route_id = :routeId),
provider_limits as (
  delete from route_provider_limits where route_id = :routeId),
slowed as (
  delete from route_slowdowns where route_id = :routeId),
rules as (
  delete from route_rules where route_id = :routeId),
tokens as (
  delete from relay_event_tokens where route_id = :routeId)
delete from routes where id = :routeId

-- name: keepRouteDay :count again
-- Not restricted to an account.
insert into route_days (route_id, day) values (:routeId, (now() at time zone 'utc')::date) on
  conflict (route_id, day) do nothing

-- name: useQuota :maybe
-- Not restricted to an account: counts emails against the day's quota before they are sent, and
-- returns how many are granted and how many remain after them.
with before as materialized (
  select route_id, day, messages from route_days where route_id = :routeId
    and day = (now() at time zone 'utc')::date for update),
used as (
  update route_days d
    set messages = before.messages +
    least(:messages::bigint, greatest(:quota::bigint - before.messages, 0))
  from before where d.route_id = before.route_id and d.day = before.day
  returning d.messages as used, before.messages as earlier)
select (used - earlier)::int as "granted!", greatest(:quota::bigint - used, 0) as "left!" from used

-- name: quotaUsed :maybe
-- Not restricted to an account.
select messages from route_days where route_id = :routeId and day = (now() at time zone 'utc')::date

-- name: slowdowns :many
-- Not restricted to an account.
select route_id, domain_group, level, until, reply, per_minute, changed_at, since
from route_slowdowns
  where until > now() - interval '1 day' or changed_at > now() - interval '1 day'

-- name: slowDown :count
-- Not restricted to an account: a provider asked for less. Each time the pause doubles, up to 60 of
-- the first (exponential backoff); replies during a pause count once.
insert into route_slowdowns as s (route_id, domain_group, level, until, reply, per_minute,
  changed_at, since)
values (:routeId, :domainGroup, 1, now() + :millis::int * interval '1 ms', :reply,
  :perMinute::float8, now(), now())
on conflict (route_id, domain_group) do update set
  level = least(s.level + 1, 7), reply = excluded.reply, per_minute = excluded.per_minute,
  raises = 0, changed_at = excluded.changed_at,
  since = case when extract(epoch from excluded.changed_at - s.changed_at) < 86400 then s.since
    else excluded.since end,
  until = to_timestamp(extract(epoch from excluded.changed_at at time zone 'UTC')
    + least(power(2, s.level), 60) * :millis::int / 1000)
where s.until < excluded.changed_at

-- name: speedUp :maybe
-- Not restricted to an account: emails are accepted again; after each while, faster in larger
-- steps.
update route_slowdowns set per_minute = per_minute * least(2, 1.25 + 0.25 * raises),
  raises = raises + 1, level = greatest(level - 1, 0), changed_at = now()
where route_id = :routeId and domain_group = :domainGroup
  and greatest(until, changed_at) < now() - :millis::int * interval '1 ms'
returning per_minute

-- name: endSlowdowns :count again
-- Not restricted to an account: it was the relay that asked for less, not these providers.
delete from route_slowdowns where route_id = :routeId and domain_group = any(:providers::text[])
  and level = 1

-- name: endSlowdown :count again
-- Not restricted to an account.
delete from route_slowdowns where route_id = :routeId and domain_group = :domainGroup
