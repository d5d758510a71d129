/** Changes of the blocks of an email: each makes a new document and leaves the old one alone. */
import type {
  ColumnsEmailBlock,
  EmailBlock,
  EmailBlockType,
  EmailDocument,
  LeafEmailBlock,
} from '../../api/email-blocks.ts'

/** The service refuses more. */
export const MOST_BLOCKS = 200
const MOST_COLUMNS = 4

/** Where a block stands: among all, or in a column. */
export interface BlockPlace {
  index: number
  in?: { columns: string; column: number }
}

export const newBlockId = (): string => crypto.randomUUID().slice(0, 8)

/** With those in columns, in the order of reading. */
export const allBlocks = (document: EmailDocument): EmailBlock[] =>
  document.blocks.flatMap(block =>
    block.type === 'columns' ? [block, ...block.columns.flatMap(one => one.blocks)] : [block],
  )

export const hasFeed = (document: EmailDocument): boolean =>
  allBlocks(document).some(({ type }) => type === 'feed')

export const findBlock = (document: EmailDocument, id: string): EmailBlock | undefined =>
  allBlocks(document).find(block => block.id === id)

export function placeOfBlock(document: EmailDocument, id: string): BlockPlace | undefined {
  for (const [index, block] of document.blocks.entries()) {
    if (block.id === id) return { index }
    if (block.type !== 'columns') continue
    for (const [column, { blocks }] of block.columns.entries()) {
      const inside = blocks.findIndex(one => one.id === id)
      if (inside >= 0) return { index: inside, in: { columns: block.id, column } }
    }
  }
  return undefined
}

/** The blocks that stand in a row with the place. */
export function blocksBeside(document: EmailDocument, place: BlockPlace): readonly EmailBlock[] {
  const { in: inside } = place
  if (!inside) return document.blocks
  const around = document.blocks.find(block => block.id === inside.columns)
  return around?.type === 'columns' ? (around.columns[inside.column]?.blocks ?? []) : []
}

function withBlocksAt(
  document: EmailDocument,
  place: BlockPlace,
  change: (blocks: EmailBlock[]) => EmailBlock[],
): EmailDocument {
  const { in: inside } = place
  if (!inside) return { ...document, blocks: change([...document.blocks]) }
  const blocks = document.blocks.map(block =>
    block.id !== inside.columns || block.type !== 'columns'
      ? block
      : {
          ...block,
          columns: block.columns.map((column, number) =>
            number === inside.column
              ? { ...column, blocks: change([...column.blocks]) as LeafEmailBlock[] }
              : column,
          ),
        },
  )
  return { ...document, blocks }
}

export function insertBlock(
  document: EmailDocument,
  block: EmailBlock,
  place: BlockPlace,
): EmailDocument {
  // Columns stand in no column: then behind the one.
  const outer =
    block.type === 'columns' && place.in
      ? { index: document.blocks.findIndex(one => one.id === place.in!.columns) + 1 }
      : place
  return withBlocksAt(document, outer, blocks => blocks.toSpliced(outer.index, 0, block))
}

/** After the block, or at the end. */
export function placeAfter(document: EmailDocument, id: string | undefined): BlockPlace {
  const place = id === undefined ? undefined : placeOfBlock(document, id)
  return place ? { ...place, index: place.index + 1 } : { index: document.blocks.length }
}

export function removeBlock(document: EmailDocument, id: string): EmailDocument {
  const place = placeOfBlock(document, id)
  if (!place) return document
  return withBlocksAt(document, place, blocks => blocks.toSpliced(place.index, 1))
}

export function replaceBlock(document: EmailDocument, block: EmailBlock): EmailDocument {
  const place = placeOfBlock(document, block.id)
  if (!place) return document
  return withBlocksAt(document, place, blocks => blocks.toSpliced(place.index, 1, block))
}

/** The copy has new ids, inside too. */
export function copyOfBlock(block: EmailBlock): EmailBlock {
  const id = newBlockId()
  if (block.type !== 'columns') return { ...structuredClone(block), id }
  const columns = block.columns.map(column => ({
    ...column,
    blocks: column.blocks.map(one => copyOfBlock(one) as LeafEmailBlock),
  }))
  return { ...structuredClone(block), id, columns }
}

export function duplicateBlock(document: EmailDocument, id: string, copy: EmailBlock) {
  return insertBlock(document, copy, placeAfter(document, id))
}

/** To another place in its row. */
export function moveBlockTo(document: EmailDocument, id: string, to: number): EmailDocument {
  const place = placeOfBlock(document, id)
  if (!place || place.index === to) return document
  return withBlocksAt(document, place, blocks => {
    const [block] = blocks.splice(place.index, 1)
    return blocks.toSpliced(to, 0, block!)
  })
}

/**
 * One step up or down; from the edge of a column into the one beside it, or out of the columns.
 * Over columns as a whole.
 */
