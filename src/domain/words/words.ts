/**
 * The words that a subscriber is found by, and those of a query. A word is found by its beginning,
 * so "anna.berg" is kept as `anna.berg` and `berg`: a word that begins another one is left out.
 */
import { domainToUnicode } from 'node:url'

export interface IndexedPerson {
  email: string
  emailKey: string
  name: string
  countryCode: string
  phone: string
  /** The values of the chosen data fields. */
  values: readonly string[]
}

/** Far above usual numbers; it bounds the rows of one subscriber in the table. */
const MOST_WORDS = 40
const LONGEST_WORD = 60
/** No column that words are taken of is longer. */
const LONGEST_TEXT = 500
/** Codes of countries have so many digits at most; at home they are not dialled. */
const COUNTRY_DIGITS = 3

/** Lower case, without accents: "Ångström" is found by "angstrom". */
export const folded = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** Letters and digits, and the punctuation of names and addresses. */
const PIECE = /[\p{L}\p{N}.'’_+@-]+/gu
const PART = /[\p{L}\p{N}]+/gu

const cut = (word: string): string => word.slice(0, LONGEST_WORD).toWellFormed()

/** The ends of a text from each of its parts on: `anne-marie`, `marie`. */
const endsOf = (piece: string): string[] =>
  [...piece.matchAll(PART)].map(({ index }) => cut(piece.slice(index)))

export const wordsOfText = (text: string): string[] =>
  [...folded(text).matchAll(PIECE)].flatMap(([piece]) => endsOf(piece))

/** Of a domain not the last label, which many share. */
export function wordsOfAddress(address: string): string[] {
  const at = address.lastIndexOf('@')
  const domain = folded(address.slice(at + 1))
  const given = domain.includes('xn--') ? [domain, folded(domainToUnicode(domain))] : [domain]
  return [
    ...endsOf(folded(address.slice(0, at))),
    ...given.flatMap(all => endsOf(all).slice(0, -1)),
  ]
}

const digitsOf = (text: string): string => text.replace(/\D+/g, '')
const withoutZeros = (digits: string): string => digits.replace(/^0+/, '')

function wordsOfPhone(phone: string, countryCode: string): string[] {
  const digits = withoutZeros(digitsOf(phone))
  if (digits.length < 3) return []
  const country = withoutZeros(digitsOf(countryCode))
  const isInternational = /^\s*(?:\+|00)/.test(phone)
  const numbers = isInternational
    ? Array.from({ length: 1 + COUNTRY_DIGITS }, (_, skipped) => digits.slice(skipped))
    : [digits, country + digits]
  return numbers.map(cut)
}

export function wordsOf(person: IndexedPerson): string[] {
  const words = [
    ...wordsOfAddress(person.emailKey),
    ...wordsOfAddress(person.email),
    ...wordsOfText(person.name),
    ...wordsOfPhone(person.phone, person.countryCode),
    ...person.values.flatMap(wordsOfText),
  ]
  return distinctWords(words)
}

/** Each word once, in order, without those that begin the next one. */
export function distinctWords(words: readonly string[]): string[] {
  const sorted = [...new Set(words.slice(0, 4 * MOST_WORDS))].sort()
  return sorted
    .filter((word, i) => word !== '' && !sorted[i + 1]?.startsWith(word))
    .slice(0, MOST_WORDS)
}

/** The longest query that is read. */
const LONGEST_QUERY = 200
const MOST_TERMS = 8
const PHONE = /^\+?[\d\s()./-]+$/
const FEWEST_BYTES = 3

export interface QueryTerm {
  /** The prefix of a word. */
  word: string
  /** A further part of the address, for a term with "@". */
  address: string
}

/**
 * The terms of a query, all of which must be met; none if no term has three letters. One character
 * of a script without an alphabet counts as three.
 */
export function termsOf(query: string): QueryTerm[] {
  const text = query.slice(0, LONGEST_QUERY).trim()
  if (PHONE.test(text)) {
    const digits = withoutZeros(digitsOf(text))
    return digits.length < FEWEST_BYTES ? [] : [{ word: cut(digits), address: '' }]
  }
  const terms = [...text.toLowerCase().matchAll(PIECE)].flatMap(([piece]) => {
    const at = piece.indexOf('@')
    if (at < 0)
      return endsOf(folded(piece))
        .slice(0, 1)
        .map(word => ({ word, address: '' }))
    const [word] = endsOf(folded(at > 0 ? piece.slice(0, at) : piece.slice(1)))
    return word === undefined ? [] : [{ word, address: piece.toWellFormed() }]
  })
  const some = terms.slice(0, MOST_TERMS)
  const isEnough = ({ word, address }: QueryTerm) =>
    Buffer.byteLength(address || word) >= FEWEST_BYTES
  return some.some(isEnough) ? some : []
}

/** The query as the beginning of an address; undefined if it can't be one. */
export function wholeOf(query: string): string | undefined {
  const text = query.slice(0, LONGEST_QUERY).trim().normalize('NFC').toLowerCase().toWellFormed()
  return /^[^\s@]+(?:@\S*)?$/.test(text) && !text.includes('\0') ? text : undefined
}
