/**
 * Addresses as written in SMTP commands. Rejects any input that could end a command or begin
 * another: the last check before the wire.
 */
import { domainToASCII } from 'node:url'

export interface WireAddress {
  /** The text between < and >. */
  path: string
  /**
   * Whether SMTPUTF8 (RFC 6531) is required: only for a local part beyond ASCII, as a domain has
   * its ASCII form.
   */
  utf8: boolean
}

/** RFC 5321 4.5.3.1.3: a path has at most 256 octets, with its brackets. */
const MAX_PATH = 254

/**
 * Characters of a dot-atom or a quoted string; no blanks, controls or brackets. Quoted local parts
 * with blanks are not supported.
 */
const PLAIN = /^[!#-;=?-~"]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches them to reject them
const UNSAFE = /[\x00-\x20\x7f-\x9f<>\u2028\u2029\ufeff]/

/**
 * The empty address is the null sender of RFC 5321 4.5.5. Null if no command can carry the address.
 */
export function toWire(address: string): WireAddress | null {
  if (address === '') return { path: '', utf8: false }
  // The normalization below takes quadratic time in combining marks; NFC shortens a text to no less
  // than a third.
  if (address.length > 3 * MAX_PATH) return null
  const at = address.lastIndexOf('@')
  // A leading @ would make it a source route (RFC 5321 appendix C).
  if (at < 1 || address[0] === '@' || at === address.length - 1 || !address.isWellFormed())
    return null
  if (PLAIN.test(address)) return address.length > MAX_PATH ? null : { path: address, utf8: false }
  if (UNSAFE.test(address)) return null
  const local = address.slice(0, at)
  const domain = domainToASCII(address.slice(at + 1))
  const utf8 = !PLAIN.test(local)
  const path = `${utf8 ? local.normalize('NFC') : local}@${domain}`
  return !/^[a-z0-9._-]+$/i.test(domain) || Buffer.byteLength(path) > MAX_PATH
    ? null
    : { path, utf8 }
}

/**
 * Encodes text of a DSN parameter (RFC 3461 4: xtext). Null for text beyond ASCII: the parameter is
 * omitted.
 */
export function toXtext(text: string): string | null {
  if (!/^[ -~]*$/.test(text)) return null
  return text.replace(
    /[^!-*,-<>-~]/g,
    char => `+${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
