/** Rows in the text form of COPY, made as one string for a whole batch. */

const SPECIAL = /[\\\t\n\r]/
const SPECIALS = /[\\\t\n\r]/g
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A text as one column. */
export const copyText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(SPECIALS, special => ESCAPED[special]!) : text

const IN_ARRAY = /["\\]/g

/** An array of text as one column. `plain`: none of the values holds anything that must be escaped. */
export function copyArray(values: readonly string[], plain: boolean): string {
  if (values.length === 0) return '{}'
  if (plain) return `{"${values.join('","')}"}`
  return copyText(`{${values.map(value => `"${value.replace(IN_ARRAY, '\\$&')}"`).join(',')}}`)
}
