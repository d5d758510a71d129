/**
 * Text into XML, for answers written row by row: escaping, and the characters that XML 1.0 has no
 * way to carry. Reading is in reader.ts, names made of any text in names.ts, small documents in
 * tree.ts.
 */

// Characters to look at twice: the three of markup, controls, surrogates (a pair is fine, a lone
// one is not), two non-characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const SUSPECT = /[&<>\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const MARKUP_OR_ILLEGAL = /[&<>\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const MAYBE_ILLEGAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const ILLEGAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Text for an element. A character that XML can't carry is left out: half a value is better than an
 * answer nobody can parse.
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
 * Where the first character stands that XML 1.0 does not allow, a lone surrogate too; -1 when there
 * is none.
 */
export function findIllegal(text: string): number {
  return MAYBE_ILLEGAL.test(text) ? text.search(ILLEGAL) : -1
}
