/** Email addresses: which are valid, and when two are equal. */
import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * RFC 5321 4.5.3.1: a path has at most 256 octets including the angle brackets; a local part at
 * most 64.
 */
const MAX_OCTETS = 254
const MAX_LOCAL_OCTETS = 64

/**
 * Dot-atoms of RFC 5322, with letters of all scripts (RFC 6531). Quoted local parts and address
 * literals are rejected: real lists have none.
 */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

/**
 * Fast path for most addresses, at a fifth of the cost; within 64 characters no part can be too
 * long.
 */
const USUAL = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i

/** Whether a text without surrounding blanks is an address that email can be sent to. */
export function isEmailAddress(text: string): boolean {
  if (text.length <= MAX_LOCAL_OCTETS && USUAL.test(text)) return true
  // Length first: it bounds everything after it.
  if (text.length > MAX_OCTETS || Buffer.byteLength(text) > MAX_OCTETS) return false
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || Buffer.byteLength(local) > MAX_LOCAL_OCTETS || !LOCAL.test(local)) return false
  const labels = text.slice(at + 1).split('.')
  return (
    labels.length >= 2 && labels.every(label => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!)
  )
}

/** The domain of an address as it is written; of a text without @, the text. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/**
 * Longer than any key: a stored address has at most 320 characters, and NFC makes at most three of
 * one.
 */
const BEYOND_ADDRESSES = 1000

/**
 * A key that is the same for two addresses exactly if they are equal, ignoring case, in composed
 * form (NFC), with the domain in its ASCII form: bücher.example and xn--bcher-kva.example are one
 * domain. A text of more than 1,000 characters is no address: its key equals that of no address and
 * is not normalised, which takes quadratic time in its combining marks.
 */
export function emailKey(address: string): string {
  const text = address.trim()
  if (text.length > BEYOND_ADDRESSES) return text.slice(0, BEYOND_ADDRESSES)
  const lower = text.toLowerCase()
  if (isAsciiKey(lower)) return lower
  const folded = text.normalize('NFC').toLowerCase()
  const at = folded.lastIndexOf('@')
  return at < 1 ? folded : folded.slice(0, at + 1) + asciiDomain(folded.slice(at + 1))
}

/** Whether an address in lower case is its own key, as nearly all are. */
export const isAsciiKey = (lower: string): boolean =>
  !hasEncodedLabel(lower) && !/[^\0-\x7f]/.test(lower)

/** Whether a domain may have labels in the encoding of other letters than ASCII's. */
export const hasEncodedLabel = (lower: string): boolean => lower.includes('xn--')

/** What else stands in a domain, such as a percent sign, would be decoded like a URL's. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u

/**
 * The ASCII form (UTS 46) of a domain in lower case; the domain itself if it has none. Nor is what
 * would become the address of a host a domain. At most 1,000 characters are given.
 */
export function asciiDomain(domain: string): string {
  const ascii = DOMAIN.test(domain) ? domainToASCII(domain) : ''
  return ascii === '' || /(?:^|\.)\d+$/.test(ascii) ? domain : ascii
}

/**
 * An address in the forms that `lower()` may make of it where it is stored as it was given: in each
 * form of its domain, and as it is here.
 */
export function emailSpellings(address: string): string[] {
  const key = emailKey(address)
  if (isAsciiKey(key)) return [key]
  const at = key.lastIndexOf('@') + 1
  const inUnicode = key.slice(0, at) + (domainToUnicode(key.slice(at)) || key.slice(at))
  return [...new Set([key, inUnicode, address.trim().slice(0, BEYOND_ADDRESSES).toLowerCase()])]
}
