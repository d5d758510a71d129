/**
 * The pace of one route in this process, shared by all workers in the store: admission of emails,
 * and learning from the relay's own limits (docs/decisions/0068).
 */
import type { Db } from '../db/db.ts'
import { replyText, type TryResult } from '../domain/deliveries/outcome.ts'
import type { RouteRow } from '../domain/routes/keep-route.ts'
import {
  learnPerConnection,
  paceRoute,
  raisePace,
  restRoute,
  waitForQuota,
} from '../domain/routes/routes.sql.ts'
import { momentOfStore } from '../lib/instant.ts'
import type { RelayLimit } from '../mail/smtp/relay-limit.ts'
import type { RelayVerdict } from '../mail/smtp/verdict.ts'
import {
  mayTry,
  newRoutePace,
  objected,
  raise,
  raised,
  rests,
  waitsFor,
  wasAccepted,
  wasWasted,
} from './route-pace.ts'
import { createSameReplies } from './same-replies.ts'
import type { ShapingLog, ShapingTimes } from './shaping.ts'

export interface RoutePacing {
  /** Takes over the state of the store. */
  share(row: RouteRow, workers: number): void
  /** This process's share of the pace, in emails a second; null: no limit is known. */
  rate(): number | null
  /** The pace of all workers. */
  found(): number | null
  mayTry(): 'none' | 'probe' | 'any'
  /** How long the rest, or the probe, lasts yet. */
  waitsFor(): number
  /** Asked once more before an email is begun: the relay may have objected since. */
  mayGo(): boolean
  /** Why the next route takes the emails meanwhile. */
  obstacle(): string | undefined
  /** A verdict, with the limit of the relay that it turns out to be about. */
  judge(provider: string, verdict: RelayVerdict): RelayVerdict
  /** Writes the limits learned from judged verdicts. */
  learn(): Promise<PacingNews>
  /** The log has the reply, of another provider. */
  isRepeated(provider: string, tried: TryResult): boolean
  /** A connection takes only so many emails. */
  keepPerConnection(messages: number): Promise<void>
}

export interface PacingNews {
  /** Providers that were slowed for replies about the relay. */
  wronged: string[]
  /** The reply of a relay that accepts nothing any more. */
  refusal?: string
}

/** A rate found just now may not have been stored when the shared ones were read. */
const STORED_AFTER_MILLIS = 3_000
/** Rests without an accepted email after which a route counts as refusing. */
const STRIKES = 4
const NO_NEWS: PacingNews = { wronged: [] }

interface PacingOptions {
  db: Db
  row: RouteRow
  times: ShapingTimes
  log: ShapingLog
}

