/** The pieces of a query for single emails, and whether an email has one. */
import { folded, wordsOfText } from '../../words/words.ts'

export interface QueryPiece {
  /** As it was typed: the beginning of an identifier. */
  raw: string
  /** The beginning of a word of the address or the subject. */
  word: string
  /** With "@": a part of the address. */
  address: string
}

const LONGEST_QUERY = 200
const MOST_PIECES = 8
const FEWEST_BYTES = 3

/** None if no piece has three letters; a character of a script without an alphabet counts as 3. */
export function piecesOf(query: string): QueryPiece[] {
  const parts = query.slice(0, LONGEST_QUERY).trim().split(/\s+/).slice(0, MOST_PIECES)
  const pieces = parts.flatMap(part => {
    const raw = part.toWellFormed()
    const at = raw.indexOf('@')
    const said = at < 0 ? raw : at > 0 ? raw.slice(0, at) : raw.slice(1)
    const [word] = wordsOfText(said)
    return word === undefined
      ? []
      : [{ raw, word, address: at < 0 ? '' : raw.normalize('NFC').toLowerCase() }]
  })
  return pieces.some(isEnough) ? pieces : []
}

export const isEnough = ({ raw, word }: QueryPiece): boolean =>
  Buffer.byteLength(raw.includes('@') ? raw : word) >= FEWEST_BYTES

interface SearchedTexts {
  email: string
  identifier: string
  subject: string
}

export function hasPiece({ raw, word, address }: QueryPiece, texts: SearchedTexts): boolean {
  if (texts.identifier.startsWith(raw)) return true
  if (address !== '') return texts.email.toLowerCase().includes(address)
  return beginsWord(folded(texts.email), word) || beginsWord(folded(texts.subject), word)
}

const IN_WORD = /[\p{L}\p{N}]/u

/** Whether a word of the text begins so. */
export function beginsWord(text: string, beginning: string): boolean {
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1))
    if (at === 0 || !IN_WORD.test(text[at - 1]!)) return true
  return false
}
