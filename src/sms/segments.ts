/**
 * An SMS cut into the parts that a carrier counts and bills. In the GSM alphabet a part has
 * 160 septets, or 153 beside the header that joins several; as soon as one character is not in it,
 * all of the text is in UCS-2, with 70 or 67 units. Neither an escape and what it announces nor the
 * halves of a surrogate pair are ever in two parts (3GPP TS 23.040, 9.2.3.24.1).
 */
import { SEPTETS } from './alphabet.ts'

export type Alphabet = 'gsm' | 'ucs2'

export interface Part {
  text: string
  /** As a gateway wants it: one septet an octet, or UTF-16 with the high byte first. */
  octets: Buffer
}

export interface Segmented {
  alphabet: Alphabet
  parts: Part[]
  /** Septets, or UTF-16 units, of the whole. */
  units: number
  /** Characters that are not in the GSM alphabet, each once: why the text is in UCS-2. */
  offending: string[]
}

/** Units of an SMS that is alone, and of each part of several. */
export const ROOM: Record<Alphabet, { alone: number; joined: number }> = {
  gsm: { alone: 160, joined: 153 },
  ucs2: { alone: 70, joined: 67 },
}

/**
 * Line ends are one character, and a tab, which no telephone shows, is a blank: neither shall cost
 * more than what is seen.
 */
export const asSent = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ')

/** The parts of an SMS as it is; an empty one has none. */
export function segment(text: string): Segmented {
  const characters = [...text]
  const offending = [...new Set(characters.filter(character => !SEPTETS.has(character)))]
  const alphabet: Alphabet = offending.length === 0 ? 'gsm' : 'ucs2'
  const sizeOf =
    alphabet === 'gsm'
      ? (character: string) => SEPTETS.get(character)!.length
      : (character: string) => character.length
  const units = characters.reduce((sum, character) => sum + sizeOf(character), 0)
  const { alone, joined } = ROOM[alphabet]
  const parts: Part[] = []
  let part = ''
  let filled = 0
  const room = units <= alone ? alone : joined
  for (const character of characters) {
    const size = sizeOf(character)
    if (filled + size > room) {
      parts.push({ text: part, octets: encode(part, alphabet) })
      part = ''
      filled = 0
    }
    part += character
    filled += size
  }
  if (part !== '') parts.push({ text: part, octets: encode(part, alphabet) })
  return { alphabet, parts, units, offending }
}

function encode(text: string, alphabet: Alphabet): Buffer {
  if (alphabet === 'gsm')
    return Buffer.from([...text].flatMap(character => SEPTETS.get(character)!))
  return Buffer.from(text, 'utf16le').swap16()
}
