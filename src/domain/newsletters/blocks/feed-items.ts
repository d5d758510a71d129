/**
 * The new items of a feed, one below the other: rows or columns that the email repeats for each
 * item (docs/triggers.md, Feeds). Titles and texts are plain, and escaped as all values of tags.
 */
import type { Brand } from '../../brand/brand.ts'
import type { AnyBlock, ColumnsBlock, LeafBlock } from './document.ts'
import type { PlainLeaf } from './leaves.ts'
import { COLUMN_SIDE, type Padding, SIDE } from './rhythm.ts'

export type FeedBlock = Extract<LeafBlock, { type: 'feed' }>

/** Of an item beside its picture, in per cent. */
const PICTURE_SHARE = 34
/** Outlook reads a width in pixels; the others fill the column. */
const COLUMN_PICTURE = 240

/** As readers of the language write days; else as 2026-11-30. */
const DAYS: Readonly<Record<string, string>> = { en: '%-d %B %Y', de: '%-d.%-m.%Y' }

interface ItemLook {
  brand: Brand
  language: string
}

/** Rows of each item; the first is its picture, if it has one and the block shows it. */
export function rowsOfItem(block: FeedBlock, look: ItemLook, isInColumn = false): PlainLeaf[] {
  const width = isInColumn ? COLUMN_PICTURE : look.brand.width - 2 * SIDE
  const words = wordsOfItem(block, look)
  return block.picture === 'none' ? words : [pictureOfItem(block, width), ...words]
}

/** The columns of an item with a picture, and of one without. */
export function columnsOfItem(
  block: FeedBlock,
  look: ItemLook,
): { pictured: ColumnsBlock; bare: ColumnsBlock } {
  const { id, background, hiddenOnPhone, padding } = block
  const common = { type: 'columns', id, background, hiddenOnPhone, padding } as const
  const inner = look.brand.width - 2 * (SIDE - COLUMN_SIDE)
  const width = Math.round((inner * PICTURE_SHARE) / 100) - 2 * COLUMN_SIDE
  const plain = { ...block, background: undefined }
  const words = wordsOfItem(plain, look)
  const pictured = [
    { width: PICTURE_SHARE, blocks: [pictureOfItem(plain, width)] },
    { width: 100 - PICTURE_SHARE, blocks: words },
  ]
  return {
    pictured: { ...common, columns: pictured },
    bare: { ...common, columns: [{ blocks: words }] },
  }
}

/** It shows pictures beside the words: not within columns, where they are above. */
export const isBeside = (block: AnyBlock): block is FeedBlock =>
  block.type === 'feed' && block.picture === 'beside'

const IF_PICTURE = '{% if item.picture != "" %}'

/** A loop over the items. */
export const forEachItem = ({ most }: FeedBlock, written: string): string =>
  `{% for item in feed.items limit: ${most} %}${written}{% endfor %}`

/** The rows of one item: that of the picture only where there is one. */
export const itemInRows = ({ picture }: FeedBlock, rows: readonly string[]): string =>
  picture === 'none'
    ? rows.join('\n')
    : `${IF_PICTURE}${rows[0]!}{% endif %}\n${rows.slice(1).join('\n')}`

export const itemInColumns = (pictured: string, bare: string): string =>
  `${IF_PICTURE}${pictured}{% else %}${bare}{% endif %}`

/** What stands above and below the words of an item: another item. */
export const betweenItems = ({ id, background }: FeedBlock): LeafBlock => ({
  type: 'divider',
  id,
  background,
})

/** The space below the last item. */
export const belowItems = ({ id, background }: FeedBlock, height: number): PlainLeaf => ({
  type: 'space',
  id,
  background,
  height,
  padding: [0, 0, 0, 0],
})

/** The sides that the block has of its own; above and below are around all items. */
export const sidesOf = ({ padding }: FeedBlock, by: Padding): Padding =>
  padding === undefined ? by : [by[0], padding[1], by[2], padding[3]]

/**
 * It leads where the title leads: who listens, or reads the plain text, hears of that link once.
 * `width`: in pixels.
 */
function pictureOfItem({ id, background }: FeedBlock, width: number): PlainLeaf {
  const style = 'display:block;width:100%;height:auto;border:0;border-radius:4px'
  const picture = `<img src="{{ item.picture }}" alt="" width="${width}" style="${style}">`
  const open = '<a href="{{ item.link }}" aria-hidden="true" tabindex="-1">'
  const html = `{% if item.link != "" %}${open}${picture}</a>{% else %}${picture}{% endif %}`
  return { type: 'text', id, background, html }
}

function wordsOfItem(
  { id, background, level = 2, words, dates }: FeedBlock,
  { brand, language }: ItemLook,
): PlainLeaf[] {
  const title = '{{ item.title }}'
  const linked = `<a href="{{ item.link }}">${title}</a>`
  const html = `{% if item.link != "" %}${linked}{% else %}${title}{% endif %}`
  const rows: PlainLeaf[] = [{ type: 'heading', id, background, level, size: 19, html }]
  const format = DAYS[language]
  const day = format === undefined ? 'item.date' : `item.date | date: "${format}"`
  const small = `margin:0 0 4px;font-size:13px;color:${brand.colours.muted}`
  const parts = [
    dates ? `{% if item.date != "" %}<p style="${small}">{{ ${day} }}</p>{% endif %}` : '',
    words > 0
      ? `{% if item.text != "" %}<p>{{ item.text | truncatewords: ${words}, "…" }}</p>{% endif %}`
      : '',
  ].join('')
  if (parts !== '') rows.push({ type: 'text', id, background, size: 15, html: parts })
  return rows
}
