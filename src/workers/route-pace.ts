/**
 * The learned pace of one relay, for all recipients, in this process: AIMD with rests between, and
 * one email as a probe after each. Time is passed in, so that hours can be simulated.
 */
import type { RelayLimit } from '../mail/smtp/relay-limit.ts'

export interface RoutePaceTimes {
  /** The first rest: longer than the second that most rates are counted over. */
  restMillis: number
  /** Rests double up to this, as long as nothing is accepted. */
  longestRestMillis: number
  /** During a rest from this length on, the next route takes the emails. */
  yieldMillis: number
  /** A probe whose outcome says nothing is followed by another one. */
  probeMillis: number
  /** Between probes while the quota of an hour, or of a day or longer, is used up. */
  hourProbeMillis: number
  dayProbeMillis: number
  /** A pace that was found is raised after this time. */
  faster: number
  /** The minute of replies, which tests shorten. */
  windowMillis: number
}

export const ROUTE_PACE_TIMES: Omit<RoutePaceTimes, 'windowMillis'> = {
  restMillis: 1_100,
  longestRestMillis: 60_000,
  yieldMillis: 15_000,
  probeMillis: 10_000,
  hourProbeMillis: 600_000,
  dayProbeMillis: 3_600_000,
  faster: 5_000,
}

export interface RoutePace {
  /** Emails a second over all workers; null: no limit is known. */
  perSecond: number | null
  /** At which the relay objected last. */
  ceiling: number | null
  restUntil: number
  /** The length of the rest. */
  restMillis: number
  /** Its quota is used up, as several providers or several probes were told. */
  quota: boolean
  quotaSaidFor: Set<string>
  /** Rests since an email was accepted. */
  strikes: number
  /** The pace was not known when the relay first objected: it is measured now. */
  measuring: boolean
  refusedAt: number
  /** No other probe before this time; 0: there was none since the rest. */
  probeUntil: number
  raisesAt: number
  changedAt: number
  /** Emails accepted, by slices of time, the newest last. */
  accepted: { slice: number; count: number }[]
}

/** A minute has so many slices. */
const SLICES = 1_200
/** Of the learned rate. */
const SHARE = 0.95
const LOWER = 0.95
/** Where the ceiling is near, and where it is not. */
const SMALL_STEP = 1.03
const LARGE_STEP = 1.25
/** At this rate a limit is forgotten. */
const FREE_PER_SECOND = 1_000
const SLOWEST_PER_SECOND = 1 / 3_600
const DAY = 86_400_000
const HOUR = 3_600_000

export const newRoutePace = (): RoutePace => ({
  perSecond: null,
  ceiling: null,
  restUntil: 0,
  restMillis: 0,
  quota: false,
  quotaSaidFor: new Set(),
  strikes: 0,
  measuring: false,
  refusedAt: 0,
  probeUntil: 0,
  raisesAt: 0,
  changedAt: 0,
  accepted: [],
})

export interface PaceTerms {
  now: number
  workers: number
  times: RoutePaceTimes
}

/** Until something can change: the end of the rest, or of the probe. */
export const waitsFor = ({ restUntil, probeUntil }: RoutePace, now: number): number =>
  Math.max(restUntil, probeUntil) - now

export const rests = ({ restUntil }: RoutePace, now: number): boolean => now < restUntil

/** How many emails may go by the pace: none, one as a probe, or as many as its rate lets. */
export function mayTry(
  pace: RoutePace,
  { now, times }: Pick<PaceTerms, 'now' | 'times'>,
): 'none' | 'probe' | 'any' {
  if (rests(pace, now)) return 'none'
  if (pace.strikes === 0) return 'any'
  if (now < pace.probeUntil) return 'none'
  pace.probeUntil = now + times.probeMillis
  return 'probe'
}

/** A reply about a limit of the relay; returns whether a rest has begun, or became longer. */
export function objected(
  pace: RoutePace,
  { limit, provider }: { limit: RelayLimit; provider: string },
  terms: PaceTerms,
): boolean {
  const { now, times } = terms
  if (limit.of === 'quota') pace.quotaSaidFor.add(provider)
  const known = pace.quota
  // One receiver's words do not stop a whole route.
  pace.quota ||= limit.of === 'quota' && (pace.quotaSaidFor.size > 1 || pace.strikes > 1)
  // Further replies to emails sent before the rest.
  if (pace.strikes > 0 && pace.probeUntil === 0 && pace.quota === known) return false
  if (pace.strikes === 0) pace.refusedAt = now
  if (limit.of === 'rate') slowDown(pace, limit, terms)
  pace.restMillis = restOf(pace, limit, terms)
  pace.restUntil = now + pace.restMillis
  if (pace.quota) pace.restUntil = Math.min(pace.restUntil, nextDay(now))
  pace.probeUntil = 0
  pace.strikes++
  pace.changedAt = now
  pace.raisesAt = pace.restUntil + times.faster
  return true
}

function slowDown(pace: RoutePace, limit: RelayLimit, terms: PaceTerms): void {
  const before = pace.perSecond
  const named = limit.perSecond ?? takenInPeriod(pace, limit, terms)
  if (before === null) pace.measuring = true
  else {
    if (pace.strikes === 0) pace.ceiling = before
    // A second objection in a row: the pace is far from it.
    pace.perSecond = Math.max(SLOWEST_PER_SECOND, before * (pace.strikes > 1 ? 0.7 : LOWER))
  }
  if (named === null) return
  pace.measuring = false
  pace.perSecond = Math.min(named * SHARE, before === null ? Infinity : pace.perSecond!)
  pace.ceiling = named
}

/**
 * The rate of a limit whose period the reply names: the emails accepted within the last one. Null
 * after the first objection of a rest, and where the period is longer than the counted one.
 */
