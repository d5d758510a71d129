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

/** The object of a text; undefined for a text that is none. */
export function jsonObjectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value = readJson(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch (error) {
    if (error instanceof JsonRefused) return undefined
    throw error
  }
}

/** PostgreSQL keeps no U+0000, in texts or names. */
export const hasZero = (root: unknown): boolean =>
  someInJson(
    root,
    (value, name) => name.includes('\0') || (typeof value === 'string' && value.includes('\0')),
  )

/**
 * The places of texts and names with U+0000 in a value of readJson(), at most so many: the name of
 * each value on the way, or its number in a list.
 */
export function zerosIn(value: unknown, most: number): (string | number)[][] {
  if (typeof value === 'string') return value.includes('\0') ? [[]] : []
  if (typeof value !== 'object' || value === null) return []
  const found: (string | number)[][] = []
  for (const [name, inner] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(name) : name.replaceAll('\0', '')
    const below = name.includes('\0') ? [[]] : zerosIn(inner, most - found.length)
    found.push(...below.map(path => [step, ...path]))
    if (found.length >= most) return found.slice(0, most)
  }
  return found
}

/** Whether a test is true of any value in a JSON value, at any depth. */
function someInJson(
  root: unknown,
  test: (value: unknown, name: string, depth: number) => boolean,
): boolean {
  if (test(root, '', 0)) return true
  // Objects and lists only: most values are texts, and need no place on the stack.
  const open = [root]
  const depths = [0]
  while (open.length > 0) {
    const value = open.pop()
    const depth = depths.pop()! + 1
    if (typeof value !== 'object' || value === null) continue
    for (const name of Object.keys(value)) {
      const inner = (value as Record<string, unknown>)[name]
      if (test(inner, name, depth)) return true
      if (typeof inner !== 'object' || inner === null) continue
      open.push(inner)
      depths.push(depth)
    }
  }
  return false
}
