/**
 * Transfer encodings (RFC 2045) and encoded words (RFC 2047). The output is already canonical for
 * DKIM (RFC 6376 3.4.4): no tabs, no two blanks in sequence, none at the end of a line. So the body
 * is hashed without another pass.
 */
import type { Charset } from './charset.ts'

const HEX = Array.from(
  { length: 256 },
  (_, n) => `=${n.toString(16).toUpperCase().padStart(2, '0')}`,
)
const PLAIN = Array.from({ length: 256 }, (_, n) =>
  n > 32 && n < 127 && n !== 61 ? String.fromCharCode(n) : undefined,
)

/** RFC 2045 6.7: at most 76 characters, of which a soft line break takes one. */
const MOST_QP = 75
export const SOFT = '=\r\n'

/**
 * Quoted-printable of bytes that begin at the start of a line; CRLF stays a line end. The output
 * may end in the middle of a line: then SOFT must come before the next output, so that it begins at
 * the start of a line, too.
 */
export function quotedPrintable(bytes: Uint8Array): string {
  let text = ''
  let line = ''
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!
    if (byte === 13 && bytes[i + 1] === 10) {
      text += `${line}\r\n`
      line = ''
      i++
      continue
    }
    const next = bytes[i + 1]
    const single = byte === 32 && next !== 32 && next !== 9 && !(next === 13 && bytes[i + 2] === 10)
    let written = single ? ' ' : (PLAIN[byte] ?? HEX[byte]!)
    if (line.length + written.length > MOST_QP) {
      text += line + SOFT
      line = ''
    }
    // Some servers alter these two at the start of a line.
    if (line === '' && (byte === 46 || (byte === 70 && startsWithFrom(bytes, i))))
      written = HEX[byte]!
    line += written
  }
  return text + line
}

const startsWithFrom = (bytes: Uint8Array, i: number) =>
  bytes[i + 1] === 114 && bytes[i + 2] === 111 && bytes[i + 3] === 109 && bytes[i + 4] === 32

const NEEDS_NOTHING = /^[!-<>-~](?:[ !-<>-~]{0,74})$/

/**
 * Encodes a merged text, from the start of a line to a soft line break; undefined if it does not
 * fit the charset.
 */
export function quotedPrintableSlot(text: string, charset: Charset): string | undefined {
  if (
    NEEDS_NOTHING.test(text) &&
    !text.includes('  ') &&
    !text.startsWith('.') &&
    !text.startsWith('From ')
  )
    return text + SOFT
  if (text === '') return ''
  const bytes = charset.encode(withCrlf(text))
  if (!bytes) return undefined
  const encoded = quotedPrintable(bytes)
  return encoded.endsWith('\r\n') ? encoded : encoded + SOFT
}

/** RFC 2045 6.8: lines of 76. */
export function base64Lines(bytes: Buffer): string {
  const all = bytes.toString('base64')
  let text = ''
  for (let i = 0; i < all.length; i += 76) text += `${all.slice(i, i + 76)}\r\n`
  return text
}

export const withCrlf = (text: string): string =>
  /[\r\n]/.test(text) ? text.replace(/\r\n|\r|\n/g, '\r\n') : text

/**
 * RFC 2047 5 (3): characters that are safe wherever an encoded word is allowed, including display
 * names.
 */
const Q_SAFE: readonly boolean[] = Array.from({ length: 256 }, (_, byte) =>
  /^[A-Za-z0-9!*+\-/]$/.test(String.fromCharCode(byte)),
)

/** RFC 2047 2: an encoded word has at most 75 characters, and its line at most 76. */
const MOST_WORD = 75

/**
 * Text as encoded words, folded; `used` characters of the first line are taken. Undefined if it
 * does not fit the charset. Each word has whole characters and is decoded independently (RFC 2047
 * 5).
 */
export function encodedWords(text: string, charset: Charset, used: number): string | undefined {
  const whole = charset.encode(text)
  if (!whole) return undefined
  // Q is readable in logs, which is worth a few characters.
  const form = qLength(whole) <= Math.ceil(whole.length / 3) * 5 ? 'Q' : 'B'
  const frame = charset.label.length + 7
  const lengthOf = form === 'B' ? (bytes: Buffer) => bytes.length : qLength
  const written = (length: number) => (form === 'B' ? Math.ceil(length / 3) * 4 : length)
  const words: string[] = []
  let chunk = ''
  let length = 0
  let room = Math.min(MOST_WORD, 76 - used) - frame
  const write = () => {
    const bytes = charset.bytesOf(chunk)
    words.push(`=?${charset.label}?${form}?${form === 'B' ? bytes.toString('base64') : q(bytes)}?=`)
    room = MOST_WORD - frame
  }
  for (const character of text) {
    const alone = lengthOf(charset.bytesOf(character))
    const longer = charset.shifts ? lengthOf(charset.bytesOf(chunk + character)) : length + alone
    if (written(longer) > room && (chunk !== '' || room < MOST_WORD - frame)) {
      if (chunk === '') words.push('')
      else write()
      room = MOST_WORD - frame
      chunk = character
      length = alone
    } else {
      chunk += character
      length = longer
    }
  }
  write()
  return words.join('\r\n ')
}

function q(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes)
    text += byte === 32 ? '_' : Q_SAFE[byte] ? String.fromCharCode(byte) : HEX[byte]
  return text
}

function qLength(bytes: Uint8Array): number {
  let length = 0
  for (const byte of bytes) length += byte === 32 || Q_SAFE[byte] ? 1 : 3
  return length
}
