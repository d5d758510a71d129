/** `pennypost route list`: relays with their limits and their state. */
import type { Db } from '../db/db.ts'
import type { RouteLimits, RouteRow } from '../domain/routes/keep-route.ts'
import { providerDays, providerLimits } from '../domain/routes/provider-limits.sql.ts'
import { limitsFor } from '../domain/routes/provider-limits.ts'
import { quotaUsed, slowdowns } from '../domain/routes/routes.sql.ts'
import { NO_QUOTA, warmUpOf } from '../domain/routes/warm-up.ts'
import { formatInstant, momentOfStore } from '../lib/instant.ts'
import { type KnownRoute, knownRoutes, shownAddress } from '../use-cases/relays.ts'
import { forStore } from './account-option.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'
import { providerLimitText } from './route-shaping.ts'
import { relaysOf } from './secret.ts'

export const limitText = ({
  ratePerSecond,
  connections,
  emailsPerConnection,
  dailyQuota,
  priority,
}: RouteLimits): string =>
  [
    ratePerSecond === null ? 'as many emails a second as go' : `${ratePerSecond} emails a second`,
    `${count(connections)} connections with ${count(emailsPerConnection)} emails each`,
    ...(dailyQuota === null ? [] : [`${count(dailyQuota)} emails a day`]),
    `priority ${priority}`,
  ].join(', ')

export async function listRoutes(context: Context, { json }: { json?: boolean }): Promise<void> {
  const config = context.config()
  const rows = await forStore(context, async db => {
    const slow = await slowdowns(db, {})
    return Promise.all(
      (await knownRoutes(db, relaysOf(db, config))).map(route => described(db, route, slow)),
    )
  })
  if (json) return context.printJson(rows)
  if (rows.length === 0)
    return context.print(
      'There are no relays: the sandbox keeps all emails. To add one: pennypost route add ' +
        'NAME, or set SMTP_URL.',
    )
  for (const {
    name,
    relay,
    state,
    reason,
    refusing,
    usedToday,
    limits,
    slowed,
    ...shape
  } of rows) {
    const { warmUp, providerLimits, today } = shape
    context.print(`${name}  ${relay}  ${state}${reason === null ? '' : `: ${reason}`}`)
    if (refusing !== null)
      context.print(
        `  accepts no emails since ${refusing.since}; next attempt ${refusing.next ?? 'with the next email'}: ` +
          `${refusing.reply}. To find the cause: pennypost route test ${name} --to ADDRESS`,
      )
    if (limits)
      context.print(
        '  ' +
          `${limitText(limits)}${limits.dailyQuota === null ? '' : `; ${count(usedToday)} used today`}`,
      )
    for (const one of slowed) context.print(`  ${slowText(one)}`)
    if (warmUp)
      context.print(
        `  warms up: each day ${warmUp.growth} times the emails of the day before, up to ` +
          `${count(warmUp.goal)} to a provider`,
      )
    for (const { provider, limits } of providerLimits)
      context.print(`  to ${provider}: ${providerLimitText(limits)}`)
    for (const { provider, quota, messages, held } of today)
      context.print(
        `  to ${provider} today: ${count(messages)}` +
          (quota < NO_QUOTA ? ` of ${count(quota)}` : '') +
          (held === null ? '' : `; held back: ${held}`),
      )
  }
}

interface ShownSlowdown {
  domains: string
  until: string
  paused: boolean
  perMinute: number
  reply: string
}

const slowText = ({ domains, until, paused, perMinute, reply }: ShownSlowdown): string =>
  `${domains} more slowly${paused ? ` until ${until}` : ''}: ` +
  `${paused ? 'then ' : ''}${count(perMinute)} emails a minute; it said ${reply}`

function refusalOf({ refusingSince, restUntil, restReason }: RouteRow) {
  if (refusingSince === null) return null
  const next = restUntil !== null && momentOfStore(restUntil).getTime() > Date.now()
  return {
    since: formatInstant(refusingSince),
    next: next ? formatInstant(restUntil) : null,
    reply: restReason ?? '',
  }
}

async function described(db: Db, route: KnownRoute, slow: Awaited<ReturnType<typeof slowdowns>>) {
  const { row, name } = route
  const id = row?.id ?? -1
  return {
    name,
    relay: shownAddress(route),
    state: row?.pausedAt ? 'paused' : route.address ? 'in use' : 'not in use',
    reason: row?.pausedReason ?? null,
    pausedAt: row?.pausedAt ? formatInstant(row.pausedAt) : null,
    /** Why it rests: the relay accepted no emails when it was last tried. */
    refusing: row ? refusalOf(row) : null,
    limits: row && {
      ratePerSecond: row.ratePerSecond,
      connections: row.connections,
      emailsPerConnection: row.emailsPerConnection,
      dailyQuota: row.dailyQuota,
      priority: row.priority,
    },
    usedToday: (await quotaUsed(db, { routeId: id }))?.messages ?? 0,
    slowed: slow
      .filter(({ routeId }) => routeId === id)
      .map(({ domainGroup, until, reply, perMinute }) => ({
        domains: domainGroup,
        until: formatInstant(until),
        paused: momentOfStore(until).getTime() > Date.now(),
        perMinute: Math.round(perMinute),
        reply,
      })),
    warmUp: row ? warmUpOf(row) : null,
    providerLimits: (await providerLimits(db, {}))
      .filter(({ routeId }) => routeId === id)
      .map(set => ({ provider: set.provider, limits: limitsFor(set.provider, set) })),
    today: (await providerDays(db, {}))
      .filter(({ routeId }) => routeId === id)
      .map(({ routeId: _, ...day }) => day),
  }
}
