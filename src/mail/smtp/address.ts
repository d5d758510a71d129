/**
 * Addresses as they stand in SMTP commands. Nothing that could end a command, or begin another,
 * passes here, whatever the data held: the last fence before the wire.
 */
import { domainToASCII } from 'node:url'

export interface WireAddress {
  /** What goes between < and >. */
  path: string
  /**
   * Whether the relay must know SMTPUTF8 (RFC 6531): only a local part beyond ASCII needs it, a
   * domain has its ASCII form.
   */
  utf8: boolean
}

/** RFC 5321 4.5.3.1.3: a path has at most 256 octets, with its brackets. */
const MAX_PATH = 254

/**
 * Letters, digits and signs of a dot-atom or of quoted text; no blanks, controls or brackets. A
 * quoted local part with blanks is nobody's subscriber.
 */
const PLAIN = /^[!#-;=?-~"]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not pass
const UNSAFE = /[\x00-\x20\x7f-\x9f<>\u2028\u2029\ufeff]/

/** The empty address is the null sender of RFC 5321 4.5.5. Null for what no command may carry. */
export function toWire(address: string): WireAddress | null {
  if (address === '') return { path: '', utf8: false }
  // Normalising below takes the square of a text's combining marks; NFC makes at most a third of a
  // text's length of it.
  if (address.length > 3 * MAX_PATH) return null
  const at = address.lastIndexOf('@')
  // An @ in front would make it a source route (RFC 5321 appendix C).
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
 * Text in a DSN parameter (RFC 3461 4: xtext). Beyond ASCII there is none; such a parameter is left
 * out.
 */
export function toXtext(text: string): string | null {
  if (!/^[ -~]*$/.test(text)) return null
  return text.replace(
    /[^!-*,-<>-~]/g,
    char => `+${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
