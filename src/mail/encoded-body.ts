/**
 * A body in its transfer encoding: quoted-printable with the literal text encoded once and slots between, or base64 of the whole,
 * whichever is smaller (RFC 2045 6.7, 6.8).
 */
import type { Charset } from './charset.ts'
import { base64Lines, quotedPrintable, quotedPrintableSlot, SOFT, withCrlf } from './encode.ts'
import { CHARSET_NAME, type LetterValues, type Piece } from './pieces.ts'

/** Literal bytes as they stand in the letter, or what makes them for one letter: undefined when its text does not fit the set. */
export type Run = string | ((letter: LetterValues) => string | undefined)

export interface EncodedBody {
  encoding: 'quoted-printable' | 'base64'
  /** Each begins at the start of a line, and the last ends a line. */
  runs: Run[]
}

/** The pieces end with a line end. Undefined when the literal text does not fit the character set. */
export function encodeBody(pieces: Piece[], charset: Charset): EncodedBody | undefined {
  const all = pieces.map(piece => (piece === CHARSET_NAME ? charset.label : typeof piece === 'string' ? withCrlf(piece) : piece))
  const parts: (Buffer | Exclude<Piece, string | symbol>)[] = []
  let literal = ''
  for (const piece of [...all, undefined]) {
    if (typeof piece === 'string') {
      literal += piece
      continue
    }
    const bytes = charset.encode(literal)
    if (!bytes) return undefined
    if (bytes.length > 0) parts.push(bytes)
    if (piece) parts.push(piece)
    literal = ''
  }

  const runs: Run[] = parts.map(part => {
    if (typeof part === 'function') return letter => quotedPrintableSlot(part(letter), charset)
    const text = quotedPrintable(part)
    return text.endsWith('\r\n') ? text : text + SOFT
  })
  let literalBytes = 0
  let literalQp = 0
  parts.forEach((part, i) => {
    if (typeof part === 'function') return
    literalBytes += part.length
    literalQp += (runs[i] as string).length
  })
  // Slots are mostly addresses and names: small, and plain in quoted-printable. They are left out of the comparison.
  if (literalQp <= (literalBytes / 57) * 78 + 78) return { encoding: 'quoted-printable', runs }
  const wholeText = (letter: LetterValues) => {
    const bytes: Buffer[] = []
    for (const part of parts) {
      const piece = typeof part === 'function' ? charset.encode(withCrlf(part(letter))) : part
      if (!piece) return undefined
      bytes.push(piece)
    }
    return base64Lines(Buffer.concat(bytes))
  }
  return { encoding: 'base64', runs: [wholeText] }
}
