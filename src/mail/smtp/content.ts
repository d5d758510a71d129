/**
 * Encodes a message for DATA: line ends are CRLF, dots are stuffed (RFC 5321 4.5.2), the final dot
 * is added. Never sends a lone CR or LF: servers that disagree on line ends could be made to see a
 * second message in the first (SMTP smuggling).
 */
import { isAscii } from 'node:buffer'

export interface SmtpContent {
  /**
   * The slices to write, in order, each in as many pieces as given; the last slice contains the
   * final dot.
   */
  slices: Buffer[][]
  /** Octets of the message as in RFC 1870: without stuffing and final dot. */
  size: number
  eightBit: boolean
}

/** Octets per write. The end of the message is always in the last slice. */
const SLICE = 65_536

const CR = 13
const LF = 10
const DOT = 46

/**
 * @param message whole, or in pieces of whole lines, which are not copied.
 * @param canonical the caller guarantees that every CR and LF is part of a CRLF; skips the check.
 */
export function prepareContent(
  message: Buffer | readonly Buffer[],
  canonical = false,
): SmtpContent {
  const given = Buffer.isBuffer(message) ? [message] : message
  const whole = given.map(piece => (canonical || hasOnlyCrlf(piece) ? piece : withCrlf(piece)))
  const last = whole.findLast(({ length }) => length > 0) ?? NOTHING
  const ended = last.length >= 2 && last[last.length - 2] === CR && last[last.length - 1] === LF
  const size = lengthOf(whole) + (ended ? 0 : 2)
  const pieces = [...whole.map(stuffed), ended ? END : CRLF_END]
  const length = lengthOf(pieces)
  const slices =
    length > SLICE ? sliced(Buffer.concat(pieces, length)).map(slice => [slice]) : [pieces]
  return { slices, size, eightBit: !given.every(piece => isAscii(piece)) }
}

const NOTHING = Buffer.alloc(0)
const END = Buffer.from('.\r\n')
const CRLF_END = Buffer.from('\r\n.\r\n')

const lengthOf = (pieces: Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0)

function hasOnlyCrlf(message: Buffer): boolean {
  for (let at = message.indexOf(LF); at >= 0; at = message.indexOf(LF, at + 1))
    if (message[at - 1] !== CR) return false
  for (let at = message.indexOf(CR); at >= 0; at = message.indexOf(CR, at + 2))
    if (message[at + 1] !== LF) return false
  return true
}

const withCrlf = (message: Buffer): Buffer =>
  Buffer.from(message.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n'), 'latin1')

function stuffed(message: Buffer): Buffer {
  if (message[0] !== DOT && !message.includes('\n.')) return message
  return Buffer.from(message.toString('latin1').replace(/^\.|(?<=\n)\./g, '..'), 'latin1')
}

function sliced(bytes: Buffer): Buffer[] {
  const slices: Buffer[] = []
  // The last slice always contains the whole final dot.
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.length - start <= SLICE + 8 ? bytes.length : start + SLICE
    slices.push(bytes.subarray(start, end))
    start = end
  }
  return slices
}
