/** The character sets that letters can be written in, under their usual names. */
import iconv from 'iconv-lite'

const DEFAULT_CHARACTER_SET = 'iso-8859-1'

/** Not of iconv-lite; letters in it are written by a rule of their own. */
const ISO_2022_JP = 'iso-2022-jp'

/** Encodings of bytes, not of text, that iconv-lite knows beside the character sets. */
const NOT_TEXT = /^(?:base64|hex|binary|internal|utf-?16|utf-?32|ucs-?2|utf-?7|cesu-?8)/i

/**
 * The set's name as it is kept, or undefined when there is no such set or no letter can be written
 * in it.
 */
export function characterSet(name: string): string | undefined {
  const asked = name.trim().toLowerCase()
  if (asked === '') return DEFAULT_CHARACTER_SET
  if (asked === ISO_2022_JP) return asked
  if (!/^[\w:.()+-]{1,40}$/.test(asked) || NOT_TEXT.test(asked) || !iconv.encodingExists(asked))
    return undefined
  return asked
}
