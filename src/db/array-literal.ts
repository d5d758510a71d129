/**
 * A text array literal of PostgreSQL, for nested arrays of calls: `{"Lund",null,"a \"b\""}`.
 * Numbers must be finite.
 */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  const json = JSON.stringify(values)
  // With no escapes but of quotes and backslashes an array is written alike in JSON, which is made
  // several times as fast. A backslash of a text, as in JSON with a line end, is two.
  if (!/(?<!\\)(?:\\\\)*\\[bfnrtu]/.test(json)) return `{${json.slice(1, -1)}}`
  return `{${values.map(elementLiteral).join()}}`
}

const elementLiteral = (value: string | number | null): string =>
  value === null ? 'null' : `"${String(value).replace(/["\\]/g, '\\$&')}"`
