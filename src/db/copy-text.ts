/** Rows in the text form of COPY. */

const SPECIAL = /[\\\t\n\r]/
const SPECIALS = /[\\\t\n\r]/g
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A text as one column. */
export const copyText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(SPECIALS, special => ESCAPED[special]!) : text

/**
 * A batch as one text would be megabytes at a time, which is memory that comes back late; in pieces
 * it is hardly any.
 */
const PIECE = 1 << 16

export function* inPieces<Row>(
  rows: Iterable<Row>,
  textOf: (row: Row) => string,
): Generator<string> {
  let piece = ''
  for (const row of rows) {
    piece += textOf(row)
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