export function moveBlock(document: EmailDocument, id: string, step: -1 | 1): EmailDocument {
  const place = placeOfBlock(document, id)
  const block = findBlock(document, id)
  if (!place || !block) return document
  const to = place.index + step
  if (to >= 0 && to < blocksBeside(document, place).length) return moveBlockTo(document, id, to)
  if (!place.in) return document
  const around = placeOfBlock(document, place.in.columns)!
  const columns = document.blocks[around.index] as ColumnsEmailBlock
  const column = place.in.column + step
  const without = removeBlock(document, id)
  const beside = columns.columns[column]
  if (beside) {
    const index = step < 0 ? beside.blocks.length : 0
    return insertBlock(without, block, { index, in: { columns: columns.id, column } })
  }
  return insertBlock(without, block, { index: around.index + (step < 0 ? 0 : 1) })
}

/** Into the last column above, or the first below. */
export function moveIntoColumns(document: EmailDocument, id: string, step: -1 | 1): EmailDocument {
  const place = placeOfBlock(document, id)
  const block = findBlock(document, id)
  if (!place || place.in || !block || block.type === 'columns') return document
  const beside = document.blocks[place.index + step]
  if (beside?.type !== 'columns') return document
  const column = step < 0 ? beside.columns.length - 1 : 0
  const index = step < 0 ? beside.columns[column]!.blocks.length : 0
  return insertBlock(removeBlock(document, id), block, {
    index,
    in: { columns: beside.id, column },
  })
}

/** Fewer columns: the blocks of those that go stand in the last that stays. */
export function withColumnCount(block: ColumnsEmailBlock, count: number): ColumnsEmailBlock {
  const wanted = Math.min(Math.max(count, 1), MOST_COLUMNS)
  const kept = block.columns.slice(0, wanted).map(({ width: _, ...column }) => column)
  const rest = block.columns.slice(wanted).flatMap(column => column.blocks)
  const last = kept.at(-1)!
  kept[kept.length - 1] = { ...last, blocks: [...last.blocks, ...rest] }
  while (kept.length < wanted) kept.push({ blocks: [] })
  return { ...block, columns: kept }
}

/** What new blocks say until somebody writes. */
export interface BlockWords {
  text: string
  button: string
  product: string
  title: string
}

/** An email has one heading of the first level. */
const hasTitle = (document: EmailDocument): boolean =>
  allBlocks(document).some(block => block.type === 'heading' && block.level === 1)

/** A block as it is added, to a document. */
export function newBlock(
  type: EmailBlockType,
  words: BlockWords,
  document?: EmailDocument,
): EmailBlock {
  const id = newBlockId()
  switch (type) {
    case 'text':
      return { id, type, html: `<p>${words.text}</p>` }
    case 'heading':
      return { id, type, level: document && !hasTitle(document) ? 1 : 2, html: words.text }
    case 'picture':
      return { id, type, src: '', alt: '' }
    case 'button':
      return { id, type, text: words.button, href: 'https://' }
    case 'divider':
      return { id, type }
    case 'space':
      return { id, type, height: 24 }
    case 'social':
    case 'menu':
      return { id, type, links: [] }
    case 'quote':
      return { id, type, html: `<p>${words.text}</p>` }
    case 'list':
      return { id, type, items: [words.text] }
    case 'product': {
      const { product: name, button } = words
      const empty = { src: '', alt: '', html: '', price: '' }
      return { id, type, ...empty, name, button, href: 'https://' }
    }
    case 'video':
      return { id, type, src: '', alt: '', href: 'https://' }
    case 'feed':
      return { id, type, most: 5, picture: 'beside', words: 30, dates: true }
    case 'code':
      return { id, type, html: '' }
    case 'saved':
      return { id, type, savedId: 0 }
    case 'columns':
      return { id, type, columns: [{ blocks: [] }, { blocks: [] }] }
  }
}

/** The words of a block in the outline: a few. `readTag`: a tag as people read it. */
export function wordsOfBlock(
  block: EmailBlock,
  readTag: (tag: string) => string = tag => tag,
): string {
  return plainWordsOf(block)
    .replace(/\{\{[^{}]*\}\}/g, readTag)
    .slice(0, MOST_WORDS)
}

function plainWordsOf(block: EmailBlock): string {
  switch (block.type) {
    case 'text':
    case 'heading':
    case 'quote':
    case 'code':
      return textOfHtml(block.html)
    case 'list':
      return textOfHtml(block.items.join(', '))
    case 'picture':
    case 'video':
      return block.alt
    case 'product':
      return block.name
    case 'button':
      return block.text
    case 'social':
      return block.links.map(link => link.name).join(', ')
    case 'menu':
      return block.links.map(link => link.text).join(', ')
    case 'divider':
    case 'space':
    case 'feed':
    case 'saved':
    case 'columns':
      return ''
  }
}

/** Of characters. */
const MOST_WORDS = 80

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

const textOfHtml = (html: string): string =>
  html
    .slice(0, 600)
    // Marks within a word are no blanks.
    .replace(/<\/?(?:strong|em|u|s|sup|sub|code|a|span|b|i)\b[^<>]*>/g, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim()
