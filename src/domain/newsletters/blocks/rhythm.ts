/** The space around blocks: by the kinds that stand one below the other, without being asked. */
import type { LeafBlock } from './document.ts'

/** Top, right, bottom, left, in pixels. */
export type Padding = readonly [number, number, number, number]

/** A block, or what stands before and after a run of blocks; a band has a ground of its own. */
export type Beside = LeafBlock | 'columns' | 'band' | undefined

/** Text keeps clear of the edge of the email by so much; `PHONE_SIDE` on phones. */
export const SIDE = 40
export const PHONE_SIDE = 20
/** Of a column: half of the gap between two. */
export const COLUMN_SIDE = 12
/** Around what has a ground of its own. */
const INSIDE = 20
const END = 32
/** It keeps its light ground in the dark. */
const CODE = 14
const BEFORE_COLUMNS = 12

type Kind = LeafBlock['type']
type Gaps = Partial<Record<Kind | 'columns' | 'start', number>> & { other: number }

const AFTER_WORDS: Gaps = { start: 28, columns: 12, heading: 8, divider: 24, text: 16, other: 20 }
/** Above a kind, by what is above it. */
const GAPS: Partial<Record<Kind, Gaps>> = {
  heading: { start: 32, columns: 16, heading: 8, divider: 24, picture: 28, other: 32 },
  picture: { start: 0, columns: 12, other: 24 },
  button: { start: 28, columns: 12, heading: 16, picture: 24, button: 10, other: 20 },
  divider: { start: 28, columns: 12, other: 28 },
  social: { start: 28, columns: 12, other: 28 },
  quote: { start: 28, columns: 12, other: 24 },
}

/** From one side to the other, without a margin. */
const isWhole = (block: Beside): boolean =>
  typeof block === 'object' && block.type === 'picture' && block.width === undefined

const isFilled = (block: Beside): boolean =>
  typeof block === 'object' && block.background !== undefined

function gap(block: LeafBlock, before: Beside): number {
  if (block.type === 'space') return 0
  if (block.type === 'code') return CODE
  if (typeof before === 'object' && before.type === 'space') return 0
  const gaps = GAPS[block.type] ?? AFTER_WORDS
  const isEdge = before === undefined || before === 'band'
  const above = isEdge ? 'start' : before === 'columns' ? before : before.type
  if (block.type === 'picture' && !isWhole(block) && isEdge) return END
  return gaps[above] ?? gaps.other
}

/** On one ground of their own, as one. */
const joins = (one: Beside, other: Beside): boolean =>
  typeof one === 'object' &&
  typeof other === 'object' &&
  one.background !== undefined &&
  one.background === other.background

/** In the email itself. `before`, `after`: undefined where it begins and ends. */
export function paddingOf(block: LeafBlock, before: Beside, after: Beside): Padding {
  const side = isWhole(block) || block.type === 'space' ? 0 : SIDE
  const around = isWhole(block) ? 0 : INSIDE
  if (!isFilled(block)) return [gap(block, before), side, below(block, after), side]
  const above = joins(block, before) ? gap(block, before) : around
  return [above, side, joins(block, after) ? 0 : around, side]
}

function below(block: LeafBlock, after: Beside): number {
  if (block.type === 'space') return 0
  if (block.type === 'code') return CODE
  if (after === 'columns') return BEFORE_COLUMNS
  if (after === undefined || after === 'band') return isWhole(block) ? 0 : END
  return isFilled(after) && !isWhole(block) ? INSIDE : 0
}

/** In a column: closer together than in the whole email. */
export function paddingInColumn(block: LeafBlock, before: Beside, after: Beside): Padding {
  if (block.type === 'space') return [0, 0, 0, 0]
  const isFirst = before === undefined || (isFilled(block) && !joins(block, before))
  const isLast = after === undefined || (isFilled(block) && !joins(block, after))
  const above = isFirst ? COLUMN_SIDE : Math.round(gap(block, before) * 0.3) * 2
  return [above, COLUMN_SIDE, isLast ? COLUMN_SIDE : 0, COLUMN_SIDE]
}

/** Around columns, whose own margins are within. */
export function aroundColumns(filled: boolean, before: Beside, after: Beside): Padding {
  const side = SIDE - COLUMN_SIDE
  if (filled) return [INSIDE, side, INSIDE, side]
  const above = before === undefined || before === 'band' ? 16 : 4
  return [above, side, after === 'band' || isFilled(after) ? END - COLUMN_SIDE : 4, side]
}
