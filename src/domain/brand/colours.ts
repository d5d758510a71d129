/** Colours made of others: mixed, or moved until they can be read (WCAG 2.2, 1.4.3). */
import type { Brand } from './brand.ts'
import { contrastOf, luminance } from './contrast.ts'

/** The least contrast of text with its ground. */
export const READABLE = 4.5
const STEPS = 20

/** The roles of a dark scheme, for public pages and emails. */
export const DARK = {
  desk: '#141716',
  card: '#1c201f',
  ink: '#ecede9',
  soft: '#b3b9b5',
  line: '#303635',
} as const

/** A mix of two colours such as #2F5D47; `part` of the second, from 0 to 1. */
export function mixed(one: string, other: string, part: number): string {
  const channel = (at: number) => {
    const [a, b] = [one, other].map(colour => Number.parseInt(colour.slice(at, at + 2), 16))
    return Math.round(a! + (b! - a!) * part)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

/** The colour, or the nearest on the way to `towards` that can be read on all the grounds. */
export function readable(
  colour: string,
  on: readonly string[],
  towards: string,
  needed = READABLE,
): string {
  for (let step = 0; step <= STEPS; step++) {
    const tried = mixed(colour, towards, step / STEPS)
    if (on.every(ground => contrastOf(tried, ground) >= needed)) return tried
  }
  return towards
}

/** White or black, whichever is read better. */
export const strongest = (ground: string): '#ffffff' | '#000000' =>
  contrastOf('#ffffff', ground) > contrastOf('#000000', ground) ? '#ffffff' : '#000000'

/** Lighter grounds become dark ones; darker colours are as good in the dark. */
const DARK_ENOUGH = 0.2

/** More than is needed: beside text that is nearly white a colour looks dimmer than it is. */
export const DARK_COLOURS = 6

/** A ground as the dark scheme has it: of a tint stays a hint. */
export function darkGround(ground: string, { paper, background }: Brand['colours']): string {
  if (luminance(ground) <= DARK_ENOUGH) return ground
  if (isSame(ground, paper)) return DARK.card
  return isSame(ground, background) ? DARK.desk : mixed(DARK.card, ground, 0.12)
}

/** A colour of text as the dark scheme has it, on a ground that has become dark. */
export function darkInk(colour: string, ground: string, { text, muted }: Brand['colours']): string {
  if (isSame(colour, text)) return readable(DARK.ink, [ground], '#ffffff')
  if (isSame(colour, muted)) return readable(DARK.soft, [ground], '#ffffff')
  return readable(colour, [ground], '#ffffff', DARK_COLOURS)
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
