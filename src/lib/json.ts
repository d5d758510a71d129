/** JSON of strangers: parsed and walked by loops, and no deeper than anything of ours is. */

/** Newsletters, filters and triggers have a third of it. */
const DEEPEST = 100

/** The text is no JSON, or nested too deeply. */
export class JsonRefused extends Error {}

/** The value of a text. What walks it may recurse: its depth is bounded. */
export function readJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new JsonRefused('The text is no JSON.', { cause: error })
  }
  if (someInJson(value, (_value, _name, depth) => depth > DEEPEST))
    throw new JsonRefused(`The JSON is nested deeper than ${DEEPEST} levels.`)
  return value
}

/** PostgreSQL keeps no U+0000, in texts or names. */
export const hasZero = (root: unknown): boolean =>
  someInJson(
    root,
    (value, name) => name.includes('\0') || (typeof value === 'string' && value.includes('\0')),
  )

/** Whether a test is true of any value in a JSON value, at any depth. */
function someInJson(
  root: unknown,
  test: (value: unknown, name: string, depth: number) => boolean,
): boolean {
  const open: { value: unknown; name: string; depth: number }[] = []
  let next: (typeof open)[number] | undefined = { value: root, name: '', depth: 0 }
  for (; next; next = open.pop()) {
    const { value, name, depth } = next
    if (test(value, name, depth)) return true
    if (typeof value !== 'object' || value === null) continue
    for (const [inner, of] of Object.entries(value))
      open.push({ value: of, name: inner, depth: depth + 1 })
  }
  return false
}
