/** Writes blocks as MJML: the same blocks under the same brand are always the same MJML. */
import { type Brand, FONTS } from '../../brand/brand.ts'
import { AT_SIDE, componentOf, FOOTER, footerOf, headerOf, padded } from './around.ts'
import { createDarkRules, type DarkRules } from './dark-rules.ts'
import type { AnyBlock, BlockDocument, ColumnsBlock, LeafBlock } from './document.ts'
import {
  belowItems,
  betweenItems,
  columnsOfItem,
  type FeedBlock,
  forEachItem,
  isBeside,
  itemInColumns,
  itemInRows,
  rowsOfItem,
  sidesOf,
} from './feed-items.ts'
import { attribute, leafOf, type PlainLeaf, rowOfVideo, rowsOfProduct } from './leaves.ts'
import {
  aroundColumns,
  type Beside,
  PHONE_SIDE,
  paddingInColumn,
  paddingOf,
  SIDE,
} from './rhythm.ts'

/** The class that names a block in a preview; not in emails. */
const BLOCK_CLASS = 'pp-block-'
const PHONE_HIDDEN = 'pp-off-phone'
/** Columns that stand closer to the edge on phones. */
const COLUMNS = 'pp-c'
/** Of a product that stands beside its picture, in per cent. */
const PICTURE_SHARE = 40

export interface MjmlOptions {
  /** The blocks of saved ones. */
  saved?: SavedContents
  /** Each block has a class by its id. */
  named?: boolean
  /** The title of the email for screen readers and browsers: its subject, with its tags. */
  title?: string
  /** By default that of the brand. */
  language?: string
}

type SavedContents = ReadonlyMap<number, readonly AnyBlock[]>

/** The blocks are cleaned and checked. */
export function blocksToMjml(
  { blocks, header = true, footer = true }: BlockDocument,
  brand: Brand,
  { saved = new Map(), named = false, title = '', language = brand.language }: MjmlOptions = {},
): string {
  const { colours, fonts, width } = brand
  const dark = createDarkRules(brand)
  const ground = dark.ground(colours.paper)
  const written = [
    header ? section(headerOf(brand, dark), ground) : '',
    ...writerOf({ brand, dark, saved, named, language })(blocks),
    footer ? section(footerOf(brand, dark), ground) : '',
  ]
  return `<mjml lang="${language}">
<mj-head>
<mj-title>${attribute(title)}</mj-title>
<mj-raw><meta name="color-scheme" content="light dark">\
<meta name="supported-color-schemes" content="light dark"></mj-raw>
<mj-attributes>
<mj-all font-family="${FONTS[fonts.body]}" />
<mj-text font-size="16px" line-height="1.55" color="${colours.text}" padding="0" />
<mj-section padding="0" background-color="${colours.paper}" />
<mj-column padding="0" />
<mj-image padding="0" />
<mj-button padding="0" />
</mj-attributes>
<mj-style>a { color: ${colours.accent}; }
img { color: ${colours.text}; font-family: ${FONTS[fonts.body]}; }
.pp-rich p, .pp-rich ul, .pp-rich ol, .pp-rich blockquote { margin: 0 0 12px; }
.pp-rich ul, .pp-rich ol { padding-left: 24px; } .pp-rich li { margin: 0 0 6px; }
.pp-rich p:last-child, .pp-rich ul:last-child, .pp-rich ol:last-child, .pp-rich li:last-child, \
.pp-rich blockquote:last-child { margin-bottom: 0; }
.pp-rich blockquote { padding-left: 14px; border-left: 3px solid ${colours.accent}; }
.${FOOTER} a { display: inline-block; }
.pp-rich ul.pp-checks { list-style-type: '✓\\00a0\\00a0'; }
@media only screen and (max-width: 479px) { .${PHONE_HIDDEN} { display: none !important; }
.${AT_SIDE} { padding-left: ${PHONE_SIDE}px !important; padding-right: ${PHONE_SIDE}px !important; }
.${COLUMNS} > table > tbody > tr > td { padding-left: 8px !important; \
padding-right: 8px !important; } }
${dark.css()}
</mj-style>
</mj-head>
<mj-body width="${width}px" background-color="${colours.background}">
${written.filter(part => part !== '').join('\n')}
</mj-body>
</mjml>
`
}

