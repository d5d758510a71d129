/** Rows in the text form of COPY, made as one string for a whole batch. */

const SPECIAL = /[\\\t\n\r]/
const SPECIALS = /[\\\t\n\r]/g
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A text as one column. */
export const copyText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(SPECIALS, special => ESCAPED[special]!) : text
