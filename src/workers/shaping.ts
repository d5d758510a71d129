/**
 * Shaping of one route by mailbox provider, in this process: which claimed emails go now, and which
 * come back when. Limits are shared among the living workers; slowdowns and quotas are in the
 * store.
 */
import type { Db } from '../db/db.ts'
import { replyText, type TryResult } from '../domain/deliveries/outcome.ts'
import { detailed } from '../domain/details/details.ts'
import { limitsFor, type ProviderLimitsRow } from '../domain/routes/provider-limits.ts'
import type { ProviderLimits } from '../domain/routes/providers.ts'
import { endSlowdown, endSlowdowns, slowDown, speedUp } from '../domain/routes/routes.sql.ts'
import type { WarmUp } from '../domain/routes/warm-up.ts'
import { createCache } from '../lib/cache.ts'
import type { ProviderLookup } from './provider-lookup.ts'
import {
  admit,
  asksForLess,
  countAccepted,
  isPaused,
  learnedPerMinute,
  newPace,
  PACE_TIMES,
  type PaceTimes,
  type ProviderPace,
  type Slowdown,
} from './provider-pace.ts'
import { createProviderQuotas, type QuotaTerms } from './provider-quotas.ts'
import { ROUTE_PACE_TIMES, type RoutePaceTimes } from './route-pace.ts'

export interface ShapingTimes extends PaceTimes, RoutePaceTimes {
  /** After the first sign nothing goes to the provider for this time, then longer. */
  pauseMillis: number
  /** A slowed provider gets more after each such time without another sign. */
  raiseMillis: number
}

export const SHAPING_TIMES: ShapingTimes = {
  ...PACE_TIMES,
  ...ROUTE_PACE_TIMES,
  pauseMillis: 60_000,
  raiseMillis: 300_000,
}

/** One line when a provider begins and ceases to be slowed. */
export interface ShapingLog {
  info(event: string, facts: Record<string, string>): void
  warn(event: string, facts: Record<string, string>): void
}

/** An email that may go now, or the time at which it comes back. */
export interface ShapedEmail {
  provider: string
  waitsUntil?: Date
  reason?: string
}

/** The state shared by all workers, read from the store every two seconds. */
export interface SharedShape {
  workers: number
  warmUp: WarmUp | null
  limits: ProviderLimitsRow[]
  slowdowns: Map<string, Slowdown>
}

export interface Shaping {
  share(shape: SharedShape): void
  /** In the order of the addresses. */
  shape(emails: string[], urgent: boolean): Promise<ShapedEmail[]>
  /** Asked once more before an email is begun: the provider may have been paused since. */
  mayGo(provider: string): boolean
  /** When an email comes back that was admitted before the provider was paused. */
  comesBack(provider: string): ShapedEmail | undefined
  /** Limits for the connections to the relay, if the provider has any. */
  limitsOf(provider: string): ProviderLimits
  /** Counts an email as in hand until it is sent. */
  countInHand<T>(provider: string, sent: Promise<T>): Promise<T>
  /** Returns whether a slowdown may be made faster now. */
  countAccepted(provider: string): boolean
  /** Emails are accepted again: more of them, in steps, until the slowdown is over. */
  accelerate(provider: string): Promise<void>
  /** Learns from a reply that did not accept an email; `quietly` if the log has the reply. */
  learn(provider: string, tried: TryResult, quietly: boolean): Promise<void>
  /** It was the route that they were slowed for: slowdowns that have just begun end. */
  forgive(providers: string[]): Promise<void>
}

interface KnownPace extends ProviderPace {
  /** The sources of its limits and slowdown. */
  from?: SharedShape
}

const MOST_PROVIDERS = 20_000
/** A slowdown is over at this rate, or at the provider's limit. */
const FREE_PER_MINUTE = 6_000

interface ShapingOptions {
  db: Db
  routeId: number
  routeName: string
  lookup: ProviderLookup
  times: ShapingTimes
  log: ShapingLog
}

