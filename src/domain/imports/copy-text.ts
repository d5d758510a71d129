/** Rows in the text form of COPY, made as one string for a whole batch. */

const SPECIAL = /[\\\t\n\r]/
const SPECIALS = /[\\\t\n\r]/g
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A text as one column. */
export const copyText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(SPECIALS, special => ESCAPED[special]!) : text

const IN_ARRAY = /["\\\t\n\r]/

/** An array of text as one column. */
export function copyArray(values: readonly string[]): string {
  if (values.length === 0) return '{}'
  // Joined in a way that shows whether anything must be escaped: mostly nothing is.
  const plain = values.join('","')
  if (!IN_ARRAY.test(values.length === 1 ? plain : values.join(''))) return `{"${plain}"}`
  return copyText(`{${values.map(value => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`)
}
