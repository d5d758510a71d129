/**
 * The time of a sending as a person gives it: a day, a time and a zone. The zone is stored, and
 * shown with the time.
 */
import { momentOfStore } from '../../../lib/instant.ts'
import { formatInZone, momentGiven, zoneNamed } from '../../../lib/zones.ts'
import { refused } from '../../refusal.ts'

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
  const zone = zoneNamed(zoneText.trim())
  if (zone === undefined) throw refused('not-valid', 'zone-unknown')
  if (at === undefined) return { dueAt: new Date(now), zone }
  const dueAt = momentGiven(at.trim(), zone)
  if (!dueAt) throw refused('not-valid', 'time-unknown', { zone })
  if (dueAt.getTime() < now - 60_000)
    throw refused('not-valid', 'time-passed', { time: formatInZone(dueAt, zone) })
  return { dueAt, zone }
}

/** A stored time in its original zone. */
export const shownTime = (moment: Date | string, zone: string): string =>
  formatInZone(typeof moment === 'string' ? momentOfStore(moment) : moment, zone)