export function createShaping(options: ShapingOptions): Shaping {
  const { db, routeId, routeName: route, lookup, times, log } = options
  const quotas = createProviderQuotas(db, routeId, lookup)
  const paces = createCache<string, KnownPace>({ most: MOST_PROVIDERS })
  let shared: SharedShape = { workers: 1, warmUp: null, limits: [], slowdowns: new Map() }
  let set = new Map<string, ProviderLimitsRow>()

  function paceOf(provider: string): ProviderPace {
    const pace = paces.through(provider, () => newPace(Date.now()))
    if (pace.from === shared) return pace
    pace.from = shared
    pace.limits = shareOf(limitsFor(provider, set.get(provider)), shared.workers)
    // A slowdown learned just now may not have been stored when the shared ones were read.
    const own = isPaused(pace, Date.now()) ? pace.slowdown : undefined
    pace.slowdown = shared.slowdowns.get(provider) ?? own
    return pace
  }

  /** Slowdowns that are being written. */
  const learning = new Set<Promise<unknown>>()

  async function learn(provider: string, tried: TryResult, quietly: boolean): Promise<void> {
    const pace = paceOf(provider)
    const now = Date.now()
    const slows = asksForLess(tried)
    if (slows || (tried.outcome === 'refused' && tried.about === 'us'))
      await quotas.object(provider, quotaTerms())
    if (!slows || isPaused(pace, now)) return
    const perMinute = learnedPerMinute(pace, { now, workers: shared.workers, times })
    const reply = replyText(tried).slice(0, 500)
    if (!pace.slowdown && !quietly)
      log.warn('a route sends more slowly', { route, domains: provider, reply })
    const until = now + times.pauseMillis
    const raisesAt = new Date(until + times.raiseMillis)
    pace.slowdown = { until: new Date(until), raisesAt, perMinute }
    const place = { routeId, domainGroup: provider, reply, perMinute }
    const written = slowDown(db, { ...place, millis: times.pauseMillis })
    learning.add(written)
    await written.finally(() => learning.delete(written))
  }

  async function forgive(providers: string[]): Promise<void> {
    const slowed = providers.filter(provider => paceOf(provider).slowdown)
    if (slowed.length === 0) return
    for (const provider of slowed) paceOf(provider).slowdown = undefined
    await Promise.allSettled(learning)
    await endSlowdowns(db, { routeId, providers: slowed })
  }

  async function accelerate(provider: string): Promise<void> {
    const place = { routeId, domainGroup: provider }
    const pace = paceOf(provider)
    const before = pace.slowdown
    if (!before) return
    pace.slowdown = { ...before, raisesAt: new Date(Date.now() + times.raiseMillis) }
    const raised = await speedUp(db, { ...place, millis: times.raiseMillis })
    // Another worker did.
    if (!raised) return
    const { ratePerSecond } = limitsFor(provider, set.get(provider))
    const free = ratePerSecond === null ? FREE_PER_MINUTE : ratePerSecond * 60
    if (raised.perMinute < (free * 60_000) / times.windowMillis) {
      pace.slowdown = { ...pace.slowdown, perMinute: raised.perMinute }
      return
    }
    await endSlowdown(db, place)
    pace.slowdown = undefined
    log.info('a route no longer sends more slowly', { route, domains: provider })
  }

  return {
    share(next) {
      shared = next
      set = new Map(next.limits.map(row => [row.provider, row]))
    },
    async shape(emails, urgent) {
      const providers = await lookup.providersOf(emails)
      const now = Date.now()
      const shaped = providers.map((provider): ShapedEmail => {
        const terms = { now, workers: shared.workers, urgent, times }
        const waitsUntil = admit(paceOf(provider), terms)
        return waitsUntil ? { provider, waitsUntil, reason: slowed(route, provider) } : { provider }
      })
      return withinQuotas(shaped)
    },
    comesBack(provider) {
      const pace = paceOf(provider)
      const now = Date.now()
      if (!isPaused(pace, now)) return undefined
      const terms = { now, workers: shared.workers, urgent: false, times }
      return { provider, waitsUntil: admit(pace, terms)!, reason: slowed(route, provider) }
    },
    mayGo: provider => !isPaused(paceOf(provider), Date.now()),
    limitsOf: provider => paceOf(provider).limits,
    countInHand(provider, sent) {
      const pace = paceOf(provider)
      pace.inHand++
      return sent.finally(() => pace.inHand--)
    },
    countAccepted(provider) {
      const pace = paceOf(provider)
      const now = Date.now()
      countAccepted(pace, now, times)
      return pace.slowdown !== undefined && pace.slowdown.raisesAt.getTime() <= now
    },
    accelerate,
    learn,
    forgive,
  }

  function quotaTerms(): QuotaTerms {
    const dailyQuotaOf = (provider: string) => limitsFor(provider, set.get(provider)).dailyQuota
    return { warmUp: shared.warmUp, dailyQuotaOf }
  }

  async function withinQuotas(shaped: ShapedEmail[]): Promise<ShapedEmail[]> {
    const going = shaped.filter(({ waitsUntil }) => !waitsUntil)
    const providers = going.map(({ provider }) => provider)
    const waits = await quotas.take(providers, quotaTerms())
    for (const [i, waitsUntil] of waits.entries()) {
      if (!waitsUntil) continue
      const reason = detailed('email-over-quota', { route, provider: providers[i]! }).detail
      Object.assign(going[i]!, { waitsUntil, reason })
    }
    return shaped
  }
}

const slowed = (route: string, provider: string): string =>
  detailed('email-slowed', { route, provider }).detail

/** This process's part of the limits of a provider. */
function shareOf(limits: ProviderLimits, workers: number): ProviderLimits {
  const { connections, ratePerSecond } = limits
  return {
    ...limits,
    connections: connections === null ? null : Math.max(1, Math.floor(connections / workers)),
    ratePerSecond: ratePerSecond === null ? null : ratePerSecond / workers,
  }
}
