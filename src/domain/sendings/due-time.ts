/**
 * The time of a sending as a person gives it: a day, a time and a zone. The zone is stored, and
 * shown with the time.
 */
import { momentOfStore } from '../../lib/instant.ts'
import { formatInZone, momentGiven, zoneNamed } from '../../lib/zones.ts'
import { Refusal } from '../refusal.ts'

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
  if (zone === undefined)
    throw new Refusal(
      'not-valid',
      'There is no such time zone: write it as +01:00, or by its name, like Europe/Stockholm.',
    )
  if (at === undefined) return { dueAt: new Date(now), zone }
  const dueAt = momentGiven(at.trim(), zone)
  if (!dueAt)
    throw new Refusal(
      'not-valid',
      `That is not a time in the zone ${zone}: write a day and a time that exist, like ` +
        '2026-11-22 09:00, or with an offset, like 2026-11-22T09:00+01:00.',
    )
  if (dueAt.getTime() < now - 60_000)
    throw new Refusal(
      'not-valid',
      `${formatInZone(dueAt, zone)} has passed. Without a time it is sent immediately.`,
    )
  return { dueAt, zone }
}

/** A stored time in its original zone. */
export const shownTime = (moment: Date | string, zone: string): string =>
  formatInZone(typeof moment === 'string' ? momentOfStore(moment) : moment, zone)