/** Blocks one below the other are rows of one section: a section of its own costs 2 kB each. */
const section = (rows: string, ground: string): string =>
  rows === ''
    ? ''
    : `<mj-section css-class="${ground}"><mj-column>\n${rows}\n</mj-column></mj-section>`

/** What rows stand on, and what their space is by. */
interface Rows {
  ground: string
  padding: typeof paddingOf
  before: Beside
  after: Beside
}

interface Writing {
  brand: Brand
  dark: DarkRules
  saved: SavedContents
  named: boolean
  language: string
}

function writerOf({ brand, dark, saved, named, language }: Writing) {
  const { paper } = brand.colours
  const look = { brand, language }
  const columnsIn = (block: AnyBlock): ColumnsBlock | undefined =>
    isBeside(block) ? columnsOfItem(block, look).pictured : asColumns(block)
  /** The blocks of a saved one, which have its id: a preview knows it as one block. */
  const contents = ({ id, savedId, hiddenOnPhone }: LeafBlock & { type: 'saved' }) =>
    (saved.get(savedId) ?? []).map(
      (block): AnyBlock => ({ ...block, id, ...(hiddenOnPhone && { hiddenOnPhone }) }),
    )
  const nameOf = ({ id, hiddenOnPhone }: Pick<AnyBlock, 'id' | 'hiddenOnPhone'>) => [
    ...(hiddenOnPhone ? [PHONE_HIDDEN] : []),
    ...(named ? [BLOCK_CLASS + id] : []),
  ]
  /** The rows that a block is made of. */
  const plain = (block: LeafBlock): PlainLeaf[] => {
    if (block.type === 'product') return rowsOfProduct(block)
    if (block.type === 'video') return [rowOfVideo(block, brand)]
    if (block.type === 'feed') return rowsOfItem(block, look)
    return block.type === 'saved' ? contents(block).filter(isLeaf).flatMap(plain) : [block]
  }
  const rowOf = (leaf: PlainLeaf, block: LeafBlock, rows: Rows, at: [Beside, Beside]): string => {
    const natural = leaf.padding ?? rows.padding(leaf, ...at)
    const padding = block.type === 'feed' ? sidesOf(block, natural) : natural
    const ground = leaf.background ?? rows.ground
    const written = leafOf(leaf, { brand, dark, ground })
    const isAtSide = rows.padding === paddingOf && padding[1] === SIDE
    // Code has colours of its own, which are for a light ground.
    const fill = leaf.type === 'code' ? ground : leaf.background
    const { classes } = written
    if (isAtSide) classes.push(AT_SIDE)
    if (leaf.background !== undefined && leaf.type !== 'code') classes.push(dark.ground(ground))
    // The name is last: a preview without it is the email.
    classes.push(
      ...nameOf({ id: block.id, hiddenOnPhone: block.hiddenOnPhone ?? leaf.hiddenOnPhone }),
    )
    return componentOf(written, padding, fill)
  }
  const rowsOf = (blocks: readonly LeafBlock[], rows: Rows): string =>
    blocks
      .map((block, i) => {
        const above = i === 0 ? rows.before : plain(blocks[i - 1]!).at(-1)
        const below = i === blocks.length - 1 ? rows.after : plain(blocks[i + 1]!)[0]
        if (block.type === 'feed') return shownTo(block, itemsOf(block, rows, below))
        if (block.type === 'saved' && contents(block).some(({ type }) => type === 'feed')) {
          const around = { ...rows, before: above, after: below }
          return shownTo(block, rowsOf(contents(block).filter(isLeaf), around))
        }
        const inside = plain(block)
        const written = inside.map((leaf, at) =>
          rowOf(leaf, block, rows, [inside[at - 1] ?? above, inside[at + 1] ?? below]),
        )
        return shownTo(block, written.join('\n'))
      })
      .join('\n')
  /** Each item stands between two others; below the last is the space of the block. */
  const itemsOf = (block: FeedBlock, rows: Rows, below: Beside): string => {
    const inside = rowsOfItem(block, look, rows.padding === paddingInColumn)
    const between = betweenItems(block)
    const written = inside.map((leaf, at) =>
      rowOf(leaf, block, rows, [inside[at - 1] ?? between, inside[at + 1] ?? between]),
    )
    const end = block.padding?.[2] ?? rows.padding(inside.at(-1)!, inside.at(-2), below)[2]
    const space = end === 0 ? '' : rowOf(belowItems(block, end), block, rows, [between, below])
    return `${forEachItem(block, itemInRows(block, written))}\n${space}`
  }
  const columnsOf = (block: ColumnsBlock, before: Beside, after: Beside): string => {
    const { columns, stacked = true, middle = false } = block
    const align = middle ? ' vertical-align="middle"' : ' vertical-align="top"'
    const behind = block.background ?? paper
    const written = columns.map(({ width, background, blocks }) => {
      const ground = background ?? behind
      const rows = { ground, padding: paddingInColumn, before: undefined, after: undefined }
      const fill =
        background === undefined
          ? ''
          : ` background-color="${background}" css-class="${dark.ground(background)}"`
      const share = width === undefined ? '' : ` width="${width}%"`
      return `<mj-column${align}${fill}${share}>${rowsOf(blocks, rows)}</mj-column>`
    })
    const content = written.join('\n')
    const fill = block.background === undefined ? '' : ` background-color="${block.background}"`
    const classes = [dark.ground(behind)]
    if (block.padding === undefined) classes.push(COLUMNS)
    classes.push(...nameOf(block))
    const around = aroundColumns(block.background !== undefined, before, after)
    const padding = padded(block.padding ?? around)
    return (
      `<mj-section${padding}${fill} css-class="${classes.join(' ')}">` +
      `${stacked ? content : `<mj-group>${content}</mj-group>`}</mj-section>`
    )
  }
  const besideOf = (block: FeedBlock): string => {
    const { pictured, bare } = columnsOfItem(block, look)
    const around = (columns: ColumnsBlock) => columnsOf(columns, 'columns', 'columns')
    return forEachItem(block, itemInColumns(around(pictured), around(bare)))
  }
  /** What a block begins with, for the one above it. */
  const startOf = (block: AnyBlock | undefined): Beside => {
    if (block?.type === 'saved') return startOf(contents(block)[0])
    const columns = block && columnsIn(block)
    if (columns) return groundOf(columns)
    return block && plain(block as LeafBlock)[0]
  }
  const sectionsOf = (blocks: readonly AnyBlock[]): string[] => {
    const written: string[] = []
    let run: LeafBlock[] = []
    let before: Beside
    const close = (after: Beside) => {
      const rows = { ground: paper, padding: paddingOf, before, after }
      if (run.length > 0) written.push(section(rowsOf(run, rows), dark.ground(paper)))
      run = []
      before = after
    }
    for (const [i, block] of blocks.entries()) {
      const inner = block.type === 'saved' ? contents(block) : []
      const columns = columnsIn(block)
      if (!columns && inner.every(one => isLeaf(one) && !isBeside(one)))
        run.push(block as LeafBlock)
      else {
        const above = run.length > 0 ? 'columns' : before
        close(columns ? groundOf(columns) : 'columns')
        const below = startOf(blocks[i + 1])
        const part = isBeside(block)
          ? besideOf(block)
          : columns
            ? columnsOf(columns, above, below)
            : sectionsOf(inner).join('\n')
        written.push(shownTo(block, part))
      }
    }
    close(undefined)
    return written
  }
  return sectionsOf
}

const isLeaf = (block: AnyBlock): block is LeafBlock => block.type !== 'columns'

const groundOf = ({ background }: ColumnsBlock) => (background === undefined ? 'columns' : 'band')

/** Columns as they are, and a product beside its picture. */
function asColumns(block: AnyBlock): ColumnsBlock | undefined {
  if (block.type === 'columns') return block
  if (block.type !== 'product' || !block.beside || block.src.trim() === '') return undefined
  const { id, background, padding, hiddenOnPhone } = block
  const [picture, ...words] = rowsOfProduct({ ...block, background: undefined })
  return {
    type: 'columns',
    id,
    background,
    padding,
    hiddenOnPhone,
    middle: true,
    columns: [
      { width: PICTURE_SHARE, blocks: [picture!] },
      { width: 100 - PICTURE_SHARE, blocks: words },
    ],
  }
}

/** A condition of Liquid: the ids are those of filters, matched when the audience is frozen. */
const shownTo = ({ filter = [] }: AnyBlock, written: string): string =>
  filter.length === 0
    ? written
    : `{% if ${filter.map(id => `filter_${id}`).join(' or ')} %}${written}{% endif %}`
