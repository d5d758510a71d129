/** When each email of a sending is due: by the zone of the subscriber, or a share each day. */
import type { Db } from '../../../db/db.ts'
import { formatInZone, momentInZone, zoneNamed } from '../../../lib/zones.ts'
import type { SendingAudience } from './audience.ts'
import { valuesOfAudience } from './count-audience.ts'
import { readOptions } from './options.ts'
import type { Timing } from './plan-audience.ts'

const DAY_MILLIS = 86_400_000
/** No zone begins its day earlier. */
export const EARLIEST_ZONE = '+14:00'
/** Subscribers with rarer values get it at the time of the sending's own zone. */
const MOST_ZONES = 1_000

/** Undefined: all are due at once. */
export async function timingOf(
  db: Db,
  accountId: number,
  sending: { options: string; zone: string; due: Date },
  audience: SendingAudience,
): Promise<Timing | undefined> {
  const { local, sharePerDay } = readOptions(sending.options)
  const { zone, due } = sending
  if (sharePerDay !== undefined) return { sharePerDay, moments: daysFrom(due, zone, sharePerDay) }
  if (!local) return undefined
  const { field, at } = local
  const values = await valuesOfAudience(db, accountId, audience, field, MOST_ZONES)
  const moments = new Map<string, Date>()
  for (const { value } of values) {
    const moment = momentOfLocalTime(at, zoneNamed(value) ?? zone)
    if (moment) moments.set(value, moment)
  }
  return { field, moments, otherwise: momentOfLocalTime(at, zone) ?? due }
}

/** A time that the clocks skip in this zone is an hour later. */
export const momentOfLocalTime = (at: string, zone: string): Date | undefined =>
  momentInZone(at, zone) ?? momentInZone(hourLater(at), zone)

const hourLater = (at: string): string =>
  new Date(Date.parse(`${at.replace(' ', 'T')}Z`) + 3_600_000).toISOString().slice(0, 16)

/** At the same time of the zone each day, also across a change of the clocks. */
function daysFrom(start: Date, zone: string, sharePerDay: number): Date[] {
  const days = Math.ceil(100 / sharePerDay)
  return Array.from({ length: days }, (_, day) => laterBy(start, zone, day))
}

/** The next moment at the same time of the day, not before another moment. */
export function nextAtSameTime(start: Date, zone: string, from: Date): Date {
  const days = Math.max(0, Math.floor((from.getTime() - start.getTime()) / DAY_MILLIS) - 1)
  const next = [0, 1, 2, 3].map(more => laterBy(start, zone, days + more))
  return next.find(moment => moment >= from) ?? from
}

function laterBy(start: Date, zone: string, days: number): Date {
  const plain = new Date(start.getTime() + days * DAY_MILLIS)
  if (days === 0) return start
  const [, time = ''] = formatInZone(start, zone).split(' ')
  const [day = ''] = formatInZone(plain, zone).split(' ')
  return momentOfLocalTime(`${day} ${time}`, zone) ?? plain
}
