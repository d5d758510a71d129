// Written by scripts/sql-types.ts from routes.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

/** Not restricted to an account: all relays, the preferred ones first. */
export const routes = many<{ accountId?: number }, { id: number; name: string; sealedUrl: string; priority: number; ratePerSecond: number | null; connections: number; emailsPerConnection: number; dailyQuota: number | null; pausedAt: string | null; pausedReason: string | null; refusingSince: string | null; restUntil: string | null; restReason: string | null; warmUpFirst: number | null; warmUpGrowth: number | null; warmUpGoal: number | null; provider: string | null; sealedEvents: string | null; pacePerSecond: number | null; paceReply: string | null; paceAt: string | null; quotaUntil: string | null; learnedPerConnection: number | null }>({ name: 'routes.routes', again: true, text: "select id, name, sealed_url, priority, rate_per_second, connections, emails_per_connection,\n  daily_quota, paused_at, paused_reason, refusing_since, rest_until, rest_reason,\n  warm_up_first, warm_up_growth, warm_up_goal, provider, sealed_events,\n  pace_per_second, pace_reply, pace_at, quota_until, learned_per_connection\nfrom routes order by priority, id" }, [], r => ({ id: Number(r[0]!), name: r[1]!, sealedUrl: r[2]!, priority: Number(r[3]!), ratePerSecond: r[4] == null ? null : Number(r[4]!), connections: Number(r[5]!), emailsPerConnection: Number(r[6]!), dailyQuota: r[7] == null ? null : Number(r[7]!), pausedAt: r[8], pausedReason: r[9], refusingSince: r[10], restUntil: r[11], restReason: r[12], warmUpFirst: r[13] == null ? null : Number(r[13]!), warmUpGrowth: r[14] == null ? null : Number(r[14]!), warmUpGoal: r[15] == null ? null : Number(r[15]!), provider: r[16], sealedEvents: r[17], pacePerSecond: r[18] == null ? null : Number(r[18]!), paceReply: r[19], paceAt: r[20], quotaUntil: r[21], learnedPerConnection: r[22] == null ? null : Number(r[22]!) } as { id: number; name: string; sealedUrl: string; priority: number; ratePerSecond: number | null; connections: number; emailsPerConnection: number; dailyQuota: number | null; pausedAt: string | null; pausedReason: string | null; refusingSince: string | null; restUntil: string | null; restReason: string | null; warmUpFirst: number | null; warmUpGrowth: number | null; warmUpGoal: number | null; provider: string | null; sealedEvents: string | null; pacePerSecond: number | null; paceReply: string | null; paceAt: string | null; quotaUntil: string | null; learnedPerConnection: number | null }))

/** Not restricted to an account. */
export const addRoute = one<{ name: string; sealedUrl: string; priority: number; ratePerSecond: number | null; connections: number; emailsPerConnection: number; dailyQuota: number | null; accountId?: number }, { id: number }>({ name: 'routes.addRoute', again: false, text: "insert into routes as n (id, name, sealed_url, priority, rate_per_second, connections,\n  emails_per_connection, daily_quota)\nselect coalesce(max(id), 0) + 1, $1, $2, $3::int, $4::float8,\n  $5::int, $6::int, $7::bigint\nfrom routes returning n.id" }, ["name","sealedUrl","priority","ratePerSecond","connections","emailsPerConnection","dailyQuota"], r => ({ id: Number(r[0]!) } as { id: number }))

/** Not restricted to an account: the relay of SMTP_URL, whose address is in the settings, not here. */
export const keepDefaultRoute = count<{ accountId?: number }>({ name: 'routes.keepDefaultRoute', again: true, text: "insert into routes (id, name, sealed_url, priority) values (0, 'default', '', 50) on conflict (id)\n  do nothing" }, [])

/** Not restricted to an account. The first reason is kept. */
export const pauseRoute = count<{ reason: string; routeId: number; accountId?: number }>({ name: 'routes.pauseRoute', again: true, text: "update routes set paused_at = now(), paused_reason = $1 where id = $2\n  and paused_at is null" }, ["reason","routeId"])

/** Not restricted to an account. */
export const resumeRoute = count<{ routeId: number; accountId?: number }>({ name: 'routes.resumeRoute', again: true, text: "update routes set paused_at = null, paused_reason = null, refusing_since = null, rest_until = null,\n  rest_reason = null, quota_until = null\nwhere id = $1 and (paused_at is not null or quota_until is not null)" }, ["routeId"])

/** Not restricted to an account: the relay accepts no emails, and is tried again after a rest. */
export const restRoute = count<{ reason: string; millis: number; routeId: number; accountId?: number }>({ name: 'routes.restRoute', again: true, text: "update routes set refusing_since = least(refusing_since, now()), rest_reason = $1,\n  rest_until = now() + $2::int * interval '1 ms'\nwhere id = $3" }, ["reason","millis","routeId"])

/** Not restricted to an account: the relay accepts emails again. */
export const endRest = count<{ routeId: number; accountId?: number }>({ name: 'routes.endRest', again: true, text: "update routes set refusing_since = null, rest_until = null, rest_reason = null, quota_until = null\nwhere id = $1 and refusing_since is not null" }, ["routeId"])

