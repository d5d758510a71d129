/**
 * Converts country code and phone number as entered to E.164. Numbering plans are from
 * libphonenumber, with the patterns of number types: an SMS to a fixed line costs money and does
 * not arrive.
 */
import { createRequire } from 'node:module'
import type { CountryCode } from 'libphonenumber-js/max'

type Plans = typeof import('libphonenumber-js/max')

/** Loaded with the first number: it takes 35 ms of the processor, a twelfth of all modules. */
let loaded: Plans | undefined
const plans = (): Plans => (loaded ??= createRequire(import.meta.url)('libphonenumber-js/max'))

export const NUMBER_FAULTS = [
  'no number',
  'no country code',
  'unknown country code',
  'not a number',
  'no mobile number',
] as const

export type NumberFault = (typeof NUMBER_FAULTS)[number]

export type NumberRead = { number: string } | { fault: NumberFault }

/**
 * Types that can't receive SMS, or that charge the recipient. If a plan does not distinguish mobile
 * from fixed lines (North America), the SMS is sent.
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

/** In characters, with blanks and punctuation; 50 are stored per subscriber. */
const LONGEST = 200

/**
 * The country may be a calling code (`46`, `+46`, `0046`) or two letters (`SE`). The number may be
 * national with or without its leading zero, or international with `+`, `00` or the calling code of
 * the country; then the country is ignored.
 */
export function readNumber(
  countryCode: string,
  phone: string,
  lines: 'for sms' | 'any line' = 'for sms',
): NumberRead {
  // Normalising takes quadratic time in the combining marks of a text.
  if (phone.length > LONGEST) return { fault: 'not a number' }
  const given = phone.normalize('NFKC').trim()
  if (given === '') return { fault: 'no number' }
  const country = readCountry(countryCode)
  const text = international(given, country)
  if (!text.startsWith('+')) {
    if (country === undefined) return { fault: 'no country code' }
    if (country === 'unknown') return { fault: 'unknown country code' }
  }
  const read = plans().parsePhoneNumberFromString(text, {
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

let callingCodes: ReadonlySet<string> | undefined
function isCallingCode(digits: string): boolean {
  const { getCountries, getCountryCallingCode } = plans()
  callingCodes ??= new Set(getCountries().map(country => getCountryCallingCode(country)))
  return callingCodes.has(digits)
}

/** Whether it is a calling code or a two-letter code of a country. */
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
  if (digits) return isCallingCode(digits) ? { defaultCallingCode: digits } : 'unknown'
  const country = code === 'UK' ? 'GB' : code
  return plans().isSupportedCountry(country) ? { defaultCountry: country } : 'unknown'
}

/** Replaces the international prefix by +: 00 in most countries, 011 in North America. */
function international(text: string, country: Country): string {
  if (text.startsWith('(+')) return text.slice(1).replace(')', '')
  if (/^\(?00/.test(text)) return text.replace(/^\(?00\)?/, '+')
  const american =
    typeof country === 'object' &&
    'defaultCallingCode' in country &&
    country.defaultCallingCode === '1'
  return american && /^011[\s-]?[1-9]/.test(text) ? text.replace(/^011[\s-]?/, '+') : text
}
