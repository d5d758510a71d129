/**
 * A date and time of day in a time zone, as users enter them: `+01:00`, `Z`, or a named zone with
 * daylight saving time. instant.ts has the timestamps of the interface.
 */
import { parseInstant } from './instant.ts'

const OFFSET = /^([+-])(\d{2}):?(\d{2})$/
const MINUTE = 60_000

/**
 * The zone as stored and shown: `+01:00`, `Z`, `Europe/Stockholm`. Undefined if there is no such
 * zone.
 */
export function zoneNamed(text: string): string | undefined {
  const [, sign, hours, minutes] = OFFSET.exec(text) ?? []
  if (sign !== undefined)
    return Number(hours) <= 14 && Number(minutes) < 60 ? `${sign}${hours}:${minutes}` : undefined
  if (/^z$/i.test(text)) return 'Z'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * The moment of `2026-11-22 09:00` in a zone. Undefined if the text is not a date and time, or is
 * skipped when daylight saving time starts; of a time that occurs twice when it ends, the first.
 */
export function momentInZone(text: string, zone: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?$/.test(text)) return undefined
  const asUtc = parseInstant(`${text}Z`)
  if (!asUtc) return undefined
  // Offsets half a day before and after include every change in between.
  const offsets = [-12, 12].map(hours =>
    offsetMinutes(new Date(asUtc.getTime() + hours * 60 * MINUTE), zone),
  )
  const candidates = offsets.map(offset => new Date(asUtc.getTime() - offset * MINUTE))
  const fitting = candidates.filter(
    moment => moment.getTime() + offsetMinutes(moment, zone) * MINUTE === asUtc.getTime(),
  )
  return fitting.sort((a, b) => a.getTime() - b.getTime())[0]
}

const WITH_OFFSET = /[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)? ?(?:Z|[+-]\d{2}:?\d{2})$/i

/** Whether the text names its own offset: `2026-11-22T09:00:00+01:00`. */
export const namesOffset = (text: string): boolean => WITH_OFFSET.test(text)

/**
 * The moment of `2026-11-22 09:00` in a zone, or of ISO 8601 with an offset, in which the zone does
 * not count. Undefined as for momentInZone().
 */
export const momentGiven = (text: string, zone: string): Date | undefined =>
  namesOffset(text) ? parseInstant(text) : momentInZone(text, zone)

/** `2026-11-22 09:00 +01:00`, with the name of a named zone. Seconds only if they are not zero. */
export function formatInZone(moment: Date, zone: string): string {
  const offset = offsetMinutes(moment, zone)
  const local = new Date(moment.getTime() + offset * MINUTE).toISOString()
  const time = `${local.slice(0, 10)} ${local.slice(11, local.slice(17, 19) === '00' ? 16 : 19)}`
  return `${time} ${offsetText(offset)}${/^[A-Z][a-z]/.test(zone) ? ` (${zone})` : ''}`
}

/** How far the clock of a zone is ahead of UTC. */
export function offsetMinutes(moment: Date, zone: string): number {
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  if (zone === 'Z') return 0
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).formatToParts(moment)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  const [, way = '+', h = '0', m = '0'] = /^GMT(?:([+-])(\d{1,2}):?(\d{2})?)?/.exec(name) ?? []
  return (way === '-' ? -1 : 1) * (Number(h) * 60 + Number(m))
}

const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
