/** The text of one part of an incoming message. */
import { htmlToText } from '../html/text.ts'
import { decodedBody, decodedText } from './decode.ts'
import type { MimePart } from './structure.ts'

/** Longer texts are returned messages, not reports. */
const MOST_TEXT = 256 << 10

/**
 * Decodes at most `most` octets of the part, with LF as line ends; HTML is converted to text.
 * `hint` is a charset for a part that names none.
 */
export function textOfPart(raw: Buffer, part: MimePart, most = MOST_TEXT, hint?: string): string {
  const encoding = part.fields.get('content-transfer-encoding')?.[0]
  const bytes = decodedBody(raw.subarray(part.start, part.end), encoding, most)
  const text = decodedText(bytes, part.params.get('charset'), hint).replace(/\r\n?/g, '\n')
  return part.type === 'text/html' ? htmlToText(text) : text
}
