/** The character sets that emails can be encoded in, by their usual names. */
import iconv from 'iconv-lite'

const DEFAULT_CHARACTER_SET = 'iso-8859-1'

/** Not supported by iconv-lite; encoded separately. */
const ISO_2022_JP = 'iso-2022-jp'

/** Encodings of iconv-lite that are not character sets of text. */
const NOT_TEXT = /^(?:base64|hex|binary|internal|utf-?16|utf-?32|ucs-?2|utf-?7|cesu-?8)/i

/**
 * The set's name in stored form, or undefined if it does not exist or emails can't be encoded in
 * it.
 */
export function characterSet(name: string): string | undefined {
  const key = name.trim().toLowerCase()
  if (key === '') return DEFAULT_CHARACTER_SET
  if (key === ISO_2022_JP) return key
  if (!/^[\w:.()+-]{1,40}$/.test(key) || NOT_TEXT.test(key) || !iconv.encodingExists(key))
    return undefined
  return key
}
