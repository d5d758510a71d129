/**
 * Values of spreadsheet cells as text: numbers without exponents, dates as ISO 8601, leading zeros
 * if the format has them.
 */

/** The format of a number: undefined is plain; a number is the minimum of digits. */
export type NumberFormat = 'date' | 'time' | number | undefined

/**
 * The built-in formats by number, ECMA-376 part 1, 18.8.30; those from 27 on are dates of East
 * Asia.
 */
export function builtInFormat(id: number): NumberFormat {
  if (
    (id >= 14 && id <= 17) ||
    id === 22 ||
    (id >= 27 && id <= 31) ||
    id === 36 ||
    (id >= 50 && id <= 58)
  )
    return 'date'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return 'time'
  return undefined
}

/** Excel writes none that is longer. */
const LONGEST_CODE = 255

/** For a format code such as `yyyy\-mm\-dd;@`. */
export function formatOf(code: string): NumberFormat {
  if (code.length > LONGEST_CODE) return undefined
  const [first = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\][]*\]/gi, '')
    .split(';', 1)
  if (/^0{2,30}$/.test(first)) return first.length
  if (/general/i.test(first)) return undefined
  if (/[yd]/i.test(first) || (/m/i.test(first) && !/[hs]/i.test(first))) return 'date'
  return /[hs]/i.test(first) ? 'time' : undefined
}

/** `raw` is the number in the file; with `since1904`, dates are counted from that year. */
export function shownNumber(raw: string, format: NumberFormat, since1904: boolean): string {
  if (format === undefined && /^-?\d{1,15}$/.test(raw)) return raw
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (typeof format === 'number') {
    return Number.isInteger(value) && value >= 0 ? plain(value).padStart(format, '0') : plain(value)
  }
  if (format === undefined || value < 0) return plain(value)
  return (format === 'date' ? shownDate(value, since1904) : shownTime(value)) ?? plain(value)
}

/** Fifteen digits, as spreadsheets show; the rest is rounding noise of binary fractions. */
function plain(value: number): string {
  const rounded = Number(value.toPrecision(15))
  const text = String(Number.isFinite(rounded) ? rounded : value)
  const [, sign = '', whole = '', fraction = '', power] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (power === undefined) return text
  const shift = Number(power)
  const digits = whole + fraction
  if (shift >= 0) return sign + digits.padEnd(shift + 1, '0')
  return `${sign}0.${'0'.repeat(-shift - 1)}${digits}`
}

const DAY = 86_400
/** Days from day 0 of the two calendars to 1970-01-01. */
const FROM_1900 = 25_569
const FROM_1904 = 24_107
const two = (value: number): string => String(value).padStart(2, '0')

function shownDate(serial: number, since1904: boolean): string | undefined {
  let seconds = Math.round(serial * DAY)
  // Day 60 of the 1900 calendar is 29 February 1900, which did not exist.
  if (!since1904 && seconds < 60 * DAY) seconds += DAY
  const date = new Date((seconds - (since1904 ? FROM_1904 : FROM_1900) * DAY) * 1000)
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined
  const text = date.toISOString()
  return seconds % DAY === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`
}

function shownTime(serial: number): string | undefined {
  const seconds = Math.round(serial * DAY)
  if (seconds > 1e9) return undefined
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
