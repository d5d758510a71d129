/** The text of one part of a message that comes in. */
import { htmlToText } from '../html/text.ts'
import { decodedBody, decodedText } from './decode.ts'
import type { MimePart } from './structure.ts'

/** No report says more than this in words; what is longer is a message that was sent back. */
const MOST_TEXT = 256 << 10

/**
 * Line ends as LF, at most `most` octets of the part; HTML as the words that it shows. `hint` is a
 * character set for a part that names none.
 */
export function textOfPart(raw: Buffer, part: MimePart, most = MOST_TEXT, hint?: string): string {
  const encoding = part.fields.get('content-transfer-encoding')?.[0]
  const bytes = decodedBody(raw.subarray(part.start, part.end), encoding, most)
  const text = decodedText(bytes, part.params.get('charset'), hint).replace(/\r\n?/g, '\n')
  return part.type === 'text/html' ? htmlToText(text) : text
}
