/**
 * Timestamps as the interface writes them: ISO 8601 at +01:00, all year round.
 * The store's sessions run at +01 too, so its text of a timestamp needs only two small changes.
 */

const PATTERN =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i

/**
 * Parses an ISO date or date and time; without a zone it is +01:00. Months, days and hours may have
 * one digit. Undefined for any other text, or for a day that does not exist. As `until` it is the
 * exclusive end of an interval: the first moment after the day, minute, second or millisecond that
 * the text names. So `T10:00:00` to `T10:00:59` and `T10:01:00` to `T10:01:59` neither overlap nor
 * leave a gap.
 */
export function parseInstant(text: string, bound: 'from' | 'until' = 'from'): Date | undefined {
  const match = PATTERN.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, fraction, zone] = match
  const parts = [
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
    Number((fraction ?? '0').padEnd(3, '0').slice(0, 3)),
  ] as const
  const local = new Date(0)
  local.setUTCFullYear(parts[0], parts[1], parts[2])
  local.setUTCHours(parts[3], parts[4], parts[5], parts[6])
  // 30 February or 25:00 would roll over to another day or hour; they are rejected.
  const same =
    local.getUTCFullYear() === parts[0] &&
    local.getUTCMonth() === parts[1] &&
    local.getUTCDate() === parts[2] &&
    local.getUTCHours() === parts[3] &&
    local.getUTCMinutes() === parts[4] &&
    local.getUTCSeconds() === parts[5]
  if (!same) return undefined
  const named =
    bound === 'from'
      ? 0
      : hour === undefined
        ? DAY
        : second === undefined
          ? MINUTE
          : fraction === undefined
            ? SECOND
            : 1
  return new Date(local.getTime() - offsetMinutes(zone) * MINUTE + named)
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** The exclusive end of an interval up to now, which includes this millisecond. */
export const untilNow = (): Date => new Date(Date.now() + 1)

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined) return 60
  if (zone === 'Z' || zone === 'z') return 0
  const sign = zone.startsWith('-') ? -1 : 1
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)))
}

/**
 * Formats a moment at +01:00, with a fraction of a second only if there is one, without trailing
 * zeros. Accepts the store's text too.
 */
export function formatInstant(moment: Date | string): string {
  if (typeof moment === 'string') return fromStore(moment)
  const iso = new Date(moment.getTime() + 3_600_000).toISOString()
  return `${iso.slice(0, 19)}${trimmed(iso.slice(19, 23))}+01:00`
}

/** Turns `2026-11-21 14:00:00.5+01` into `2026-11-21T14:00:00.5+01:00`. */
function fromStore(text: string): string {
  if (text.charCodeAt(10) === 32 && text.endsWith('+01'))
    return `${text.slice(0, 10)}T${text.slice(11)}:00`
  return text
}

const trimmed = (fraction: string): string => fraction.replace(/\.?0+$/, '')

/** The store's text of a timestamp as a Date. The store has microseconds, a Date milliseconds. */
export const momentOfStore = (text: string): Date => new Date(fromStore(text))
