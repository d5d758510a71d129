/**
 * Answers for callers who may see no personal data: each address, wherever it stands in a text, is
 * shown as `a•••@example.com`. Applied to all answers, so that no route can forget it.
 */

/** A copy of a value of JSON with its addresses masked. */
export function withoutAddresses(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value)
  if (Array.isArray(value)) return value.map(withoutAddresses)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [maskedText(name), withoutAddresses(of)]),
  )
}

const WORD = /[^\s<>"'(),;:[\]]+/g

const maskedText = (text: string): string =>
  text.includes('@') ? text.replace(WORD, maskedWord) : text

function maskedWord(word: string): string {
  const at = word.lastIndexOf('@')
  if (at <= 0) return word
  return `${String.fromCodePoint(word.codePointAt(0)!)}•••${word.slice(at)}`
}