function takenInPeriod(
  { strikes, accepted }: RoutePace,
  { periodMillis }: RelayLimit,
  { now, workers, times }: PaceTerms,
): number | null {
  if (strikes > 0 || periodMillis === null || periodMillis > 60_000) return null
  const period = (periodMillis * times.windowMillis) / 60_000
  const since = sliceOf(now - period, times)
  const taken = accepted.reduce((sum, { slice, count }) => sum + (slice > since ? count : 0), 0)
  return taken === 0 ? null : (taken * workers * 1_000) / period
}

function restOf(pace: RoutePace, limit: RelayLimit, { times }: PaceTerms): number {
  const { periodMillis, waitMillis } = limit
  const scale = times.windowMillis / 60_000
  if (pace.quota) {
    const probe = periodMillis === HOUR ? times.hourProbeMillis : times.dayProbeMillis
    return waitMillis === null ? probe : Math.min(probe, Math.max(times.restMillis, waitMillis))
  }
  const usual = Math.min(shortestRest(pace, times) * 2 ** pace.strikes, times.longestRestMillis)
  return Math.max(usual, Math.min(times.longestRestMillis, (waitMillis ?? 0) * scale))
}

/** A pace that is known is only a little too fast: a few emails fewer are enough. */
function shortestRest({ strikes, perSecond, measuring }: RoutePace, times: RoutePaceTimes): number {
  if (strikes > 0 || measuring || perSecond === null) return times.restMillis
  return Math.min(times.restMillis, 3_000 / perSecond)
}

const nextDay = (now: number): number => (Math.floor(now / DAY) + 1) * DAY + 1_000

/** An accepted email: its effect on the pace. */
export function wasAccepted(pace: RoutePace, terms: PaceTerms): 'nothing' | 'found' | 'raise' {
  const { now, times } = terms
  // Others were on their way when the relay objected.
  if (pace.strikes > 0 && pace.probeUntil > 0) {
    if (pace.measuring) measure(pace, terms)
    pace.restUntil = 0
    pace.restMillis = 0
    pace.probeUntil = 0
    pace.strikes = 0
    pace.quota = false
    pace.measuring = false
    pace.quotaSaidFor.clear()
    pace.changedAt = now
    pace.raisesAt = now + times.faster
    count(pace, terms)
    return 'found'
  }
  count(pace, terms)
  const due = pace.perSecond !== null && pace.strikes === 0 && now >= pace.raisesAt
  if (!due) return 'nothing'
  pace.raisesAt = now + times.faster
  return isUsed(pace, terms) ? 'raise' : 'nothing'
}

/** The outcome of a probe says nothing: the next one goes. */
export function wasWasted(pace: RoutePace, now: number): void {
  if (pace.probeUntil > now) pace.probeUntil = now
}

const sliceOf = (now: number, { windowMillis }: RoutePaceTimes): number =>
  Math.floor((now / windowMillis) * SLICES)

function count({ accepted }: RoutePace, { now, times }: PaceTerms): void {
  const slice = sliceOf(now, times)
  const last = accepted.at(-1)
  if (last?.slice === slice) last.count++
  else accepted.push({ slice, count: 1 })
  if (accepted.length > 2 * SLICES) accepted.splice(0, SLICES)
}

/**
 * The rate that the relay took until it objected. What came in a burst was the share of a second,
 * or, if it took longer than one until it accepted emails again, of that time.
 */
function measure(pace: RoutePace, { now, workers, times }: PaceTerms): void {
  const second = times.windowMillis / 60
  const paused = now - pace.refusedAt
  const isShort = pace.strikes === 1 && pace.restMillis <= times.restMillis
  const shortest = isShort ? second : paused
  const end = sliceOf(now, times)
  const sliceMillis = times.windowMillis / SLICES
  let sum = 0
  let perMilli = 0
  let inBurst = 0
  for (const { slice, count: some } of pace.accepted.toReversed()) {
    const before = (end - slice + 1) * sliceMillis - paused
    if (before > times.windowMillis) break
    sum += some
    if (before <= shortest) inBurst = sum
    perMilli = Math.max(perMilli, sum / Math.max(before, shortest))
  }
  if (sum === 0) perMilli = 1 / paused
  const found = perMilli * workers * 1_000
  // The relay may have taken emails again long before it was asked.
  pace.ceiling = isShort || inBurst === 0 ? found : found * 2
  pace.perSecond = found * SHARE
}

/** Emails come about as fast as they may. */
function isUsed(pace: RoutePace, { now, workers, times }: PaceTerms): boolean {
  const since = sliceOf(now - times.faster, times)
  const lately = pace.accepted.reduce(
    (sum, { slice, count }) => sum + (slice > since ? count : 0),
    0,
  )
  return lately * workers * 1_000 >= 0.5 * pace.perSecond! * times.faster
}

/** A little faster; null: no limit any more. */
export function raised({ perSecond, ceiling }: RoutePace): number | null {
  const large = perSecond! * LARGE_STEP
  const next = ceiling !== null && large > ceiling * 0.9 ? perSecond! * SMALL_STEP : large
  return next > FREE_PER_SECOND ? null : next
}

/** Takes a raised pace over. Beyond the ceiling there is none. */
export function raise(pace: RoutePace, next: number | null, { now, times }: PaceTerms): void {
  pace.perSecond = next
  pace.changedAt = now
  if (next === null || (pace.ceiling !== null && next > pace.ceiling * 1.1)) pace.ceiling = null
  const isNear = pace.ceiling !== null && next! > pace.ceiling * 0.97
  pace.raisesAt = now + times.faster * (isNear ? 6 : 1)
}
