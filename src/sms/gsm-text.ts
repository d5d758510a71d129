/**
 * Decodes received SMS from GSM 03.38 with one septet per octet; unknown codes become blanks, as on
 * phones.
 */
import { ESCAPE, SEPTETS } from './alphabet.ts'

const PLAIN: string[] = []
const ANNOUNCED: string[] = []
for (const [character, [code = 0, extension]] of SEPTETS) {
  if (extension === undefined) PLAIN[code] = character
  else ANNOUNCED[extension] = character
}

export function decodeGsm(octets: Uint8Array): string {
  let text = ''
  for (let at = 0; at < octets.length; at++) {
    const code = octets[at]!
    // 3GPP TS 23.038, 6.2.1: an unknown code after the escape is shown as in the default alphabet.
    text +=
      code === ESCAPE
        ? (ANNOUNCED[octets[++at] ?? 0] ?? PLAIN[octets[at] ?? 0] ?? ' ')
        : (PLAIN[code] ?? ' ')
  }
  return text
}
