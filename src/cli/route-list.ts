/** `pennypost route list`: relays with their limits and their state. */
import type { Db } from '../db/db.ts'
import type { RouteLimits, RouteRow } from '../domain/routes/keep-route.ts'
import { quotaUsed, slowdowns } from '../domain/routes/routes.sql.ts'
import { formatInstant, momentOfStore } from '../lib/instant.ts'
import { forStore } from './account-option.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'
import { type KnownRoute, knownRoutes, shownAddress } from './relays.ts'

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
    return Promise.all((await knownRoutes(db, config)).map(route => described(db, route, slow)))
  })
  if (json) return context.printJson(rows)
  if (rows.length === 0)
    return context.print(
      'There are no relays: the sandbox keeps all emails. To add one: pennypost route add ' +
        'NAME, or set SMTP_URL.',
    )
  for (const { name, relay, state, reason, refusing, usedToday, limits, slowed } of rows) {
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
    for (const { domains, until, reply } of slowed)
      context.print(`  ${domains} more slowly until ${until}: ${reply}`)
  }
}

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
      .filter(({ routeId, until }) => routeId === id && momentOfStore(until).getTime() > Date.now())
      .map(({ domainGroup, until, reply }) => ({
        domains: domainGroup,
        until: formatInstant(until),
        reply,
      })),
  }
}
