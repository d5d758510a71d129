/** The parts of an SMS as a gateway expects them. */
import { SEPTETS } from './alphabet.ts'
import type { Segmented } from './segments.ts'

/** One octet per septet of the GSM alphabet, or UTF-16 big endian. */
export const octetsOf = ({ alphabet, parts }: Pick<Segmented, 'alphabet' | 'parts'>): Buffer[] =>
  parts.map(({ text }) =>
    alphabet === 'gsm'
      ? Buffer.from([...text].flatMap(character => SEPTETS.get(character)!))
      : Buffer.from(text, 'utf16le').swap16(),
  )
