/**
 * A compiled body: literal text and slots, in order. Between a template and its pieces is "flat"
 * text, in which each tag is one mark, so that quotes and angle brackets inside tags do not confuse
 * the HTML parser.
 */
import type { MessageTokens } from '../links/links.ts'
import { cleaned, escapeValue } from './cleaned.ts'
import type { MergeValues, Scope, Tag, Template } from './merge.ts'

/** The parts that differ between messages. */
export interface MessageValues {
  merge: MergeValues
  tokens: MessageTokens
  /** Those that hits are recorded by: of the message, or, counted in total only, of none. */
  opens: MessageTokens
  clicks: MessageTokens
}

export type MessageSlot = (message: MessageValues) => string

/** Replaced by the name of the message's charset, which is known when it is composed. */
export const CHARSET_NAME = Symbol('character set')

/**
 * Liquid for LiquidJS to render, as written; the address of a link with Liquid, which becomes a
 * click link after rendering; and what is inserted unless LiquidJS has rendered the unsubscribe
 * address.
 */
export type LiquidPiece =
  | { liquid: string; scope: Scope; statement: string | undefined }
  | { address: (string | LiquidPiece)[]; link: (message: MessageValues, address: string) => string }
  | { unlessUnsubscribe: FixedPiece[] }

/** A piece that does not depend on LiquidJS. */
export type FixedPiece = string | MessageSlot | typeof CHARSET_NAME

export type Piece = FixedPiece | LiquidPiece

/** Unicode noncharacters: `cleaned` removes them from all text. */
const OPEN = '\ufdd0'
const CLOSE = '\ufdd1'
export const MARK = /\ufdd0(\d+)\ufdd1/
export const MARKS = /\ufdd0(\d+)\ufdd1/g

export interface Flat {
  text: string
  tags: Tag[]
}

export function flatten(
  template: Template,
  tags: Tag[] = [],
  literal: (text: string) => string = text => text,
): Flat {
  let text = ''
  for (const part of template)
    text +=
      typeof part === 'string' ? literal(cleaned(part)) : `${OPEN}${tags.push(part) - 1}${CLOSE}`
  return { text, tags }
}

/** The tags in a part of flat text. */
const tagsIn = (flat: string, tags: Tag[]): Tag[] =>
  [...flat.matchAll(MARKS)].map(mark => tags[Number(mark[1])]!)

export const reads = (flat: string, tags: Tag[], name: string): boolean =>
  tagsIn(flat, tags).some(tag => tag.reads.includes(name))

export const usesLiquid = (flat: string, tags: Tag[]): boolean =>
  tagsIn(flat, tags).some(({ liquid }) => liquid)

/** Splits flat text into pieces. */
export function piecesOf(flat: string, tags: Tag[], html: boolean): Piece[] {
  const pieces: Piece[] = []
  flat.split(MARK).forEach((part, i) => {
    if (i % 2 === 1) {
      const { value, liquid } = tags[Number(part)]!
      if (liquid) pieces.push(liquidPiece(liquid))
      else
        pieces.push(
          html ? message => escapeValue(value(message.merge)) : message => value(message.merge),
        )
    } else if (part !== '') pieces.push(part)
  })
  return pieces
}

const liquidPiece = ({ source, scope, statement }: NonNullable<Tag['liquid']>): LiquidPiece => ({
  liquid: source,
  scope,
  statement,
})

/**
 * An address with Liquid in it; undefined if a Liquid block begins or ends outside of it. `written`
 * encodes literal text.
 */
export function liquidAddress(
  flat: string,
  tags: Tag[],
  written: (text: string) => string,
): (string | LiquidPiece)[] | undefined {
  if (openBlocks(flat, tags) !== 0) return undefined
  return flat
    .split(MARK)
    .map((part, i) => (i % 2 === 1 ? liquidPiece(tags[Number(part)]!.liquid!) : written(part)))
    .filter(part => part !== '')
}

const BLOCKS = /^(?:if|unless|case|for|tablerow|capture)$/
const INSIDE = /^(?:else|elsif|when)$/

/**
 * How many Liquid blocks are open at the end of a part; NaN if it ends or divides one that it does
 * not begin.
 */
export function openBlocks(flat: string, tags: Tag[]): number {
  let open = 0
  for (const { liquid } of tagsIn(flat, tags)) {
    const statement = liquid?.statement ?? ''
    if (BLOCKS.test(statement)) open++
    else if (statement.startsWith('end')) open--
    else if (INSIDE.test(statement) && open === 0) return Number.NaN
    if (open < 0) return Number.NaN
  }
  return open
}

/** Renders flat text without escaping: for addresses of links. */
export function fillIn(flat: string, tags: Tag[]): (message: MessageValues) => string {
  const parts = flat.split(MARK).map((part, i) => (i % 2 === 1 ? tags[Number(part)]!.value : part))
  return ({ merge }) => {
    let text = ''
    for (const part of parts) text += typeof part === 'string' ? part : part(merge)
    return text
  }
}

/**
 * Removes the line ends around Liquid statements from text made of HTML, so that hidden blocks
 * leave no empty lines.
 */
export function withoutEmptyLines(flat: string, tags: Tag[]): string {
  return flat.replace(
    /(^|\n{1,9})((?:\ufdd0\d+\ufdd1)+)(\n{1,9})/g,
    (all, before: string, marks: string, after: string) => {
      if (tagsIn(marks, tags).some(({ liquid }) => liquid?.statement === undefined)) return all
      return `${before}${marks}${after.slice(before === '' ? after.length : before.length)}`
    },
  )
}

/** Joins adjacent literal text. */
export function joined(pieces: Piece[]): Piece[] {
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece
    else all.push(piece)
  }
  return all
}
