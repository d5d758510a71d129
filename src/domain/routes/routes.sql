-- name: routes :many
-- Belongs to nobody: all relays, the preferred ones first.
select id, name, sealed_url, priority, rate_per_second, connections, letters_per_connection,
  daily_quota, paused_at, paused_reason
from routes order by priority, id

-- name: addRoute :one
-- Belongs to nobody.
insert into routes (id, name, sealed_url, priority, rate_per_second, connections,
  letters_per_connection, daily_quota)
select coalesce(max(id), 0) + 1, :name, :sealedUrl, :priority::int, :ratePerSecond?::float8,
  :connections::int, :lettersPerConnection::int, :dailyQuota?::bigint
from routes returning id

-- name: keepDefaultRoute :count again
-- Belongs to nobody: the relay of SMTP_URL, whose address stands in the settings and not here.
insert into routes (id, name, sealed_url, priority) values (0, 'default', '', 50) on conflict (id)
  do nothing

-- name: pauseRoute :count again
-- Belongs to nobody. The first reason stays.
update routes set paused_at = now(), paused_reason = :reason where id = :routeId
  and paused_at is null

-- name: resumeRoute :count again
-- Belongs to nobody.
update routes set paused_at = null, paused_reason = null where id = :routeId
  and paused_at is not null

-- name: limitRoute :count again
-- Belongs to nobody: the limits of a route, changed.
update routes set rate_per_second = :ratePerSecond?::float8, connections = :connections::int,
  letters_per_connection = :lettersPerConnection::int,
  daily_quota = :dailyQuota?::bigint, priority = :priority::int where id = :routeId

-- name: removeRoute :count again
-- Belongs to nobody: with what was counted and learnt of it, for its number may come again.
with days as (
  delete from route_days where route_id = :routeId),
slowed as (
  delete from route_slowdowns where route_id = :routeId)
delete from routes where id = :routeId

-- name: keepRouteDay :count again
-- Belongs to nobody.
insert into route_days (route_id, day) values (:routeId, (now() at time zone 'utc')::date) on
  conflict (route_id, day) do nothing

-- name: useQuota :maybe
-- Belongs to nobody: counts letters against the day's quota before they go, and answers how many
-- may and what is left after them.
with before as materialized (
  select route_id, day, letters from route_days where route_id = :routeId
    and day = (now() at time zone 'utc')::date for update),
used as (
  update route_days d
    set letters = before.letters +
    least(:letters::bigint, greatest(:quota::bigint - before.letters, 0))
  from before where d.route_id = before.route_id and d.day = before.day
  returning d.letters as used, before.letters as earlier)
select (used - earlier)::int as "granted!", greatest(:quota::bigint - used, 0) as "left!" from used

-- name: quotaUsed :maybe
-- Belongs to nobody.
select letters from route_days where route_id = :routeId and day = (now() at time zone 'utc')::date

-- name: slowdowns :many
-- Belongs to nobody.
select route_id, domain_group, level, until, reply from route_slowdowns
  where until > now() - interval '1 day'

-- name: slowDown :count
-- Belongs to nobody: a group of domains asked for less. Each time the pause doubles, up to an hour;
-- what is noted while a pause runs counts once.
insert into route_slowdowns as s (route_id, domain_group, level, until, reply) values
  (:routeId, :domainGroup, 1, now() + interval '1 minute', :reply)
on conflict (route_id, domain_group) do update set
  level = least(s.level + 1, 7), until = excluded.until - interval '1 minute' +
    least(interval '1 minute' * power(2, s.level), interval '1 hour'), reply = excluded.reply
where s.until < excluded.until - interval '1 minute'

-- name: recover :count
-- Belongs to nobody: letters go through again; each time one step back.
update route_slowdowns set level = greatest(level - 1, 0) where route_id = :routeId
  and domain_group = :domainGroup and until < now() and level > 0
