/** Rows in the text format of COPY. */

const SPECIAL = /[\\\t\n\r]/
const SPECIALS = /[\\\t\n\r]/g
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Escapes a text as one column. */
export const copyText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(SPECIALS, special => ESCAPED[special]!) : text

/**
 * A batch as one string would take megabytes that are collected late; chunks take almost nothing.
 */
const CHUNK = 1 << 16

export function* inChunks<Row>(
  rows: Iterable<Row>,
  textOf: (row: Row) => string,
): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    chunk += textOf(row)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
