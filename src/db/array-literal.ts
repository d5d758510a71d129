/**
 * An array of text as PostgreSQL writes it, for arrays inside arrays of calls: `{"Lund",NULL,"a
 * \"b\""}`.
 */
export function arrayLiteral(values: readonly (string | null)[]): string {
  if (values.length === 0) return '{}'
  let literal = '{'
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (i > 0) literal += ','
    literal +=
      value == null ? 'NULL' : `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`
  }
  return `${literal}}`
}
