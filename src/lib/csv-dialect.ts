/** The special characters of delimited text. */

/** One character each; `escape` '' is the quote itself, `quote` and `comment` '' are none. */
export interface CsvDialect {
  delimiter: string
  quote: string
  escape: string
  comment: string
}

/** Why a dialect is invalid, as a sentence; undefined if it is valid. */
export function dialectProblem({
  delimiter,
  quote,
  escape: escaping,
  comment,
}: CsvDialect): string | undefined {
  if (delimiter.length !== 1) return 'The delimiter has to be one character.'
  if (quote.length > 1 || escaping.length > 1 || comment.length > 1)
    return 'Quote, escape and comment are one character each, or none.'
  const all = [delimiter, quote, escaping === quote ? '' : escaping, comment].filter(
    char => char !== '',
  )
  if (all.some(char => /[\r\n\0\ufeff]/.test(char)))
    return 'A line end can not be the delimiter, quote, escape or comment.'
  if (new Set(all).size < all.length)
    return 'Delimiter, quote, escape and comment have to be different characters.'
  return undefined
}
