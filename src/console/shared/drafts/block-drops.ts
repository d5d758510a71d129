/** Where a dragged block goes: into the email by the boxes of its blocks, and into the document. */
import type { ColumnsEmailBlock, EmailBlock, EmailDocument } from '../../api/email-blocks.ts'
import type { BlockBox } from '../../parts/block-box.ts'
import {
  type BlockPlace,
  findBlock,
  insertBlock,
  placeOfBlock,
  removeBlock,
} from './block-edits.ts'

/** The place, and a line that shows it. */
export interface EmailDrop {
  place: BlockPlace
  line: Omit<BlockBox, 'block' | 'height'>
}

/** This near to the edge of columns, a block goes above or below them all. */
const EDGE = 8
/** Programs of phones put columns one below the other up to here. */
const PHONE = 480

export function dropInEmail(
  document: EmailDocument,
  boxes: readonly BlockBox[],
  point: { x: number; y: number },
  isColumns: boolean,
): EmailDrop | undefined {
  const found = new Map(boxes.map(box => [box.block, box]))
  const around = document.blocks.find(
    (block): block is ColumnsEmailBlock =>
      block.type === 'columns' && !isColumns && isWithin(found.get(block.id), point.y),
  )
  if (around) return dropInColumns(around, found, point)
  return dropInRow(document.blocks, found, point.y, index => ({ index }))
}

function isWithin(box: BlockBox | undefined, y: number): boolean {
  if (!box) return false
  const edge = Math.min(EDGE, box.height / 4)
  return y >= box.top + edge && y <= box.top + box.height - edge
}

function dropInRow(
  blocks: readonly EmailBlock[],
  boxes: ReadonlyMap<string, BlockBox>,
  y: number,
  placeAt: (index: number) => BlockPlace,
): EmailDrop | undefined {
  const shown = blocks.flatMap((block, index) => {
    const box = boxes.get(block.id)
    return box ? [{ box, index }] : []
  })
  const next = shown.find(({ box }) => y < box.top + box.height / 2)
  if (next) return { place: placeAt(next.index), line: next.box }
  const last = shown.at(-1)
  if (!last) return undefined
  const { top, height, left, width } = last.box
  return { place: placeAt(blocks.length), line: { top: top + height, left, width } }
}

function dropInColumns(
  block: ColumnsEmailBlock,
  boxes: ReadonlyMap<string, BlockBox>,
  { x, y }: { x: number; y: number },
): EmailDrop {
  const box = boxes.get(block.id)!
  const isStacked = box.width < PHONE && block.stacked !== false
  const column = isStacked
    ? columnAtHeight(block, boxes, y)
    : columnAt(block, (x - box.left) / box.width)
  const placeAt = (index: number) => ({ index, in: { columns: block.id, column } })
  const { blocks } = block.columns[column]!
  const within = dropInRow(blocks, boxes, y, placeAt)
  if (within) return within
  const shares = sharesOf(block)
  const before = isStacked ? 0 : shares.slice(0, column).reduce((sum, share) => sum + share, 0)
  const width = isStacked ? box.width : box.width * shares[column]!
  return {
    place: placeAt(0),
    line: { top: box.top + box.height / 2, left: box.left + box.width * before, width },
  }
}

/** Of the whole width; those without a width share the rest. */
function sharesOf({ columns }: ColumnsEmailBlock): number[] {
  const given = columns.reduce((sum, { width = 0 }) => sum + width, 0)
  const open = columns.filter(({ width }) => width === undefined).length
  const shares = columns.map(({ width }) => width ?? Math.max(100 - given, 0) / open)
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return shares.map(share => share / whole)
}

function columnAt(block: ColumnsEmailBlock, share: number): number {
  const shares = sharesOf(block)
  const endOf = (column: number) => shares.slice(0, column + 1).reduce((sum, one) => sum + one, 0)
  const found = shares.findIndex((_, column) => share < endOf(column))
  return found < 0 ? shares.length - 1 : found
}

/** The last that has begun above. */
function columnAtHeight(
  { columns }: ColumnsEmailBlock,
  boxes: ReadonlyMap<string, BlockBox>,
  y: number,
): number {
  const begun = columns.findLastIndex(({ blocks }) => {
    const box = blocks[0] && boxes.get(blocks[0].id)
    return box !== undefined && box.top <= y
  })
  return Math.max(begun, 0)
}

/** To any place; the same document, if it stays where it is. */
export function moveBlockInto(document: EmailDocument, id: string, to: BlockPlace): EmailDocument {
  const from = placeOfBlock(document, id)
  const block = findBlock(document, id)
  if (!from || !block || to.in?.columns === id) return document
  const isBeside = from.in?.columns === to.in?.columns && from.in?.column === to.in?.column
  const index = isBeside && from.index < to.index ? to.index - 1 : to.index
  if (isBeside && index === from.index) return document
  return insertBlock(removeBlock(document, id), block, { ...to, index })
}
