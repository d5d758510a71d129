/** Values of tags, without what no text has. */

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
