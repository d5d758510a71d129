/**
 * The time of a sending as a person gives it: a day, a time and a zone. The zone is stored, and
 * shown with the time.
 */
import { momentOfStore } from '../../../lib/instant.ts'
import { formatInZone, momentGiven, zoneNamed } from '../../../lib/zones.ts'
import { refused, type Violation, violationsOf } from '../../refusal.ts'
import { checkZone } from '../../zone.ts'

/** The zone of a time without one, as everywhere in the interface. */
export const DEFAULT_ZONE = '+01:00'

export interface DueTime {
  dueAt: Date
  zone: string
}

/** Without a time it is now. Refuses an invalid time, an unknown zone, and a time in the past. */
export function dueTime(
  at: string | undefined,
  zoneText: string = DEFAULT_ZONE,
  now = Date.now(),
): DueTime {
  const zone = checkZone(zoneText)
  if (at === undefined) return { dueAt: new Date(now), zone }
  const dueAt = momentGiven(at.trim(), zone)
  if (!dueAt) throw refused('not-valid', 'time-unknown', { zone }).ofValue('at')
  if (dueAt.getTime() < now - 60_000)
    throw refused('not-valid', 'time-passed', { time: formatInZone(dueAt, zone) }).ofValue('at')
  return { dueAt, zone }
}

interface GivenTime {
  at?: string | undefined
  zone?: string | undefined
}

/** Validates a time and its zone; a time in an unknown zone is not parsed. */
export const violationsOfTime = ({ at, zone = DEFAULT_ZONE }: GivenTime): Violation[] =>
  violationsOf([
    [['zone'], () => checkZone(zone)],
    [['at'], () => zoneNamed(zone.trim()) !== undefined && dueTime(at, zone)],
  ])

/** A stored time in its original zone. */
export const shownTime = (moment: Date | string, zone: string): string =>
  formatInZone(typeof moment === 'string' ? momentOfStore(moment) : moment, zone)
