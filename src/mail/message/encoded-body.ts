/**
 * Encodes a body: quoted-printable, with the literal text encoded once and slots between, or base64
 * of the whole, whichever is smaller (RFC 2045 6.7, 6.8).
 */
import type { Charset } from '../mime/charset.ts'
import {
  base64Lines,
  quotedPrintable,
  quotedPrintableSlot,
  SOFT,
  withCrlf,
} from '../mime/encode.ts'
import { CHARSET_NAME, type FixedPiece, type MessageValues } from '../template/pieces.ts'
import type { Body } from './body.ts'

/**
 * Literal encoded bytes, or a function that makes them for one message: undefined if its text does
 * not fit the character set.
 */
export type Run = string | ((message: MessageValues) => string | undefined)

export interface EncodedBody {
  encoding: 'quoted-printable' | 'base64'
  /** Each begins at the start of a line, and the last ends with a line end. */
  runs: Run[]
}

/** The pieces end with a line end. Undefined if the literal text does not fit the character set. */
export function encodeBody({ pieces, arrange }: Body, charset: Charset): EncodedBody | undefined {
  const parts = arrange ? separateParts(pieces, charset) : joinedParts(pieces, charset)
  if (!parts) return undefined
  const runs: Run[] = parts.map(part => {
    if (typeof part === 'function') return message => quotedPrintableSlot(part(message), charset)
    if (part.length === 0) return ''
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
  // Slots are mostly addresses and names: short, and plain in quoted-printable. The comparison
  // ignores them.
  if (literalQp <= (literalBytes / 57) * 78 + 78)
    return {
      encoding: 'quoted-printable',
      runs: arrange ? [arrangedRun(runs, arrange, charset)] : runs,
    }
  const wholeText = (message: MessageValues) => {
    const bytes: Buffer[] = []
    for (const at of arrange ? arrange(message) : parts.keys()) {
      const part = typeof at === 'string' ? charset.encode(withCrlf(at)) : parts[at]!
      const piece = typeof part === 'function' ? charset.encode(withCrlf(part(message))) : part
      if (!piece) return undefined
      bytes.push(piece)
    }
    return base64Lines(Buffer.concat(bytes))
  }
  return { encoding: 'base64', runs: [wholeText] }
}

type Part = Buffer | ((message: MessageValues) => string)

const literalOf = (piece: FixedPiece, charset: Charset) =>
  piece === CHARSET_NAME ? charset.label : piece

/** In their fixed order: adjacent literal text is one part. */
function joinedParts(pieces: FixedPiece[], charset: Charset): Part[] | undefined {
  const parts: Part[] = []
  let literal = ''
  for (const given of [...pieces, undefined]) {
    const piece = given && literalOf(given, charset)
    if (typeof piece === 'string') {
      literal += withCrlf(piece)
      continue
    }
    const bytes = charset.encode(literal)
    if (!bytes) return undefined
    if (bytes.length > 0) parts.push(bytes)
    if (piece) parts.push(piece as Exclude<typeof piece, symbol>)
    literal = ''
  }
  return parts
}

/** Separate parts, which can be arranged in any order. */
function separateParts(pieces: FixedPiece[], charset: Charset): Part[] | undefined {
  const parts: Part[] = []
  for (const given of pieces) {
    const piece = literalOf(given, charset)
    const part =
      typeof piece === 'string'
        ? charset.encode(withCrlf(piece))
        : (piece as Exclude<typeof piece, symbol>)
    if (!part) return undefined
    parts.push(part)
  }
  return parts
}

const arrangedRun =
  (runs: Run[], arrange: NonNullable<Body['arrange']>, charset: Charset): Run =>
  message => {
    let text = ''
    for (const at of arrange(message)) {
      const run = typeof at === 'string' ? quotedPrintableSlot(at, charset) : runs[at]!
      const written = typeof run === 'function' ? run(message) : run
      if (written === undefined) return undefined
      text += written
    }
    return text
  }
