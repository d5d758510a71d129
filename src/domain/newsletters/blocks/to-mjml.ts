/** Writes blocks as MJML: the same blocks under the same brand are always the same MJML. */
import { escapeUTF8 } from 'entities'
import { type Brand, FONTS } from '../../brand/brand.ts'
import { splitTags } from '../../html/liquid-tags.ts'
import type { AnyBlock, BlockDocument, ColumnsBlock, LeafBlock } from './document.ts'

/** The class that names a block in a preview; not in emails. */
const BLOCK_CLASS = 'pp-block-'
const PHONE_HIDDEN = 'pp-off-phone'
const SIDE = 24
const HEADING_SIZES = { 1: 30, 2: 24, 3: 19 } as const

type Padding = readonly [number, number, number, number]

export interface MjmlOptions {
  /** The blocks of saved ones. */
  saved?: SavedContents
  /** Each block has a class by its id. */
  named?: boolean
  /** The title of the email for screen readers and browsers: its subject, with its tags. */
  title?: string
}

type SavedContents = ReadonlyMap<number, readonly AnyBlock[]>

/** The blocks are cleaned and checked. */
export function blocksToMjml(
  { blocks, header = true, footer = true }: BlockDocument,
  brand: Brand,
  { saved = new Map(), named = false, title = '' }: MjmlOptions = {},
): string {
  const { colours, fonts, width, language } = brand
  const parts = writerOf(brand, saved, named)(blocks)
  if (header) parts.unshift(...headerOf(brand))
  if (footer) parts.push({ row: footerOf(brand) })
  return `<mjml lang="${language}">
<mj-head>
<mj-title>${attribute(title)}</mj-title>
<mj-attributes>
<mj-all font-family="${FONTS[fonts.body]}" />
<mj-text font-size="16px" line-height="1.55" color="${colours.text}" padding="0" />
<mj-section padding="0" background-color="${colours.paper}" />
<mj-column padding="0" />
<mj-image padding="0" />
<mj-button padding="0" background-color="${colours.accent}" color="${colours.onAccent}" />
</mj-attributes>
<mj-style>a { color: ${colours.accent}; }
.pp-rich p { margin: 0 0 12px; } .pp-rich ul, .pp-rich ol { margin: 0 0 12px; padding-left: 24px; }
.pp-rich blockquote { margin: 0 0 12px; padding-left: 14px; \
border-left: 3px solid ${colours.accent}; }
@media only screen and (max-width: 479px) { .${PHONE_HIDDEN} { display: none !important; } }
</mj-style>
</mj-head>
<mj-body width="${width}px" background-color="${colours.background}">
${sectionsOf(parts)}
</mj-body>
</mjml>
`
}

/** Blocks one below the other are rows of one section: a section of its own costs 2 kB each. */
type Part = { row: string } | { section: string }

function writerOf(brand: Brand, saved: SavedContents, named: boolean) {
  /** The blocks of a saved one, which have its id: a preview knows it as one block. */
  const contents = ({ id, savedId, hiddenOnPhone }: LeafBlock & { type: 'saved' }) =>
    (saved.get(savedId) ?? []).map(
      (block): AnyBlock => ({ ...block, id, ...(hiddenOnPhone && { hiddenOnPhone }) }),
    )
  const classOf = ({
    id,
    hiddenOnPhone,
    type,
  }: Pick<AnyBlock, 'id' | 'hiddenOnPhone' | 'type'>) => {
    const names: string[] = type === 'text' ? ['pp-rich'] : []
    if (hiddenOnPhone) names.push(PHONE_HIDDEN)
    if (named) names.push(BLOCK_CLASS + id)
    return names.length === 0 ? '' : ` css-class="${names.join(' ')}"`
  }
  const rowOf = (block: LeafBlock, padding: (block: LeafBlock) => Padding): string => {
    if (block.type === 'saved') {
      const rows = contents(block).filter(isLeaf)
      return shownTo(block, rows.map(one => rowOf(one, padding)).join('\n'))
    }
    const fill = block.background && ` container-background-color="${block.background}"`
    const rest = `${padded(block.padding ?? padding(block))}${fill ?? ''}${classOf(block)}`
    return shownTo(block, leafOf(block, brand, rest))
  }
  const partOf = (block: AnyBlock): Part => {
    if (block.type === 'columns') return { section: shownTo(block, columnsOf(block)) }
    if (block.type !== 'saved' || contents(block).every(isLeaf))
      return { row: rowOf(block, paddingOf) }
    return { section: shownTo(block, sectionsOf(contents(block).map(partOf))) }
  }
  const columnsOf = (block: ColumnsBlock): string => {
    const { columns, stacked = true, middle = false } = block
    const align = middle ? ' vertical-align="middle"' : ' vertical-align="top"'
    const written = columns.map(
      ({ width, background, blocks }) =>
        `<mj-column${align}${fillOf(background)}${width === undefined ? '' : ` width="${width}%"`}>` +
        `${blocks.map(block => rowOf(block, () => [8, 8, 8, 8])).join('')}</mj-column>`,
    )
    const content = written.join('\n')
    const padding = padded(block.padding ?? [8, SIDE - 8, 8, SIDE - 8])
    return (
      `<mj-section${padding}${fillOf(block.background)}${classOf(block)}>` +
      `${stacked ? content : `<mj-group>${content}</mj-group>`}</mj-section>`
    )
  }
  return (blocks: readonly AnyBlock[]): Part[] => blocks.map(partOf)
}

