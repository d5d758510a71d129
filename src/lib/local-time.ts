/** Days and times of day on the clock of a zone, also across a change to or from summer time. */
import { formatInZone, momentInZone } from './zones.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** The moment of a day, YYYY-MM-DD, and a time, HH:MM or HH:MM:SS, on the clock of a zone. */
export function momentAt(day: string, time: string, zone: string): Date {
  const there = momentInZone(`${day} ${time}`, zone)
  if (there) return there
  const anHourLater = new Date(Date.parse(`${day}T${time}Z`) + 60 * MINUTE).toISOString()
  return (
    momentInZone(`${anHourLater.slice(0, 10)} ${anHourLater.slice(11, 19)}`, zone) ??
    new Date(`${day}T${time}Z`)
  )
}

/** The local day and time in a zone. */
export function localTime(moment: Date, zone: string): { day: string; time: string } {
  const [day, time] = formatInZone(moment, zone).split(' ')
  return { day: day!, time: time! }
}

/** The calendar day that many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** `09:00` of a minute of the day. */
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
