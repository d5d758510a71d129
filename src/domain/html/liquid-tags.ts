/** Finds the tags of Liquid in a text. */

/** Text, and tags with their braces, in turn. One that is not closed is text. */
export function splitTags(text: string): { text: string; isTag: boolean }[] {
  const parts: { text: string; isTag: boolean }[] = []
  const opening = /\{[{%]/g
  let at = 0
  const literal = (end: number) => {
    if (end > at) parts.push({ text: text.slice(at, end), isTag: false })
  }
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const close = text.indexOf(text[found.index + 1] === '{' ? '}}' : '%}', found.index + 2)
    if (close < 0) break
    literal(found.index)
    at = close + 2
    parts.push({ text: text.slice(found.index, at), isTag: true })
    opening.lastIndex = at
  }
  literal(text.length)
  return parts
}
