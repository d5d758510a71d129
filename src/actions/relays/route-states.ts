/** Relays as their operator sees them: limits, refusals, progress of a warm-up. */
import type { Db } from '../../db/db.ts'
import { reported } from '../../domain/details/details.ts'
import { readDetail } from '../../domain/details/recorded.ts'
import { DEFAULT_ROUTE, type RouteRow } from '../../domain/routes/keep-route.ts'
import { providerDays, providerLimits } from '../../domain/routes/provider-limits.sql.ts'
import { limitsFor } from '../../domain/routes/provider-limits.ts'
import { eventsOf } from '../../domain/routes/relay-events.ts'
import { quotaUsed, slowdowns } from '../../domain/routes/routes.sql.ts'
import { warmUpOf } from '../../domain/routes/warm-up.ts'
import { formatInstant, momentOfStore } from '../../lib/instant.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { notesOnRelay } from '../../mail/smtp/url.ts'
import { type KnownRoute, knownRoutes, type RelaySettings, shownAddress } from './known-routes.ts'
import { addressOfEvents, lacksKey } from './relay-events.ts'

/** All relays, including that of SMTP_URL. */
export async function describedRoutes(db: Db, settings: RelaySettings) {
  const slow = await slowdowns(db, {})
  const known = await knownRoutes(db, settings)
  const sealer = known.some(({ row }) => row?.provider) ? await settings.sealer() : undefined
  return Promise.all(
    known.map(async route => ({
      ...(await described(db, route, slow)),
      events: route.row && sealer ? eventsShown(settings, sealer, route.row) : null,
    })),
  )
}

function refusalOf({ refusingSince, restUntil, restReason }: RouteRow) {
  if (refusingSince === null) return null
  const next = restUntil !== null && momentOfStore(restUntil).getTime() > Date.now()
  return {
    since: formatInstant(refusingSince),
    next: next ? formatInstant(restUntil) : null,
    reply: restReason ?? '',
    causes: restReason,
  }
}

/** The learned limits of the relay itself, for all recipients. */
function paceOf(row: RouteRow) {
  const { pacePerSecond, learnedPerConnection, quotaUntil, paceReply } = row
  const quota = quotaUntil !== null && momentOfStore(quotaUntil).getTime() > Date.now()
  if (pacePerSecond === null && learnedPerConnection === null && !quota) return null
  return {
    perSecond: pacePerSecond === null ? null : Number(pacePerSecond.toPrecision(3)),
    emailsPerConnection: learnedPerConnection,
    quotaUntil: quota ? formatInstant(quotaUntil) : null,
    reply: pacePerSecond === null ? null : paceReply,
  }
}

/** Where a hosted relay calls, and whether its signatures can be checked. */
function eventsShown({ publicUrl }: RelaySettings, sealer: Sealer, row: RouteRow) {
  const events = eventsOf(sealer, row)
  if (!events) return null
  const { provider } = events
  return { provider, webhook: addressOfEvents(publicUrl, events), lacksKey: lacksKey(events) }
}

async function described(db: Db, route: KnownRoute, slow: Awaited<ReturnType<typeof slowdowns>>) {
  const { row, name } = route
  const id = row?.id ?? -1
  return {
    name,
    id: row?.id ?? DEFAULT_ROUTE,
    relay: shownAddress(route),
    notes: route.address ? notesOnRelay(route.address).map(note => reported(note)) : [],
    state: row?.pausedAt ? 'paused' : route.address ? 'in-use' : 'not-in-use',
    reason: row?.pausedReason ?? null,
    causes: row?.pausedReason ?? null,
    pausedAt: row?.pausedAt ? formatInstant(row.pausedAt) : null,
    /** Why it rests: the relay accepted no emails when it was last tried. */
    refusing: row ? refusalOf(row) : null,
    pace: row ? paceOf(row) : null,
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
      .map(({ domainGroup, until, reply, perMinute, since }) => ({
        domains: domainGroup,
        until: formatInstant(until),
        paused: momentOfStore(until).getTime() > Date.now(),
        since: since && formatInstant(since),
        perMinute: Math.round(perMinute),
        reply,
      })),
    warmUp: row ? warmUpOf(row) : null,
    providerLimits: (await providerLimits(db, {}))
      .filter(({ routeId }) => routeId === id)
      .map(set => ({ provider: set.provider, limits: limitsFor(set.provider, set) })),
    today: (await providerDays(db, {}))
      .filter(({ routeId }) => routeId === id)
      .map(({ routeId: _, held, ...day }) => ({
        ...day,
        held: held === null ? null : readDetail(held).reason,
      })),
  }
}
