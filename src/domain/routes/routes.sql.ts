// Written by scripts/sql-types.ts from routes.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

/** Belongs to nobody: all relays, the preferred ones first. */
export const routes = many<{ accountId?: number }, { id: number; name: string; sealedUrl: string; priority: number; ratePerSecond: number | null; connections: number; lettersPerConnection: number; dailyQuota: number | null; pausedAt: string | null; pausedReason: string | null }>({ name: 'routes.routes', again: true, text: "select id, name, sealed_url, priority, rate_per_second, connections, letters_per_connection,\n  daily_quota, paused_at, paused_reason\nfrom routes order by priority, id" }, [], r => ({ id: Number(r[0]!), name: r[1]!, sealedUrl: r[2]!, priority: Number(r[3]!), ratePerSecond: r[4] == null ? null : Number(r[4]!), connections: Number(r[5]!), lettersPerConnection: Number(r[6]!), dailyQuota: r[7] == null ? null : Number(r[7]!), pausedAt: r[8], pausedReason: r[9] } as { id: number; name: string; sealedUrl: string; priority: number; ratePerSecond: number | null; connections: number; lettersPerConnection: number; dailyQuota: number | null; pausedAt: string | null; pausedReason: string | null }))

/** Belongs to nobody. */
export const addRoute = one<{ name: string; sealedUrl: string; priority: number; ratePerSecond: number | null; connections: number; lettersPerConnection: number; dailyQuota: number | null; accountId?: number }, { id: number }>({ name: 'routes.addRoute', again: false, text: "insert into routes (id, name, sealed_url, priority, rate_per_second, connections,\n  letters_per_connection, daily_quota)\nselect coalesce(max(id), 0) + 1, $1, $2, $3::int, $4::float8,\n  $5::int, $6::int, $7::bigint\nfrom routes returning id" }, ["name","sealedUrl","priority","ratePerSecond","connections","lettersPerConnection","dailyQuota"], r => ({ id: Number(r[0]!) } as { id: number }))

/** Belongs to nobody: the relay of SMTP_URL, whose address stands in the settings and not here. */
export const keepDefaultRoute = count<{ accountId?: number }>({ name: 'routes.keepDefaultRoute', again: true, text: "insert into routes (id, name, sealed_url, priority) values (0, 'default', '', 50) on conflict (id)\n  do nothing" }, [])

/** Belongs to nobody. The first reason stays. */
export const pauseRoute = count<{ reason: string; routeId: number; accountId?: number }>({ name: 'routes.pauseRoute', again: true, text: "update routes set paused_at = now(), paused_reason = $1 where id = $2\n  and paused_at is null" }, ["reason","routeId"])

/** Belongs to nobody. */
export const resumeRoute = count<{ routeId: number; accountId?: number }>({ name: 'routes.resumeRoute', again: true, text: "update routes set paused_at = null, paused_reason = null where id = $1\n  and paused_at is not null" }, ["routeId"])

/** Belongs to nobody: the limits of a route, changed. */
export const limitRoute = count<{ ratePerSecond: number | null; connections: number; lettersPerConnection: number; dailyQuota: number | null; priority: number; routeId: number; accountId?: number }>({ name: 'routes.limitRoute', again: true, text: "update routes set rate_per_second = $1::float8, connections = $2::int,\n  letters_per_connection = $3::int,\n  daily_quota = $4::bigint, priority = $5::int where id = $6" }, ["ratePerSecond","connections","lettersPerConnection","dailyQuota","priority","routeId"])

/** Belongs to nobody: with what was counted and learnt of it, for its number may come again. */
export const removeRoute = count<{ routeId: number; accountId?: number }>({ name: 'routes.removeRoute', again: true, text: "with days as (\n  delete from route_days where route_id = $1),\nslowed as (\n  delete from route_slowdowns where route_id = $1)\ndelete from routes where id = $1" }, ["routeId"])

/** Belongs to nobody. */
export const keepRouteDay = count<{ routeId: number; accountId?: number }>({ name: 'routes.keepRouteDay', again: true, text: "insert into route_days (route_id, day) values ($1, (now() at time zone 'utc')::date) on\n  conflict (route_id, day) do nothing" }, ["routeId"])

/** Belongs to nobody: counts letters against the day's quota before they go, and answers how many
 * may and what is left after them. */
export const useQuota = maybe<{ routeId: number; letters: number; quota: number; accountId?: number }, { granted: number; left: number }>({ name: 'routes.useQuota', again: false, text: "with before as materialized (\n  select route_id, day, letters from route_days where route_id = $1\n    and day = (now() at time zone 'utc')::date for update),\nused as (\n  update route_days d\n    set letters = before.letters +\n    least($2::bigint, greatest($3::bigint - before.letters, 0))\n  from before where d.route_id = before.route_id and d.day = before.day\n  returning d.letters as used, before.letters as earlier)\nselect (used - earlier)::int as \"granted!\", greatest($3::bigint - used, 0) as \"left!\" from used" }, ["routeId","letters","quota"], r => ({ granted: Number(r[0]!), left: Number(r[1]!) } as { granted: number; left: number }))

/** Belongs to nobody. */
export const quotaUsed = maybe<{ routeId: number; accountId?: number }, { letters: number }>({ name: 'routes.quotaUsed', again: true, text: "select letters from route_days where route_id = $1 and day = (now() at time zone 'utc')::date" }, ["routeId"], r => ({ letters: Number(r[0]!) } as { letters: number }))

/** Belongs to nobody. */
export const slowdowns = many<{ accountId?: number }, { routeId: number; domainGroup: string; level: number; until: string; reply: string }>({ name: 'routes.slowdowns', again: true, text: "select route_id, domain_group, level, until, reply from route_slowdowns\n  where until > now() - interval '1 day'" }, [], r => ({ routeId: Number(r[0]!), domainGroup: r[1]!, level: Number(r[2]!), until: r[3]!, reply: r[4]! } as { routeId: number; domainGroup: string; level: number; until: string; reply: string }))

/** Belongs to nobody: a group of domains asked for less. Each time the pause doubles, up to an hour;
 * what is noted while a pause runs counts once. */
export const slowDown = count<{ routeId: number; domainGroup: string; reply: string; accountId?: number }>({ name: 'routes.slowDown', again: false, text: "insert into route_slowdowns as s (route_id, domain_group, level, until, reply) values\n  ($1, $2, 1, now() + interval '1 minute', $3)\non conflict (route_id, domain_group) do update set\n  level = least(s.level + 1, 7), until = excluded.until - interval '1 minute' +\n    least(interval '1 minute' * power(2, s.level), interval '1 hour'), reply = excluded.reply\nwhere s.until < excluded.until - interval '1 minute'" }, ["routeId","domainGroup","reply"])

/** Belongs to nobody: letters go through again; each time one step back. */
export const recover = count<{ routeId: number; domainGroup: string; accountId?: number }>({ name: 'routes.recover', again: false, text: "update route_slowdowns set level = greatest(level - 1, 0) where route_id = $1\n  and domain_group = $2 and until < now() and level > 0" }, ["routeId","domainGroup"])