function sectionsOf(parts: readonly Part[]): string {
  const sections: string[] = []
  let rows: string[] = []
  const close = () => {
    if (rows.length > 0)
      sections.push(`<mj-section><mj-column>\n${rows.join('\n')}\n</mj-column></mj-section>`)
    rows = []
  }
  for (const part of parts) {
    if ('row' in part) rows.push(part.row)
    else {
      close()
      sections.push(part.section)
    }
  }
  close()
  return sections.join('\n')
}

const isLeaf = (block: AnyBlock): block is LeafBlock => block.type !== 'columns'

function paddingOf({ type, padding }: AnyBlock): Padding {
  if (padding) return padding
  if (type === 'picture' || type === 'space') return [0, 0, 0, 0]
  if (type === 'heading') return [24, SIDE, 8, SIDE]
  if (type === 'button') return [12, SIDE, 16, SIDE]
  if (type === 'divider') return [12, SIDE, 12, SIDE]
  return [8, SIDE, 8, SIDE]
}

const padded = (padding: Padding): string => ` padding="${padding.map(n => `${n}px`).join(' ')}"`

const fillOf = (colour: string | undefined): string =>
  colour === undefined ? '' : ` background-color="${colour}"`

/** A condition of Liquid: the ids are those of filters, matched when the audience is frozen. */
const shownTo = ({ filter = [] }: AnyBlock, written: string): string =>
  filter.length === 0
    ? written
    : `{% if ${filter.map(id => `filter_${id}`).join(' or ')} %}${written}{% endif %}`

/** Attributes that are set, in their order. */
const given = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${attribute(String(value))}"`)
    .join('')

/** Tags stay as they are written: readers of the MJML know them. */
const attribute = (text: string): string =>
  splitTags(text)
    .map(part => (part.isTag ? part.text : escapeUTF8(part.text)))
    .join('')

const px = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : `${value}px`

/** One component of MJML; `rest`: its padding and class. */
function leafOf(block: LeafBlock, brand: Brand, rest: string): string {
  const { colours, fonts } = brand
  const text = (html: string, values: Record<string, string | number | undefined> = {}) =>
    `<mj-text${given(values)}${rest}>${html}</mj-text>`
  switch (block.type) {
    case 'text':
      return text(block.html, {
        'font-size': px(block.size),
        color: block.colour,
        align: block.align,
      })
    case 'heading': {
      const { level, html, size = HEADING_SIZES[level], colour, align } = block
      const style = 'margin:0;font-size:inherit;font-weight:inherit;line-height:inherit'
      return text(`<h${level} style="${style}">${html}</h${level}>`, {
        'font-family': FONTS[fonts.heading],
        'font-size': px(size),
        'line-height': '1.25',
        color: colour,
        align,
      })
    }
    case 'picture': {
      const { src, alt, width, href, align, radius } = block
      const values = {
        src,
        width: px(width),
        align,
        'border-radius': px(radius),
        href: href || undefined,
        // As wide as a phone, where the column is.
        'fluid-on-mobile': width === undefined ? 'true' : undefined,
      }
      return `<mj-image${given(values)} alt="${attribute(alt)}"${rest} />`
    }
    case 'button': {
      const { href, align, fill, colour, radius = 4, wide } = block
      const values = {
        href,
        align,
        'background-color': fill,
        color: colour,
        'border-radius': px(radius),
        width: wide ? '100%' : undefined,
        'font-size': '16px',
        'font-weight': '600',
        'inner-padding': '12px 24px',
      }
      return `<mj-button${given(values)}${rest}>${attribute(block.text)}</mj-button>`
    }
    case 'divider': {
      const { colour = '#D9D5C8', thickness = 1 } = block
      const values = { 'border-color': colour, 'border-width': px(thickness) }
      return `<mj-divider${given(values)}${rest} />`
    }
    case 'space':
      return `<mj-spacer height="${block.height}px"${rest} />`
    case 'social':
      return text(linksOf(block.links.map(({ name, href }) => [name, href])), {
        align: block.align ?? 'center',
        'font-size': '14px',
        color: colours.muted,
      })
    case 'menu':
      return text(linksOf(block.links.map(({ text: words, href }) => [words, href])), {
        align: block.align ?? 'center',
      })
    case 'code':
      return text(block.html)
    case 'saved':
      return ''
  }
}

const linksOf = (links: (readonly [string, string])[]): string =>
  links
    .map(([words, href]) => `<a href="${attribute(href)}">${attribute(words)}</a>`)
    .join(' &#160;·&#160; ')

/** The logo; without one the name that emails come from. */
function headerOf(brand: Brand): Part[] {
  if (brand.logo) return [{ row: logoOf(brand.logo) }]
  const name = brand.sender.name.trim()
  return name === '' ? [] : [{ row: nameOf(name, brand) }]
}

function nameOf(name: string, { fonts, colours }: Brand): string {
  const values = { 'font-family': FONTS[fonts.heading], 'font-size': '22px', color: colours.accent }
  return `<mj-text${given(values)}${padded([22, SIDE, 18, SIDE])}>${attribute(name)}</mj-text>`
}

const logoOf = ({ src, alt, width, href }: NonNullable<Brand['logo']>): string =>
  `<mj-image${given({ src, width: px(width), href: href || undefined, align: 'left' })}` +
  ` alt="${attribute(alt)}"${padded([24, SIDE, 16, SIDE])} />`

function footerOf({ address, footer, colours }: Brand): string {
  const lines = address
    .split('\n')
    .map(line => attribute(line.trim()))
    .filter(line => line !== '')
  const postal = lines.length === 0 ? '' : `<p>${lines.join('<br>')}</p>`
  const values = { 'font-size': '12px', color: colours.muted, 'css-class': 'pp-rich' }
  return `<mj-text${given(values)}${padded([20, SIDE, 24, SIDE])}>${postal}${footer}</mj-text>`
}
