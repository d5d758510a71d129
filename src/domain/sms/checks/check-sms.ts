/** Validates an SMS: its text, its sender, the number, the highest cost. */
import { isPlainText } from '../../../lib/plain-text.ts'
import { readNumber } from '../../../sms/numbers.ts'
import { asSent, ROOM, type Segmented, segment } from '../../../sms/segments.ts'
import { isSmsSender } from '../../../sms/sender.ts'
import { type Detail, detailed } from '../../details/details.ts'
import { refused, refusedFor, type Violation, violationsOfValues } from '../../refusal.ts'
import { readAmount } from '../credits/amount.ts'

/**
 * More than most telephones reassemble and many carriers accept. A longer SMS is an expensive
 * mistake.
 */
const MOST_SEGMENTS = 10
/** Longer texts are refused without counting segments. */
const MOST_COUNTED = 100_000

/**
 * The text as it will be sent, and its parts. Refuses an empty one, and a too long one with its
 * length.
 */
export function checkSms(message: string): CheckedSms {
  const checked = readSms(message)
  if ('wrong' in checked) throw refusedFor('not-valid', checked.wrong)
  return checked
}

/** Why a text can't be sent. */
export function wrongSms(message: string): Detail | undefined {
  const checked = readSms(message)
  return 'wrong' in checked ? checked.wrong : undefined
}

interface CheckedSms {
  text: string
  segmented: Segmented
}

function readSms(message: string): CheckedSms | { wrong: Detail } {
  if (!isPlainText(message)) return { wrong: detailed('sms-controls') }
  const most = MOST_SEGMENTS
  if (message.length > MOST_COUNTED)
    return { wrong: detailed('sms-characters', { characters: message.length, most }) }
  const text = asSent(message)
  if (text.trim() === '') return { wrong: detailed('sms-empty') }
  const segmented = segment(text)
  const { alphabet, units, parts } = segmented
  if (parts.length > most) {
    const room = ROOM[alphabet].joined * most
    const facts = { characters: units, segments: parts.length, most, room }
    return { wrong: detailed(alphabet === 'gsm' ? 'sms-long' : 'sms-long-ucs2', facts) }
  }
  return { text, segmented }
}

export function readCost(given: string): bigint {
  const cost = readAmount(given)
  if (cost === undefined) throw refused('not-valid', 'sms-most-cost')
  return cost
}

interface SmsGiven {
  country?: string | undefined
  number?: string | undefined
  text?: string | undefined
  sender?: string | undefined
  mostCost?: string | undefined
}

/** Validates the given values; absent ones pass. */
export const violationsOfSms = ({ country, ...given }: SmsGiven): Violation[] =>
  violationsOfValues(given, {
    text: checkSms,
    sender: senderOf,
    mostCost: readCost,
    // Without a country that of the account counts, which the store knows.
    number: phone => country && readMobile(country, phone),
  })

export function senderOf(given: string): string {
  const name = given.trim()
  if (name === '' || isSmsSender(name)) return name
  throw refused('not-valid', 'sms-sender')
}

export function readMobile(country: string, phone: string) {
  const read = readNumber(country.slice(0, LONGEST_COUNTRY), phone)
  if ('fault' in read) throw refused('not-valid', FAULTS[read.fault]).ofValue('number')
  return read
}

const FAULTS = {
  'no number': 'phone-missing',
  'no country code': 'phone-no-country',
  'unknown country code': 'phone-unknown-country',
  'not a number': 'phone-wrong',
  'no mobile number': 'phone-not-mobile',
} as const

/** No country code has as many characters. */
const LONGEST_COUNTRY = 20
