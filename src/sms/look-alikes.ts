/**
 * Characters of the GSM alphabet to write instead of those that make an SMS dearer: typographic
 * quotes and dashes, which word processors insert, blanks of other widths, and letters without
 * their marks.
 */
import { SEPTETS } from './alphabet.ts'

const ALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "'": '\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4\u0060',
    '"': '\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb',
    '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2022\u2212\u00b7',
    '...': '\u2026',
    ' ': '\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f',
    '': '\u00ad\u200b\u200c\u2060\ufeff',
    '(c)': '\u00a9',
    '(R)': '\u00ae',
    TM: '\u2122',
    x: '\u00d7',
    '->': '\u2192',
    EUR: '\u20a0',
  }).flatMap(([plain, characters]) => [...characters].map(one => [one, plain] as const)),
)

/** A combining mark that a letter is written with. */
const MARKS = /\p{M}/gu

/**
 * What to write instead of a character outside of the GSM alphabet; undefined: nothing that reads
 * the same. A character within it is its own.
 */
export function lookAlike(character: string): string | undefined {
  if (SEPTETS.has(character)) return character
  const alike = ALIKE.get(character)
  if (alike !== undefined) return alike
  const bare = character.normalize('NFD').replace(MARKS, '')
  return bare !== '' && [...bare].every(one => SEPTETS.has(one)) ? bare : undefined
}

/** The text with each character replaced that has such a one. */
export const withLookAlikes = (text: string): string =>
  [...text].map(character => lookAlike(character) ?? character).join('')
