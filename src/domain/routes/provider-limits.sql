-- name: providerLimits :many
-- Not restricted to an account: the limits of all routes that were set by hand.
select route_id, provider, connections, emails_per_connection, rate_per_second, daily_quota
from route_provider_limits order by route_id, provider

-- name: keepProviderLimits :count again
-- Not restricted to an account.
insert into route_provider_limits (route_id, provider, connections, emails_per_connection,
  rate_per_second, daily_quota)
values (:routeId, :provider, :connections?::int, :emailsPerConnection?::int,
  :ratePerSecond?::float8, :dailyQuota?::bigint)
on conflict (route_id, provider) do update set connections = excluded.connections,
  emails_per_connection = excluded.emails_per_connection,
  rate_per_second = excluded.rate_per_second, daily_quota = excluded.daily_quota

-- name: removeProviderLimits :count again
-- Not restricted to an account.
delete from route_provider_limits where route_id = :routeId and provider = :provider

-- name: providerDays :many
-- Not restricted to an account: today's (UTC) counts.
select route_id, provider, quota, messages, objections, held from route_provider_days
where day = (now() at time zone 'utc')::date order by route_id, provider

-- name: daysOfRoute :many
-- Not restricted to an account: the days of a route that had a quota, of each provider.
select provider, day::text as "day!", quota, messages, objections, held from route_provider_days
where route_id = :routeId order by provider, day limit 10000

-- name: lastProviderDay :maybe
-- Not restricted to an account: the last day before today that had a quota.
select day::text as "day!", quota, messages, objections from route_provider_days
where route_id = :routeId and provider = :provider and day < (now() at time zone 'utc')::date
order by day desc limit 1

-- name: openProviderDay :count again
-- Not restricted to an account.
insert into route_provider_days (route_id, provider, day, quota, held)
values (:routeId, :provider, (now() at time zone 'utc')::date, :quota::bigint, :held?)
on conflict (route_id, provider, day) do nothing

-- name: useProviderQuota :maybe
-- Not restricted to an account: counts emails against the day's quota before they are sent, and
-- returns how many are granted. A quota that was changed since counts at once.
with before as materialized (
  select route_id, provider, day, messages, quota from route_provider_days
  where route_id = :routeId and provider = :provider
    and day = (now() at time zone 'utc')::date for update)
update route_provider_days d set messages = before.messages +
  least(:messages::bigint, greatest(before.quota - before.messages, 0))
from before where d.route_id = before.route_id and d.provider = before.provider
  and d.day = before.day
returning (d.messages - before.messages)::int as "granted!"

-- name: setProviderQuota :count again
-- Not restricted to an account: the quota of today, where the day has begun.
update route_provider_days set quota = :quota::bigint, held = null
where route_id = :routeId and provider = :provider and day = (now() at time zone 'utc')::date

-- name: countObjection :count
-- Not restricted to an account: only where the day has a quota.
update route_provider_days set objections = objections + 1
where route_id = :routeId and provider = :provider and day = (now() at time zone 'utc')::date

-- name: forgetProviderDays :count
-- Not restricted to an account.
delete from route_provider_days where day < (now() at time zone 'utc')::date - 90

-- name: complainersSince :many long
-- Not restricted to an account: the addresses that complained about emails of a route.
select email from bounces where kind = 'complaint' and route_id = :routeId
  and received_at >= :since::timestamptz order by received_at limit 1000
