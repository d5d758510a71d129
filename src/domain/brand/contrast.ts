/** The contrast of a brand's colours (WCAG 2.2, 1.4.3). */
import type { Brand } from './brand.ts'

export interface ContrastFinding {
  pair: 'text' | 'muted' | 'links' | 'buttons'
  colour: string
  on: string
  /** 1 to 21. */
  ratio: number
  needs: number
  verdict: 'ok' | 'look' | 'wrong'
}

/** The minimum contrast of text of any size, and of large text (WCAG 2). */
const NEEDED = 4.5
const LEAST = 3

export function contrastsOf({ colours }: Pick<Brand, 'colours'>): ContrastFinding[] {
  const pairs = [
    ['text', colours.text, colours.paper],
    ['muted', colours.muted, colours.paper],
    ['links', colours.accent, colours.paper],
    ['buttons', colours.onAccent, colours.accent],
  ] as const
  return pairs.map(([pair, colour, on]) => {
    const ratio = Math.floor(contrastOf(colour, on) * 100) / 100
    const verdict = ratio >= NEEDED ? 'ok' : ratio >= LEAST ? 'look' : 'wrong'
    return { pair, colour, on, ratio, needs: NEEDED, verdict }
  })
}

/** Of two colours such as #2F5D47. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

/** Relative, from 0 (black) to 1 (white). */
export function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
