// Written by scripts/sql-types.ts from provider-limits.sql; npm run sql writes it again.
import { count, many, maybe } from '../../db/query.ts'

/** Not restricted to an account: the limits of all routes that were set by hand. */
export const providerLimits = many<{ accountId?: number }, { routeId: number; provider: string; connections: number | null; emailsPerConnection: number | null; ratePerSecond: number | null; dailyQuota: number | null }>({ name: 'provider-limits.providerLimits', again: true, text: "select route_id, provider, connections, emails_per_connection, rate_per_second, daily_quota\nfrom route_provider_limits order by route_id, provider" }, [], r => ({ routeId: Number(r[0]!), provider: r[1]!, connections: r[2] == null ? null : Number(r[2]!), emailsPerConnection: r[3] == null ? null : Number(r[3]!), ratePerSecond: r[4] == null ? null : Number(r[4]!), dailyQuota: r[5] == null ? null : Number(r[5]!) } as { routeId: number; provider: string; connections: number | null; emailsPerConnection: number | null; ratePerSecond: number | null; dailyQuota: number | null }))

/** Not restricted to an account. */
export const keepProviderLimits = count<{ routeId: number; provider: string; connections: number | null; emailsPerConnection: number | null; ratePerSecond: number | null; dailyQuota: number | null; accountId?: number }>({ name: 'provider-limits.keepProviderLimits', again: true, text: "insert into route_provider_limits (route_id, provider, connections, emails_per_connection,\n  rate_per_second, daily_quota)\nvalues ($1, $2, $3::int, $4::int,\n  $5::float8, $6::bigint)\non conflict (route_id, provider) do update set connections = excluded.connections,\n  emails_per_connection = excluded.emails_per_connection,\n  rate_per_second = excluded.rate_per_second, daily_quota = excluded.daily_quota" }, ["routeId","provider","connections","emailsPerConnection","ratePerSecond","dailyQuota"])

/** Not restricted to an account. */
export const removeProviderLimits = count<{ routeId: number; provider: string; accountId?: number }>({ name: 'provider-limits.removeProviderLimits', again: true, text: "delete from route_provider_limits where route_id = $1 and provider = $2" }, ["routeId","provider"])

/** Not restricted to an account: today's (UTC) counts. */
export const providerDays = many<{ accountId?: number }, { routeId: number; provider: string; quota: number; messages: number; objections: number; held: string | null }>({ name: 'provider-limits.providerDays', again: true, text: "select route_id, provider, quota, messages, objections, held from route_provider_days\nwhere day = (now() at time zone 'utc')::date order by route_id, provider" }, [], r => ({ routeId: Number(r[0]!), provider: r[1]!, quota: Number(r[2]!), messages: Number(r[3]!), objections: Number(r[4]!), held: r[5] } as { routeId: number; provider: string; quota: number; messages: number; objections: number; held: string | null }))

/** Not restricted to an account: the days of a route that had a quota, of each provider. */
export const daysOfRoute = many<{ routeId: number; accountId?: number }, { provider: string; day: string; quota: number; messages: number; objections: number; held: string | null }>({ name: 'provider-limits.daysOfRoute', again: true, text: "select provider, day::text as \"day!\", quota, messages, objections, held from route_provider_days\nwhere route_id = $1 order by provider, day limit 10000" }, ["routeId"], r => ({ provider: r[0]!, day: r[1]!, quota: Number(r[2]!), messages: Number(r[3]!), objections: Number(r[4]!), held: r[5] } as { provider: string; day: string; quota: number; messages: number; objections: number; held: string | null }))

/** Not restricted to an account: the last day before today that had a quota. */
export const lastProviderDay = maybe<{ routeId: number; provider: string; accountId?: number }, { day: string; quota: number; messages: number; objections: number }>({ name: 'provider-limits.lastProviderDay', again: true, text: "select day::text as \"day!\", quota, messages, objections from route_provider_days\nwhere route_id = $1 and provider = $2 and day < (now() at time zone 'utc')::date\norder by day desc limit 1" }, ["routeId","provider"], r => ({ day: r[0]!, quota: Number(r[1]!), messages: Number(r[2]!), objections: Number(r[3]!) } as { day: string; quota: number; messages: number; objections: number }))

/** Not restricted to an account. */
export const openProviderDay = count<{ routeId: number; provider: string; quota: number; held: string | null; accountId?: number }>({ name: 'provider-limits.openProviderDay', again: true, text: "insert into route_provider_days (route_id, provider, day, quota, held)\nvalues ($1, $2, (now() at time zone 'utc')::date, $3::bigint, $4)\non conflict (route_id, provider, day) do nothing" }, ["routeId","provider","quota","held"])

/** Not restricted to an account: counts emails against the day's quota before they are sent, and
 * returns how many are granted. A quota that was changed since counts at once. */
export const useProviderQuota = maybe<{ routeId: number; provider: string; messages: number; accountId?: number }, { granted: number }>({ name: 'provider-limits.useProviderQuota', again: false, text: "with before as materialized (\n  select route_id, provider, day, messages, quota from route_provider_days\n  where route_id = $1 and provider = $2\n    and day = (now() at time zone 'utc')::date for update)\nupdate route_provider_days d set messages = before.messages +\n  least($3::bigint, greatest(before.quota - before.messages, 0))\nfrom before where d.route_id = before.route_id and d.provider = before.provider\n  and d.day = before.day\nreturning (d.messages - before.messages)::int as \"granted!\"" }, ["routeId","provider","messages"], r => ({ granted: Number(r[0]!) } as { granted: number }))

/** Not restricted to an account: the quota of today, where the day has begun. */
export const setProviderQuota = count<{ quota: number; routeId: number; provider: string; accountId?: number }>({ name: 'provider-limits.setProviderQuota', again: true, text: "update route_provider_days set quota = $1::bigint, held = null\nwhere route_id = $2 and provider = $3 and day = (now() at time zone 'utc')::date" }, ["quota","routeId","provider"])

/** Not restricted to an account: only where the day has a quota. */
export const countObjection = count<{ routeId: number; provider: string; accountId?: number }>({ name: 'provider-limits.countObjection', again: false, text: "update route_provider_days set objections = objections + 1\nwhere route_id = $1 and provider = $2 and day = (now() at time zone 'utc')::date" }, ["routeId","provider"])

/** Not restricted to an account. */
export const forgetProviderDays = count<{ accountId?: number }>({ name: 'provider-limits.forgetProviderDays', again: false, text: "delete from route_provider_days where day < (now() at time zone 'utc')::date - 90" }, [])

/** Not restricted to an account: the addresses that complained about emails of a route. */
export const complainersSince = many<{ routeId: number; since: Date | string; accountId?: number }, { email: string }>({ name: 'provider-limits.complainersSince', again: true, deadline: 'long', text: "select email from bounces where kind = 'complaint' and route_id = $1\n  and received_at >= $2::timestamptz order by received_at limit 1000" }, ["routeId","since"], r => ({ email: r[0]! } as { email: string }))
