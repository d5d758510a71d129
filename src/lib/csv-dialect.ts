/** The special characters of delimited text. */
import { aboutFile, type FileDetail } from './file-words.ts'

/** One character each; `escape` '' is the quote itself, `quote` and `comment` '' are none. */
export interface CsvDialect {
  delimiter: string
  quote: string
  escape: string
  comment: string
}

/** Why a dialect is invalid; undefined if it is valid. */
export function dialectProblem({
  delimiter,
  quote,
  escape: escaping,
  comment,
}: CsvDialect): FileDetail | undefined {
  if (delimiter.length !== 1) return aboutFile('delimiter-length')
  if (quote.length > 1 || escaping.length > 1 || comment.length > 1)
    return aboutFile('marks-length')
  const all = [delimiter, quote, escaping === quote ? '' : escaping, comment].filter(
    char => char !== '',
  )
  if (all.some(char => /[\r\n\0\ufeff]/.test(char))) return aboutFile('marks-line-end')
  if (new Set(all).size < all.length) return aboutFile('marks-same')
  return undefined
}
