/**
 * The state of an event, and of its webhook, after a try: backoff of the event, a circuit breaker
 * for the webhook. An event given up is a dead letter, which can be replayed.
 */
import { type Detail, detailed } from '../details/details.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Backoff, up to every six hours. */
const PAUSES = [
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
]
/**
 * An event that could not be delivered for this long is dead; a webhook that accepted nothing for
 * this long is paused.
 */
export const GIVEN_UP_AFTER = 72 * HOUR
/**
 * Failures in a row that open the circuit breaker; then one event at a time probes the receiver.
 */
export const BREAKS_AT = 10
/** The maximum of Retry-After that is honoured. */
const LONGEST_ASKED = HOUR

/** Jitter, so that retries are spread. */
const jittered = (millis: number): number => millis * (0.9 + Math.random() * 0.2)

export interface WebhookResponse {
  ok: boolean
  /**
   * The response, or why there was none: "200", "500 Internal Server Error", "no answer within 10
   * s".
   */
  answer: string
  /** The receiver's Retry-After. */
  waitMillis?: number | undefined
  /** The receiver wants no more events (410 Gone). */
  gone?: boolean
}

export interface SettledEvent {
  state: 'sent' | 'waiting' | 'dead'
  due: Date | null
}

/** `tries` includes this one. */
export function outcomeOfEvent(
  { ok, waitMillis = 0 }: WebhookResponse,
  { tries, firstTriedAt }: { tries: number; firstTriedAt: number | undefined },
  now = Date.now(),
): SettledEvent {
  if (ok) return { state: 'sent', due: null }
  if (firstTriedAt !== undefined && now - firstTriedAt >= GIVEN_UP_AFTER)
    return { state: 'dead', due: null }
  const pause = Math.max(jittered(pauseAfter(tries)), Math.min(waitMillis, LONGEST_ASKED))
  return { state: 'waiting', due: new Date(now + pause) }
}

const pauseAfter = (tries: number): number => PAUSES[Math.min(tries, PAUSES.length) - 1]!

export interface Health {
  /** Failures in a row. */
  failures: number
  failingSince: Date | undefined
  heldUntil: Date | undefined
  /** Why it is paused now. */
  pausedFor: Detail | undefined
}

export function healthAfter(
  { ok, answer, waitMillis = 0, gone }: WebhookResponse,
  before: Pick<Health, 'failures' | 'failingSince'>,
  now = Date.now(),
): Health {
  if (ok)
    return { failures: 0, failingSince: undefined, heldUntil: undefined, pausedFor: undefined }
  const failures = before.failures + 1
  const failingSince = before.failingSince ?? new Date(now)
  const over = Math.floor(failures - BREAKS_AT)
  const broken = over < 0 ? 0 : Math.min(jittered(10 * SECOND * 2 ** Math.min(over, 20)), HOUR)
  const wait = Math.max(broken, Math.min(waitMillis, LONGEST_ASKED))
  const heldUntil = wait > 0 ? new Date(now + wait) : undefined
  const forLong = now - failingSince.getTime() >= GIVEN_UP_AFTER
  const pausedFor = gone
    ? detailed('webhook-unwanted', { answer })
    : forLong
      ? detailed('webhook-failing', { answer })
      : undefined
  return { failures, failingSince, heldUntil, pausedFor }
}
