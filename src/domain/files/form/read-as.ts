/**
 * How the values of a column are read: days in the order of the file, numbers with its decimal
 * sign, countries by name. What does not fit is counted; it stays as it is in the file, but for a
 * country, which stays away.
 */
import { countryOf } from '../../../lib/country-names.ts'

/** `phone-SE`: numbers without a country are of this one. */
export const READ_AS = [
  'day-first',
  'month-first',
  'year-first',
  'decimal-comma',
  'decimal-point',
  'country',
] as const
export type ReadAs = (typeof READ_AS)[number] | `phone-${string}`

/** Of a text that is one of these. */
export const isReadAs = (text: string): text is ReadAs =>
  READ_AS.some(one => one === text) || /^phone-[A-Z]{2}$/.test(text)

/** Values that do not fit, by the place of their column. */
export type Misfits = number[]

/** Longer ones are neither days nor numbers. */
const LONGEST = 80

/** The value as it is kept; undefined: it does not fit. An empty one does. */
export function readValue(given: string, as: ReadAs): string | undefined {
  const text = given.trim()
  if (text === '') return given
  if (text.length > LONGEST) return undefined
  switch (as) {
    case 'day-first':
    case 'month-first':
    case 'year-first':
      return readDay(text, as)
    case 'decimal-comma':
      return readNumber(text, ',')
    case 'decimal-point':
      return readNumber(text, '.')
    case 'country':
      return /^(?:\+|00)?\d{1,4}$/.test(text) ? text.replace(/^(?:\+|00)/, '') : countryOf(text)
    default:
      return /^\+?[\d ()./-]{4,40}$/.test(text) ? given : undefined
  }
}

/** 17.04.1942, 2/14/25, 1942-04-17, each also with a time after it. */
const DAY = /^(\d{1,4})([./-])(\d{1,2})([./-])(\d{1,4})(?![^T ])/

const PLACES = {
  'day-first': { day: 0, month: 1, year: 2 },
  'month-first': { day: 1, month: 0, year: 2 },
  'year-first': { day: 2, month: 1, year: 0 },
} as const

function readDay(text: string, as: keyof typeof PLACES): string | undefined {
  const found = DAY.exec(text)
  if (!found || found[2] !== found[4]) return undefined
  const parts = [found[1]!, found[3]!, found[5]!]
  // A year of four digits in front says so itself.
  const places = PLACES[parts[0]!.length === 4 ? 'year-first' : as]
  const [day, month] = [Number(parts[places.day]), Number(parts[places.month])]
  const year = wholeYear(parts[places.year]!)
  if (year === undefined) return undefined
  const moment = new Date(Date.UTC(year, month - 1, day))
  return moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day
    ? moment.toISOString().slice(0, 10)
    : undefined
}

/** Of two digits the latest that is at most ten years ahead: 25 is 2025, 42 is 1942. */
const AHEAD = 10

function wholeYear(digits: string): number | undefined {
  if (digits.length === 4 && digits >= '1000') return Number(digits)
  if (digits.length !== 2) return undefined
  const last = new Date().getUTCFullYear() + AHEAD
  const year = last - (last % 100) + Number(digits)
  return year > last ? year - 100 : year
}

/** Words for a currency beside its sign; other letters make a text of a number. */
const CURRENCIES = new Set(
  'kr sek nok dkk isk eur euro usd gbp chf fr sfr pln zł czk kč huf ft ron lei bgn try tl'.split(
    ' ',
  ),
)
/** In characters, with a full stop. */
const LONGEST_UNIT = 5

const isUnit = (text: string): boolean =>
  text === '%' || /^\p{Sc}$/u.test(text) || CURRENCIES.has(text.toLowerCase().replace(/\.$/, ''))

/** Of a number the unit in front or behind. */
function withoutUnit(text: string): string {
  const lengths = Array.from({ length: LONGEST_UNIT }, (_, i) => LONGEST_UNIT - i)
  const front = lengths.find(length => isUnit(text.slice(0, length).trim())) ?? 0
  const rest = text.slice(front).trim()
  const behind = lengths.find(length => isUnit(rest.slice(-length).trim())) ?? 0
  return rest.slice(0, rest.length - behind)
}
const NUMBER = /^[-+]?\d{1,15}(?:\.\d{1,6})?$/

function readNumber(text: string, decimal: ',' | '.'): string | undefined {
  const bare = withoutUnit(text)
  const groups = decimal === ',' ? /[\s.'\u2019]/g : /[\s,'\u2019]/g
  const whole = bare
    .replace(groups, '')
    .replace(',', '.')
    .replace(/\.[-\u2013]+$/, '')
  const plain = whole.replace(/^\u2212/, '-')
  return NUMBER.test(plain) ? plain.replace(/^\+/, '') : undefined
}

/** Values of a column that tell how it is read: more cost time, and tell no more. */
const MOST_GUESSED = 100

/** What a column of these values is probably read as; undefined: as texts. */
export function guessReadAs(values: readonly string[]): ReadAs | undefined {
  const given: string[] = []
  for (const value of values) {
    if (value.trim() !== '') given.push(value)
    if (given.length === MOST_GUESSED) break
  }
  if (given.length === 0) return undefined
  const fits = (as: ReadAs) => given.filter(value => readValue(value, as) !== undefined).length
  const most = MOST_FIT * given.length
  // Neither a day nor a number.
  if (given.filter(value => /\d/.test(value)).length < most) return undefined
  const days = (['year-first', 'day-first', 'month-first'] as const).map(as => ({
    as,
    n: fits(as),
  }))
  const day = days.toSorted((one, other) => other.n - one.n)[0]!
  if (day.n >= most) return day.as
  // A plain whole number is as well a code: it needs no reading.
  if (given.every(value => /^\s*\d+\s*$/.test(value))) return undefined
  const [comma, point] = [fits('decimal-comma'), fits('decimal-point')]
  if (Math.max(comma, point) < most) return undefined
  const decimals = (sign: RegExp) => given.filter(value => sign.test(value)).length
  return decimals(/,\d{1,2}(?!\d)/) >= decimals(/\.\d{1,2}(?!\d)/)
    ? 'decimal-comma'
    : 'decimal-point'
}

/** So many of the values have to fit. */
const MOST_FIT = 0.8