/** Not restricted to an account: the relay's own quota is used up, for all workers. */
export const waitForQuota = count<{ until: Date | string; routeId: number; accountId?: number }>({ name: 'routes.waitForQuota', again: true, text: "update routes set quota_until = $1::timestamptz where id = $2" }, ["until","routeId"])

/** Not restricted to an account: the learned pace of the relay; null: no limit. */
export const paceRoute = count<{ perSecond: number | null; reply: string | null; routeId: number; accountId?: number }>({ name: 'routes.paceRoute', again: true, text: "update routes set pace_per_second = $1::float8, pace_at = now(),\n  pace_reply = coalesce($2, pace_reply)\nwhere id = $3" }, ["perSecond","reply","routeId"])

/** Not restricted to an account: one of the workers raises it at a time. */
export const raisePace = count<{ perSecond: number | null; routeId: number; millis: number; accountId?: number }>({ name: 'routes.raisePace', again: false, text: "update routes set pace_per_second = $1::float8, pace_at = now()\nwhere id = $2 and pace_at < now() - $3::int * interval '1 ms'" }, ["perSecond","routeId","millis"])

/** Not restricted to an account: a connection took no more emails. */
export const learnPerConnection = count<{ messages: number; routeId: number; accountId?: number }>({ name: 'routes.learnPerConnection', again: true, text: "update routes set learned_per_connection = least(learned_per_connection, $1::int)\nwhere id = $2" }, ["messages","routeId"])

/** Not restricted to an account: changes the limits of a route. Learned limits are learned anew. */
export const limitRoute = count<{ ratePerSecond: number | null; connections: number; emailsPerConnection: number; dailyQuota: number | null; priority: number; routeId: number; accountId?: number }>({ name: 'routes.limitRoute', again: true, text: "update routes set rate_per_second = $1::float8, connections = $2::int,\n  emails_per_connection = $3::int,\n  daily_quota = $4::bigint, priority = $5::int, pace_per_second = null,\n  learned_per_connection = null\nwhere id = $6" }, ["ratePerSecond","connections","emailsPerConnection","dailyQuota","priority","routeId"])

/** Not restricted to an account: the new address of a route. */
export const moveRoute = count<{ sealedUrl: string; routeId: number; accountId?: number }>({ name: 'routes.moveRoute', again: true, text: "update routes set sealed_url = $1 where id = $2" }, ["sealedUrl","routeId"])

/** Not restricted to an account: begins a warm-up, or ends it (all null); the days so far are
 * forgotten. */
export const warmUpRoute = count<{ routeId: number; first: number | null; growth: number | null; goal: number | null; accountId?: number }>({ name: 'routes.warmUpRoute', again: true, text: "with days as (\n  delete from route_provider_days where route_id = $1)\nupdate routes set warm_up_first = $2::int, warm_up_growth = $3::float8,\n  warm_up_goal = $4::bigint\nwhere id = $1" }, ["routeId","first","growth","goal"])

/** Not restricted to an account: changes a warm-up; the days so far are kept. */
export const setWarmUp = count<{ first: number; growth: number; goal: number; routeId: number; accountId?: number }>({ name: 'routes.setWarmUp', again: true, text: "update routes set warm_up_first = $1::int, warm_up_growth = $2::float8,\n  warm_up_goal = $3::bigint\nwhere id = $4" }, ["first","growth","goal","routeId"])

/** Not restricted to an account: whose webhooks are taken, and their secrets; null for none. */
export const setRouteProvider = count<{ provider: string | null; sealedEvents: string | null; routeId: number; accountId?: number }>({ name: 'routes.setRouteProvider', again: true, text: "update routes set provider = $1, sealed_events = $2 where id = $3" }, ["provider","sealedEvents","routeId"])

/** Not restricted to an account: a token is for the body that it came with first. */
export const useEventToken = one<{ routeId: number; token: string; digest: Buffer; accountId?: number }, { same: boolean }>({ name: 'routes.useEventToken', again: false, text: "with old as (\n  delete from relay_event_tokens where at < now() - interval '4 days'),\nused as (\n  insert into relay_event_tokens as t (route_id, token, digest)\n  values ($1, $2, $3)\n  on conflict (route_id, token) do update set digest = t.digest\n  returning t.digest = $3 as same)\nselect same as \"same!\" from used" }, ["routeId","token","digest"], r => ({ same: r[0]! === 't' } as { same: boolean }))

/** Not restricted to an account: also deletes its counts, slowdowns, limits and rules, since its
 * number may be reused. */
export const removeRoute = count<{ routeId: number; accountId?: number }>({ name: 'routes.removeRoute', again: true, text: "with days as (\n  delete from route_days where route_id = $1),\nprovider_days as (\n  delete from route_provider_days where route_id = $1),\nprovider_limits as (\n  delete from route_provider_limits where route_id = $1),\nslowed as (\n  delete from route_slowdowns where route_id = $1),\nrules as (\n  delete from route_rules where route_id = $1),\ntokens as (\n  delete from relay_event_tokens where route_id = $1)\ndelete from routes where id = $1" }, ["routeId"])

