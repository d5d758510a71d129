/**
 * What people have as country code and telephone number, to E.164. The numbering plans are those of
 * libphonenumber, with the patterns of kinds: an SMS to a fixed line costs and arrives nowhere.
 */
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

export type NumberFault =
  | 'no number'
  | 'no country code'
  | 'unknown country code'
  | 'not a number'
  | 'no mobile number'

export type NumberRead = { number: string } | { fault: NumberFault }

/**
 * Kinds that no SMS reaches, or that cost whoever answers. Where a plan does not tell mobile from
 * fixed (America), it may be sent.
 */
const NOT_FOR_SMS: ReadonlySet<string> = new Set([
  'FIXED_LINE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'PAGER',
  'UAN',
  'VOICEMAIL',
])

/** In characters, blanks and signs between the digits included; of a person 50 are kept. */
const LONGEST = 200

/**
 * The country may be a calling code (`46`, `+46`, `0046`) or two letters (`SE`). The number may be
 * national with or without its leading zero, or international with `+`, `00` or only the calling
 * code of the country before it; then what the country says does not matter.
 */
export function readNumber(
  countryCode: string,
  phone: string,
  lines: 'for sms' | 'any line' = 'for sms',
): NumberRead {
  // Normalising takes the square of a text's combining marks.
  if (phone.length > LONGEST) return { fault: 'not a number' }
  const given = phone.normalize('NFKC').trim()
  if (given === '') return { fault: 'no number' }
  const country = readCountry(countryCode)
  const text = international(given, country)
  if (!text.startsWith('+')) {
    if (country === undefined) return { fault: 'no country code' }
    if (country === 'unknown') return { fault: 'unknown country code' }
  }
  const read = parsePhoneNumberFromString(text, {
    ...(typeof country === 'object' && country),
    extract: false,
  })
  // An extension is dialled by hand.
  if (!read || read.ext !== undefined || !read.isValid()) return { fault: 'not a number' }
  const kind = read.getType()
  return lines === 'for sms' && kind !== undefined && NOT_FOR_SMS.has(kind)
    ? { fault: 'no mobile number' }
    : { number: read.number }
}

const CALLING_CODES: ReadonlySet<string> = new Set(
  getCountries().map(country => getCountryCallingCode(country)),
)

/** Whether it names a country: a calling code or two letters. */
export function isCountry(text: string): boolean {
  const country = readCountry(text)
  return country !== undefined && country !== 'unknown'
}

type Country =
  | { defaultCountry: CountryCode }
  | { defaultCallingCode: string }
  | 'unknown'
  | undefined

function readCountry(text: string): Country {
  const code = text.trim().toUpperCase()
  if (code === '') return undefined
  const digits = /^(?:\+|00)?\s*([1-9]\d{0,2})$/.exec(code)?.[1]
  if (digits) return CALLING_CODES.has(digits) ? { defaultCallingCode: digits } : 'unknown'
  const country = code === 'UK' ? 'GB' : code
  return isSupportedCountry(country) ? { defaultCountry: country } : 'unknown'
}

/** With + for the dialled beginnings of numbers abroad: 00 nearly everywhere, 011 from America. */
function international(text: string, country: Country): string {
  if (text.startsWith('(+')) return text.slice(1).replace(')', '')
  if (/^\(?00/.test(text)) return text.replace(/^\(?00\)?/, '+')
  const american =
    typeof country === 'object' &&
    'defaultCallingCode' in country &&
    country.defaultCallingCode === '1'
  return american && /^011[\s-]?[1-9]/.test(text) ? text.replace(/^011[\s-]?/, '+') : text
}
