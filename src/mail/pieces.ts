/**
 * A compiled body: literal text and slots by turns. Between a template and its pieces lies "flat" text, in which each tag is one mark,
 * so that the quotes and angle brackets inside tags do not confuse the reading of HTML.
 */
import type { LetterTokens } from './links.ts'
import { cleaned, escapeValue, type MergeValues, type Tag, type Template } from './merge.ts'

/** What one letter differs from the others by. */
export interface LetterValues {
  merge: MergeValues
  tokens: LetterTokens
}

export type Slot = (letter: LetterValues) => string

/** Stands where the letter's own character set is named, known only when it is composed. */
export const CHARSET_NAME = Symbol('character set')

export type Piece = string | Slot | typeof CHARSET_NAME

/** Code points that no text contains (Unicode noncharacters): `cleaned` takes them out. */
const OPEN = '\ufdd0'
const CLOSE = '\ufdd1'
export const MARK = /\ufdd0(\d+)\ufdd1/
const MARKS = /\ufdd0(\d+)\ufdd1/g

export interface Flat {
  text: string
  tags: Tag[]
}

export function flatten(template: Template, tags: Tag[] = [], literal: (text: string) => string = text => text): Flat {
  let text = ''
  for (const part of template) text += typeof part === 'string' ? literal(cleaned(part)) : `${OPEN}${tags.push(part) - 1}${CLOSE}`
  return { text, tags }
}

/** The tags marked in a stretch of flat text. */
export const tagsIn = (flat: string, tags: Tag[]): Tag[] => [...flat.matchAll(MARKS)].map(mark => tags[Number(mark[1])]!)

export const reads = (flat: string, tags: Tag[], name: string): boolean =>
  tagsIn(flat, tags).some(tag => tag.reads.includes(name))

/** A stretch of flat text as pieces. */
export function piecesOf(flat: string, tags: Tag[], html: boolean): Piece[] {
  const pieces: Piece[] = []
  flat.split(MARK).forEach((part, i) => {
    if (i % 2 === 1) {
      const { value } = tags[Number(part)]!
      pieces.push(html ? letter => escapeValue(value(letter.merge)) : letter => value(letter.merge))
    } else if (part !== '') pieces.push(part)
  })
  return pieces
}

/** A stretch of flat text, filled in as it stands: for addresses of links. */
export function fillIn(flat: string, tags: Tag[]): (letter: LetterValues) => string {
  const parts = flat.split(MARK).map((part, i) => (i % 2 === 1 ? tags[Number(part)]!.value : part))
  return ({ merge }) => {
    let text = ''
    for (const part of parts) text += typeof part === 'string' ? part : part(merge)
    return text
  }
}

/** Literal stretches that touch become one. */
export function joined(pieces: Piece[]): Piece[] {
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece
    else all.push(piece)
  }
  return all
}

/** The text of one letter. */
export function renderPieces(pieces: Piece[], letter: LetterValues, charset = 'utf-8'): string {
  let text = ''
  for (const piece of pieces) text += typeof piece === 'string' ? piece : piece === CHARSET_NAME ? charset : piece(letter)
  return text
}
