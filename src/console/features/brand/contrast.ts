/** The contrast of two colours (WCAG 2.2, 1.4.3), shown while they are chosen. */

/** 1 to 21, of colours such as #2F5D47. */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return Math.floor(((light + 0.05) / (dark + 0.05)) * 100) / 100
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The minimum for text, and for large text. */
export const verdictOf = (ratio: number): 'ok' | 'look' | 'wrong' =>
  ratio >= 4.5 ? 'ok' : ratio >= 3 ? 'look' : 'wrong'