/** Not restricted to an account. */
export const keepRouteDay = count<{ routeId: number; accountId?: number }>({ name: 'routes.keepRouteDay', again: true, text: "insert into route_days (route_id, day) values ($1, (now() at time zone 'utc')::date) on\n  conflict (route_id, day) do nothing" }, ["routeId"])

/** Not restricted to an account: counts emails against the day's quota before they are sent, and
 * returns how many are granted and how many remain after them. */
export const useQuota = maybe<{ routeId: number; messages: number; quota: number; accountId?: number }, { granted: number; left: number }>({ name: 'routes.useQuota', again: false, text: "with before as materialized (\n  select route_id, day, messages from route_days where route_id = $1\n    and day = (now() at time zone 'utc')::date for update),\nused as (\n  update route_days d\n    set messages = before.messages +\n    least($2::bigint, greatest($3::bigint - before.messages, 0))\n  from before where d.route_id = before.route_id and d.day = before.day\n  returning d.messages as used, before.messages as earlier)\nselect (used - earlier)::int as \"granted!\", greatest($3::bigint - used, 0) as \"left!\" from used" }, ["routeId","messages","quota"], r => ({ granted: Number(r[0]!), left: Number(r[1]!) } as { granted: number; left: number }))

/** Not restricted to an account. */
export const quotaUsed = maybe<{ routeId: number; accountId?: number }, { messages: number }>({ name: 'routes.quotaUsed', again: true, text: "select messages from route_days where route_id = $1 and day = (now() at time zone 'utc')::date" }, ["routeId"], r => ({ messages: Number(r[0]!) } as { messages: number }))

/** Not restricted to an account. */
export const slowdowns = many<{ accountId?: number }, { routeId: number; domainGroup: string; level: number; until: string; reply: string; perMinute: number; changedAt: string; since: string | null }>({ name: 'routes.slowdowns', again: true, text: "select route_id, domain_group, level, until, reply, per_minute, changed_at, since\nfrom route_slowdowns\n  where until > now() - interval '1 day' or changed_at > now() - interval '1 day'" }, [], r => ({ routeId: Number(r[0]!), domainGroup: r[1]!, level: Number(r[2]!), until: r[3]!, reply: r[4]!, perMinute: Number(r[5]!), changedAt: r[6]!, since: r[7] } as { routeId: number; domainGroup: string; level: number; until: string; reply: string; perMinute: number; changedAt: string; since: string | null }))

/** Not restricted to an account: a provider asked for less. Each time the pause doubles, up to 60 of
 * the first (exponential backoff); replies during a pause count once. */
export const slowDown = count<{ routeId: number; domainGroup: string; millis: number; reply: string; perMinute: number; accountId?: number }>({ name: 'routes.slowDown', again: false, text: "insert into route_slowdowns as s (route_id, domain_group, level, until, reply, per_minute,\n  changed_at, since)\nvalues ($1, $2, 1, now() + $3::int * interval '1 ms', $4,\n  $5::float8, now(), now())\non conflict (route_id, domain_group) do update set\n  level = least(s.level + 1, 7), reply = excluded.reply, per_minute = excluded.per_minute,\n  raises = 0, changed_at = excluded.changed_at,\n  since = case when extract(epoch from excluded.changed_at - s.changed_at) < 86400 then s.since\n    else excluded.since end,\n  until = to_timestamp(extract(epoch from excluded.changed_at at time zone 'UTC')\n    + least(power(2, s.level), 60) * $3::int / 1000)\nwhere s.until < excluded.changed_at" }, ["routeId","domainGroup","millis","reply","perMinute"])

/** Not restricted to an account: emails are accepted again; after each while, faster in larger
 * steps. */
export const speedUp = maybe<{ routeId: number; domainGroup: string; millis: number; accountId?: number }, { perMinute: number }>({ name: 'routes.speedUp', again: false, text: "update route_slowdowns set per_minute = per_minute * least(2, 1.25 + 0.25 * raises),\n  raises = raises + 1, level = greatest(level - 1, 0), changed_at = now()\nwhere route_id = $1 and domain_group = $2\n  and greatest(until, changed_at) < now() - $3::int * interval '1 ms'\nreturning per_minute" }, ["routeId","domainGroup","millis"], r => ({ perMinute: Number(r[0]!) } as { perMinute: number }))

/** Not restricted to an account: it was the relay that asked for less, not these providers. */
export const endSlowdowns = count<{ routeId: number; providers: (string | null)[]; accountId?: number }>({ name: 'routes.endSlowdowns', again: true, text: "delete from route_slowdowns where route_id = $1 and domain_group = any($2::text[])\n  and level = 1" }, ["routeId","providers"])

/** Not restricted to an account. */
export const endSlowdown = count<{ routeId: number; domainGroup: string; accountId?: number }>({ name: 'routes.endSlowdown', again: true, text: "delete from route_slowdowns where route_id = $1 and domain_group = $2" }, ["routeId","domainGroup"])
