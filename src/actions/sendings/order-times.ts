/** When a sending is due, as requests and commands say it. */
import { refused, type Violation, violationsOf } from '../../domain/refusal.ts'
import { dueTime, violationsOfTime } from '../../domain/sendings/audience/due-time.ts'
import { EARLIEST_ZONE, momentOfLocalTime } from '../../domain/sendings/audience/timing.ts'
import { namesOffset } from '../../lib/zones.ts'

export interface OrderTimes {
  /** A day and a time of the zone: `2026-11-22 09:00`; by default now. */
  at?: string | undefined
  zone?: string | undefined
  /** The data field with the zone of each subscriber, who gets it at that time there. */
  zoneField?: number | undefined
  /** Each gets it at their best hour; the data field is for the clock of each. */
  bestHour?: boolean | undefined
  /** A share of the audience a day, in percent. */
  sharePerDay?: number | undefined
  /** For so long it can be undone; of a time to come it can be undone anyway. */
  holdSeconds?: number | undefined
  /** An A/B test. */
  split?: unknown
}

/**
 * When it is due; with a field of zones, when the earliest zone has that time. Refuses a time
 * before `now`.
 */
export function timesOf(order: OrderTimes, now?: number) {
  const { at, zone, zoneField, bestHour, holdSeconds = 0 } = order
  refuseConflictingOptions(order)
  const due = dueTime(at, zone, now)
  const held = new Date(Date.now() + holdSeconds * 1_000)
  const dueAt = due.dueAt > held ? due.dueAt : held
  if (bestHour) {
    const field = zoneField === undefined ? {} : { field: zoneField }
    return { dueAt, zone: due.zone, bestHour: field }
  }
  if (zoneField === undefined) return { dueAt, zone: due.zone }
  checkLocalTime(at)
  const earliest = momentOfLocalTime(at.trim(), EARLIEST_ZONE) ?? dueAt
  const local = { field: zoneField, at: at.trim() }
  return { dueAt: earliest > held ? earliest : held, zone: due.zone, local }
}

function refuseConflictingOptions({ zoneField, bestHour, sharePerDay, split }: OrderTimes): void {
  if (bestHour && (sharePerDay ?? split) !== undefined)
    throw refused('not-valid', 'best-hour-alone')
  if ([zoneField, sharePerDay, split].filter(one => one !== undefined).length > 1)
    throw refused('not-valid', 'order-one-way')
}

function checkLocalTime(at: string | undefined): asserts at is string {
  if (at === undefined) throw refused('not-valid', 'local-time-missing').ofValue('at')
  if (namesOffset(at.trim())) throw refused('not-valid', 'local-time-offset').ofValue('at')
}

/** Validates the given values; absent ones pass. */
export function violationsOfTimes(order: OrderTimes): Violation[] {
  const { at, zoneField, sharePerDay, bestHour } = order
  const option = bestHour ? 'bestHour' : sharePerDay === undefined ? 'zoneField' : 'sharePerDay'
  const ofTime = violationsOfTime(order)
  const isLocal = zoneField !== undefined && !bestHour && ofTime.length === 0
  return [
    ...violationsOf([[[option], () => refuseConflictingOptions(order)]]),
    ...ofTime,
    ...violationsOf([[['at'], () => isLocal && checkLocalTime(at)]]),
  ]
}
