/**
 * A message made ready for DATA: line ends that are CRLF and nothing else, dots stuffed (RFC 5321
 * 4.5.2), the final dot. A lone CR or LF never reaches the wire: servers that disagree on where a
 * line ends can be made to see a second message in the first.
 */
import { isAscii } from 'node:buffer'

export interface SmtpContent {
  /**
   * What is written, in order, each in as many pieces as it came in; the last of them holds the
   * final dot.
   */
  slices: Buffer[][]
  /** The octets of the message as RFC 1870 counts them: without stuffing and final dot. */
  size: number
  eightBit: boolean
}

/** What is written at once. The end of the message is always within the last of them. */
const SLICE = 65_536

const CR = 13
const LF = 10
const DOT = 46

/**
 * @param message whole, or in pieces of whole lines, which are not copied together: most messages
 * go out as they were composed.
 * @param canonical the caller vouches that every CR and LF is part of a CRLF, which spares the
 * search for others.
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
  // The last slice is never so short that it holds only a part of the final dot.
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.length - start <= SLICE + 8 ? bytes.length : start + SLICE
    slices.push(bytes.subarray(start, end))
    start = end
  }
  return slices
}
