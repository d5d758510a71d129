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

/** What a caller without addresses gives back, with those that it was shown masked. */
export function withAddressesOf<Value>(given: Value, known: unknown): Value {
  const addresses = new Map<string, string>()
  JSON.stringify(known, (_, value) => {
    if (typeof value === 'string' && value.includes('@'))
      for (const [word] of value.matchAll(WORD)) addresses.set(maskedWord(word), word)
    return value
  })
  const restored = (text: string) =>
    text.includes('•••@') ? text.replace(WORD, word => addresses.get(word) ?? word) : text
  return JSON.parse(
    JSON.stringify(given, (_, value) => (typeof value === 'string' ? restored(value) : value)),
  )
}
