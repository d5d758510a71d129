/**
 * The characters of an SMS: the GSM 7 bit default alphabet and its extension table (3GPP TS 23.038,
 * 6.2.1 and 6.2.1.1). National language tables are not used: few carriers outside their countries
 * support them.
 */

/** By code, from 0. Code 27 is the escape to the extension table. */
const DEFAULT =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ ' +
  '!"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

export const ESCAPE = 0x1b

const EXTENSION: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
}

/** The septets of a character: one, or two for those of the extension table. */
export const SEPTETS: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  ...[...DEFAULT]
    .map((character, code): [string, number[]] => [character, [code]])
    .filter(([, [code]]) => code !== ESCAPE),
  ...Object.entries(EXTENSION).map(([character, code]): [string, number[]] => [
    character,
    [ESCAPE, code],
  ]),
])
