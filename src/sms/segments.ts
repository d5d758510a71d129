/**
 * Splits an SMS into the segments that a carrier counts and bills. In the GSM alphabet a segment
 * has 160 septets, or 153 with the header that joins several; a single character outside it makes
 * the whole text UCS-2, with 70 or 67 units. Neither an escape sequence nor a surrogate pair is
 * split (3GPP TS 23.040, 9.2.3.24.1). Also used by the console: nothing of Node.js.
 */
import { SEPTETS } from './alphabet.ts'

export type Alphabet = 'gsm' | 'ucs2'

export interface Part {
  text: string
  /** Its septets, or UTF-16 units. */
  units: number
}

export interface Segmented {
  alphabet: Alphabet
  parts: Part[]
  /** Septets, or UTF-16 units, of the whole text. */
  units: number
  /** Distinct characters outside the GSM alphabet: the reason for UCS-2. */
  offending: string[]
}

/** Units of a single segment, and of each of several. */
export const ROOM: Record<Alphabet, { alone: number; joined: number }> = {
  gsm: { alone: 160, joined: 153 },
  ucs2: { alone: 70, joined: 67 },
}

/**
 * A line end is one character, and a tab, which phones do not show, is a blank: neither costs more
 * than is visible.
 */
export const asSent = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ')

/** The segments of an SMS; none for an empty text. */
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
      parts.push({ text: part, units: filled })
      part = ''
      filled = 0
    }
    part += character
    filled += size
  }
  if (part !== '') parts.push({ text: part, units: filled })
  return { alphabet, parts, units, offending }
}
