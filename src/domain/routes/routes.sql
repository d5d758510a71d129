-- name: routes :many
-- Not restricted to an account: all relays, the preferred ones first.
select id, name, sealed_url, priority, rate_per_second, connections, emails_per_connection,
  daily_quota, paused_at, paused_reason, refusing_since, rest_until, rest_reason
from routes order by priority, id

-- name: addRoute :one
-- Not restricted to an account.
insert into routes (id, name, sealed_url, priority, rate_per_second, connections,
  emails_per_connection, daily_quota)
select coalesce(max(id), 0) + 1, :name, :sealedUrl, :priority::int, :ratePerSecond?::float8,
  :connections::int, :emailsPerConnection::int, :dailyQuota?::bigint
from routes returning id

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
  rest_reason = null
where id = :routeId and paused_at is not null

-- name: restRoute :count again
-- Not restricted to an account: the relay accepts no emails, and is tried again after a rest.
update routes set refusing_since = coalesce(refusing_since, now()), rest_reason = :reason,
  rest_until = now() + :millis::int * interval '1 ms'
where id = :routeId

-- name: endRest :count again
-- Not restricted to an account: the relay accepts emails again.
update routes set refusing_since = null, rest_until = null, rest_reason = null
where id = :routeId and refusing_since is not null

-- name: limitRoute :count again
-- Not restricted to an account: changes the limits of a route.
update routes set rate_per_second = :ratePerSecond?::float8, connections = :connections::int,
  emails_per_connection = :emailsPerConnection::int,
  daily_quota = :dailyQuota?::bigint, priority = :priority::int where id = :routeId

-- name: removeRoute :count again
-- Not restricted to an account: also deletes its counts, slowdowns and rules, since its number may
-- be reused.
with days as (
  delete from route_days where route_id = :routeId),
slowed as (
  delete from route_slowdowns where route_id = :routeId),
rules as (
  delete from route_rules where route_id = :routeId)
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
select route_id, domain_group, level, until, reply from route_slowdowns
  where until > now() - interval '1 day'

-- name: slowDown :count
-- Not restricted to an account: a group of domains is rate limited. Each time the pause doubles, up
-- to an hour (exponential backoff); replies during a pause count once.
insert into route_slowdowns as s (route_id, domain_group, level, until, reply) values
  (:routeId, :domainGroup, 1, now() + interval '1 minute', :reply)
on conflict (route_id, domain_group) do update set
  level = least(s.level + 1, 7), until = excluded.until - interval '1 minute' +
    least(interval '1 minute' * power(2, s.level), interval '1 hour'), reply = excluded.reply
where s.until < excluded.until - interval '1 minute'

-- name: recover :count
-- Not restricted to an account: emails are accepted again; each time one step back.
update route_slowdowns set level = greatest(level - 1, 0) where route_id = :routeId
  and domain_group = :domainGroup and until < now() and level > 0
