/** Values of tags: without what no text has, and escaped for HTML. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches them to remove them.
const UNCLEAN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches them to remove them.
const UNCLEAN_ALL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]/g

/**
 * Replaces line ends by \n, and removes control characters except tabs, noncharacters and lone
 * surrogates.
 */
export function cleaned(text: string): string {
  let whole = text.isWellFormed() ? text : text.toWellFormed()
  if (whole.includes('\r')) whole = whole.replace(/\r\n?/g, '\n')
  return UNCLEAN.test(whole) ? whole.replace(UNCLEAN_ALL, '') : whole
}

/** The same for all texts in lists and objects, as JSON has them. */
export function cleanedValue(value: unknown): unknown {
  if (typeof value === 'string') return cleaned(value)
  if (Array.isArray(value)) return value.map(cleanedValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [cleaned(key), cleanedValue(one)]),
  )
}

const UNSAFE = /[&<>"']/
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

/** The same entities as LiquidJS. */
export const escapeValue = (text: string): string =>
  UNSAFE.test(text) ? text.replace(/[&<>"']/g, c => ENTITIES[c]!) : text
