/**
 * The elements of an XML document that have nothing but text, found by the names that the parser
 * has seen. Most elements of large documents are such leaves, and the parser would look at each of
 * their characters.
 */

/** A name without its prefix, in lower case. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

export interface KnownName {
  local: string
  end: string
  /** The element that followed this leaf before: rows have their cells in the same order. */
  next: { leaf: KnownName; between: string; lines: number } | undefined
}

/**
 * Text that the parser has to read: references, line ends to normalise, forbidden characters. An
 * element that has nothing but other text is a leaf.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them.
export const PARSED = /[&\r\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]|\]\]>/

export function lineEnds(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Of elements that the parser has seen, by the name as it is written. */
export function createNames() {
  const names = new Map<string, KnownName>()
  const localOf = (name: string): string => {
    const known = names.get(name)
    if (known !== undefined) return known.local
    const local = localName(name)
    if (names.size < 1000) names.set(name, { local, end: `</${name}>`, next: undefined })
    return local
  }
  return { names, localOf }
}

/**
 * The next start tag of a known name, and the text before it. `plain`: the chunk has nothing
 * PARSED.
 */
export function leafAfter(
  names: ReadonlyMap<string, KnownName>,
  chunk: string,
  at: number,
  plain: boolean,
): KnownName['next'] {
  const begin = chunk.indexOf('<', at)
  const mark = chunk.indexOf('>', begin)
  if (begin < 0 || mark < 0) return undefined
  const leaf = names.get(chunk.slice(begin + 1, mark))
  if (leaf === undefined || (!plain && PARSED.test(chunk.slice(at, begin)))) return undefined
  const between = chunk.slice(at, mark + 1)
  return { leaf, between, lines: lineEnds(between) }
}
