/**
 * How fast one route may send to one mailbox provider, in this process: limits known in advance,
 * and what its replies teach. Time is passed in, so that hours can be simulated.
 */
import type { TryResult } from '../domain/deliveries/outcome.ts'
import { type ProviderLimits, UNLIMITED } from '../domain/routes/providers.ts'

export interface PaceTimes {
  /** Accepted emails are counted over this time; learned rates are per this time. */
  windowMillis: number
  /** An email that has to wait comes back after this time at the earliest. */
  soonestMillis: number
}

export const PACE_TIMES: PaceTimes = { windowMillis: 60_000, soonestMillis: 5_000 }

/** A provider's slowdown, as stored for all workers. */
export interface Slowdown {
  /** Nothing is sent before. */
  until: Date
  /** When it is made faster, unless the provider objects again. */
  raisesAt: Date
  /** Emails per minute after the pause, over all workers. */
  perMinute: number
}

export interface ProviderPace {
  /** This process's part of the limits. */
  limits: ProviderLimits
  slowdown: Slowdown | undefined
  /** Emails handed to the relay's queue that have no verdict yet. */
  inHand: number
  /** A token bucket. */
  tokens: number
  filledAt: number
  /** Emails that wait come back one by one: the time of the last. */
  lastSlot: number
  /** Emails accepted, by twelfth of the window. */
  accepted: { slice: number; count: number }[]
}

/** The window counts in slices of this share. */
const SLICES = 12
/** Emails that have to wait are spread over no more than this. */
const MOST_SPREAD_MILLIS = 3_600_000
/** Emails in hand are those of so many seconds, so that one provider does not fill the window. */
const SECONDS_IN_HAND = 5
/** Fewer accepted emails say nothing about the rate that a provider allows. */
const FEWEST_ACCEPTED = 5
/** Emails per minute after a first sign, without such a count. */
const CAUTIOUS_PER_MINUTE = 60
/** Of the number that was accepted before the provider objected. */
const LEARNED_SHARE = 0.8
const SLOWEST_PER_MINUTE = 1

export const newPace = (now: number): ProviderPace => ({
  limits: UNLIMITED,
  slowdown: undefined,
  inHand: 0,
  tokens: 1,
  filledAt: now,
  lastSlot: 0,
  accepted: [],
})

const WORDS =
  /\brate ?limit|\brates?\b|too (many|fast|quickly)|slow|throttl|\blimit|trop de|frequen/i

/** A reply by which a provider asks for fewer emails, as opposed to one about an address. */
export function asksForLess(tried: TryResult): boolean {
  if (tried.outcome !== 'deferred' || tried.about === 'relay') return false
  const { code, enhanced, text } = tried
  const said = text.slice(0, 500)
  if (/gr[ae]ylist/i.test(said) || enhanced?.startsWith('4.2.')) return false
  return code === 421 || enhanced?.startsWith('4.7.') === true || WORDS.test(said)
}

const ratePerMilli = ({ limits, slowdown }: ProviderPace, workers: number): number | null => {
  const limit = limits.ratePerSecond === null ? Infinity : limits.ratePerSecond / 1000
  const learned = slowdown ? slowdown.perMinute / workers / 60_000 : Infinity
  const rate = Math.min(limit, learned)
  return rate === Infinity ? null : rate
}

export const isPaused = ({ slowdown }: ProviderPace, now: number): boolean =>
  slowdown !== undefined && slowdown.until.getTime() > now

/** Emails accepted in the last window. */
export function acceptedOf(pace: ProviderPace, now: number, { windowMillis }: PaceTimes): number {
  const oldest = Math.floor((now / windowMillis) * SLICES) - SLICES
  return pace.accepted.reduce((sum, { slice, count }) => sum + (slice > oldest ? count : 0), 0)
}

export function countAccepted(pace: ProviderPace, now: number, { windowMillis }: PaceTimes): void {
  const slice = Math.floor((now / windowMillis) * SLICES)
  const last = pace.accepted.at(-1)
  if (last?.slice === slice) last.count++
  else pace.accepted = [...pace.accepted.slice(-SLICES), { slice, count: 1 }]
}

/**
 * The time at which an email may come back; undefined: it may go now. An urgent one waits for
 * nothing but a pause and the rate.
 */
export function admit(
  pace: ProviderPace,
  {
    now,
    workers,
    urgent,
    times,
  }: {
    now: number
    workers: number
    urgent: boolean
    times: PaceTimes
  },
): Date | undefined {
  const rate = ratePerMilli(pace, workers)
  if (
    !isPaused(pace, now) &&
    (urgent || hasRoom(pace, now, times)) &&
    takeToken(pace, rate, now, times)
  )
    return undefined
  // Spread over the time that they need, so that they do not all come back at once.
  const pausedUntil = pace.slowdown?.until.getTime() ?? 0
  const soonest = Math.max(now + times.soonestMillis, pausedUntil)
  const lately = acceptedOf(pace, now, times) / times.windowMillis
  const gap = 1 / (rate ?? Math.max(lately, 1 / 1000))
  const spread = Math.min(Math.max(pace.lastSlot + gap, soonest), soonest + MOST_SPREAD_MILLIS)
  pace.lastSlot = spread
  return new Date(spread)
}

/** Of a provider with a limit of connections, some seconds' emails are in hand. */
function hasRoom(pace: ProviderPace, now: number, times: PaceTimes): boolean {
  const { connections } = pace.limits
  if (connections === null) return true
  const perSecond = (acceptedOf(pace, now, times) / times.windowMillis) * 1000
  return pace.inHand < Math.max(2 * connections, perSecond * SECONDS_IN_HAND)
}

function takeToken(
  pace: ProviderPace,
  rate: number | null,
  now: number,
  { soonestMillis }: PaceTimes,
): boolean {
  if (rate === null) return true
  // What waits comes back in steps of the soonest time: so many tokens are kept for them.
  const most = Math.max(1, rate * soonestMillis)
  pace.tokens = Math.min(most, pace.tokens + (now - pace.filledAt) * rate)
  pace.filledAt = now
  if (pace.tokens < 1) return false
  pace.tokens--
  return true
}

/** The new limit of a provider that asks for less, in emails per minute over all workers. */
export function learnedPerMinute(
  pace: ProviderPace,
  { now, workers, times }: { now: number; workers: number; times: PaceTimes },
): number {
  const lately = acceptedOf(pace, now, times)
  const before = pace.slowdown?.perMinute
  if (lately >= FEWEST_ACCEPTED) {
    const measured = ((lately * workers * 60_000) / times.windowMillis) * LEARNED_SHARE
    return Math.max(SLOWEST_PER_MINUTE, Math.min(measured, before ?? measured))
  }
  const cautious = (CAUTIOUS_PER_MINUTE * 60_000) / times.windowMillis
  return Math.max(SLOWEST_PER_MINUTE, before === undefined ? cautious : before / 2)
}
