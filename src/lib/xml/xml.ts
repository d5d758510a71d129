/**
 * Escapes text for XML, for responses written row by row, and handles characters that XML 1.0 does
 * not allow. reader.ts parses, names.ts encodes names, tree.ts builds small documents.
 */

// Characters that need a closer check: the three of markup, controls, surrogates (valid in pairs),
// two non-characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for them.
const SUSPECT = /[&<>\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for them.
const MARKUP_OR_ILLEGAL = /[&<>\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for them.
const MAYBE_ILLEGAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for them.
const ILLEGAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Text for an element. A character that XML does not allow is omitted: a shortened value is better
 * than a response that can't be parsed.
 */
export function escapeText(text: string): string {
  return SUSPECT.test(text) ? text.replace(MARKUP_OR_ILLEGAL, found => ESCAPED[found] ?? '') : text
}

const IN_ATTRIBUTE: Record<string, string> = {
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

/** Text for an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replace(/["\t\n\r]/g, found => IN_ATTRIBUTE[found]!)
}

/**
 * The index of the first character that XML 1.0 does not allow, including a lone surrogate; -1 if
 * there is none.
 */
export function findIllegal(text: string): number {
  return MAYBE_ILLEGAL.test(text) ? text.search(ILLEGAL) : -1
}