export function createRoutePacing({ db, row: first, times, log }: PacingOptions): RoutePacing {
  const { id: routeId, name: route } = first
  const pace = newRoutePace()
  const same = createSameReplies(times.windowMillis)
  let row = first
  let workers = 1
  let reply = first.paceReply ?? ''
  let announced = first.pacePerSecond !== null
  /** The limits that learn() writes next. */
  let news: { pace: boolean; rests: boolean; raises: boolean; wronged: string[] } = nothing()
  const terms = (now = Date.now()) => ({ now, workers, times })

  function share(next: RouteRow, count: number): void {
    const now = Date.now()
    row = next
    workers = count
    if (now - pace.changedAt < STORED_AFTER_MILLIS) return
    pace.perSecond = row.pacePerSecond
    if (pace.perSecond !== null) pace.ceiling ??= pace.perSecond * 1.1
    const quotaUntil = row.quotaUntil === null ? 0 : momentOfStore(row.quotaUntil).getTime()
    if (quotaUntil > now || pace.quota) {
      pace.restUntil = quotaUntil
      pace.restMillis = Math.max(pace.restMillis, quotaUntil - now)
      pace.strikes = Math.max(1, pace.strikes)
      pace.quota = true
    }
    if (reply === '') reply = row.restReason ?? row.paceReply ?? ''
  }

  function limitOf(provider: string, verdict: RelayVerdict, now: number): RelayLimit | undefined {
    if (verdict.limit) return verdict.limit
    const wronged = same.note(provider, verdict, now)
    if (wronged) news.wronged.push(...wronged)
    // No recipient was named yet.
    const { code, enhanced, outcome, about } = verdict
    const asks = code === 421 || enhanced?.startsWith('4.7.') === true
    const ofRoute = wronged || (outcome === 'deferred' && about === 'relay' && asks)
    if (!ofRoute) return undefined
    return { of: 'rate', perSecond: null, periodMillis: null, waitMillis: null }
  }

  function judge(provider: string, verdict: RelayVerdict): RelayVerdict {
    const now = Date.now()
    if (verdict.outcome === 'accepted') {
      const what = wasAccepted(pace, terms(now))
      news.pace ||= what === 'found'
      news.raises ||= what === 'raise'
      return verdict
    }
    const limit = limitOf(provider, verdict, now)
    if (!limit) {
      if (verdict.outcome !== 'abandoned') wasWasted(pace, now)
      return verdict
    }
    if (objected(pace, { limit, provider }, terms(now))) {
      reply = replyText(verdict).slice(0, 500)
      news.rests = true
      news.pace ||= pace.perSecond !== null && !pace.measuring
    }
    return { ...verdict, about: 'relay', limit }
  }

  async function learn(): Promise<PacingNews> {
    const { pace: found, rests: rested, raises, wronged } = news
    if (!found && !rested && !raises && wronged.length === 0) return NO_NEWS
    news = nothing()
    if (raises && !found) await goFaster()
    if (found && pace.perSecond !== row.pacePerSecond) await keepPace()
    const refuses = rested && (pace.quota || pace.strikes >= STRIKES)
    if (!refuses) return { wronged }
    await tellRest()
    return { wronged, refusal: reply }
  }

  async function keepPace(): Promise<void> {
    const { perSecond } = pace
    await paceRoute(db, { routeId, perSecond, reply })
    if (perSecond === null || announced) return
    announced = true
    const emailsPerSecond = perSecond.toPrecision(3)
    log.warn('a route sends more slowly', { route, emailsPerSecond, reply })
  }

  async function goFaster(): Promise<void> {
    const next = raised(pace)
    const millis = Math.floor(times.faster * 0.8)
    if ((await raisePace(db, { routeId, perSecond: next, millis })) === 0) return
    raise(pace, next, terms())
    if (next !== null) return
    announced = false
    log.info('a route no longer sends more slowly', { route })
  }

  async function tellRest(): Promise<void> {
    await restRoute(db, { routeId, reason: reply, millis: Math.ceil(pace.restMillis) })
    if (pace.quota) await waitForQuota(db, { routeId, until: new Date(pace.restUntil) })
  }

  return {
    share,
    rate: () => (pace.perSecond === null ? null : pace.perSecond / workers),
    found: () => pace.perSecond,
    mayTry: () => mayTry(pace, terms()),
    waitsFor: () => waitsFor(pace, Date.now()),
    mayGo: () => !rests(pace, Date.now()),
    obstacle() {
      const now = Date.now()
      const waits = rests(pace, now) || now < pace.probeUntil
      if (!waits || (!pace.quota && pace.restMillis < times.yieldMillis)) return undefined
      return `${pace.quota ? 'its quota is used up' : 'it accepts nothing now'}: ${reply}`
    },
    judge,
    learn,
    isRepeated: (provider, tried) => same.isRepeated(provider, tried, Date.now()),
    async keepPerConnection(messages) {
      const known = Math.min(row.emailsPerConnection, row.learnedPerConnection ?? Infinity)
      if (messages < known) await learnPerConnection(db, { routeId, messages })
    },
  }
}

const nothing = () => ({ pace: false, rests: false, raises: false, wronged: [] as string[] })
