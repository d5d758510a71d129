/** Blocks without others in them, as components of MJML. */
import { escapeUTF8 } from 'entities'
import { type Brand, FONTS } from '../../brand/brand.ts'
import { mixed } from '../../brand/colours.ts'
import { isRightToLeft, withDirections } from '../../html/direction.ts'
import { splitTags } from '../../html/liquid-tags.ts'
import { addressOfOwnPicture } from '../pictures/pictures.ts'
import type { DarkRules } from './dark-rules.ts'
import type { LeafBlock } from './document.ts'
import { addressOfIcon, networkOf } from './networks.ts'

const HEADING_SIZES = { 1: 32, 2: 24, 3: 19 } as const
/** Pictures of such a width become as wide as a phone. */
const WIDE_PICTURE = 240
const PLAY = { en: 'Play the video', sv: 'Spela videon', de: 'Video abspielen' } as const

/** What is written as it is: the others are made of these. */
export type PlainLeaf = Exclude<LeafBlock, { type: 'saved' | 'product' | 'video' | 'feed' }>

export type MjmlValues = Record<string, string | number | undefined>

/** A component of MJML. */
export interface Component {
  tag: string
  values: MjmlValues
  classes: string[]
  /** Undefined: it has none. */
  content?: string
}

/** Where a leaf stands. */
export interface LeafPlace {
  brand: Brand
  dark: DarkRules
  /** The colour behind it. */
  ground: string
}

export function leafOf(block: PlainLeaf, place: LeafPlace): Component {
  const { brand, dark, ground } = place
  const { colours } = brand
  switch (block.type) {
    case 'text':
      return textOf(block.html, place, {
        'font-size': px(block.size),
        color: block.colour,
        align: block.align,
      })
    case 'heading':
      return headingOf(block, place)
    case 'quote':
      return quoteOf(block, place)
    case 'list':
      return listOf(block, place)
    case 'picture':
      return pictureOf(block)
    case 'button': {
      const { href, align, fill = colours.accent, colour = colours.onAccent, radius = 4 } = block
      const values = {
        href,
        align,
        'background-color': fill,
        color: colour,
        'border-radius': px(radius),
        width: block.wide ? '100%' : undefined,
        'font-size': '16px',
        'font-weight': '600',
        'line-height': '22px',
        'inner-padding': '13px 26px',
      }
      const classes = [dark.button(fill, colour, ground)]
      const words = attribute(block.text)
      const content = isRightToLeft(words) ? `<span dir="rtl">${words}</span>` : words
      return { tag: 'mj-button', values, classes, content }
    }
    case 'divider': {
      const { colour = mixed(ground, colours.text, 0.16), thickness = 1 } = block
      const values = { 'border-color': colour, 'border-width': px(thickness) }
      return { tag: 'mj-divider', values, classes: [dark.line(colour, ground)] }
    }
    case 'space':
      return { tag: 'mj-spacer', values: { height: px(block.height) }, classes: [] }
    case 'social':
      return socialOf(block, place)
    case 'menu':
      return textOf(linksOf(block.links.map(({ text, href }) => [text, href])), place, {
        align: block.align ?? 'center',
      })
    case 'code':
      return { tag: 'mj-text', values: {}, classes: [], content: block.html }
  }
}

/** A block of text; `color` and `align` among its values. */
export function textOf(html: string, { brand, dark, ground }: LeafPlace, values: MjmlValues) {
  const colour = String(values.color ?? brand.colours.text)
  const classes = ['pp-rich', dark.ink(colour, ground, html)]
  const content = withDirections(html, values.align !== undefined)
  return { tag: 'mj-text', values, classes, content } satisfies Component
}

type Of<Type extends LeafBlock['type']> = Extract<LeafBlock, { type: Type }>

function headingOf({ level, html, size, colour, align }: Of<'heading'>, place: LeafPlace) {
  const style = 'margin:0;font-size:inherit;font-weight:inherit;line-height:inherit'
  const isRtl = isRightToLeft(html)
  const run = isRtl ? ' dir="rtl"' : ''
  return textOf(`<h${level}${run} style="${style}">${html}</h${level}>`, place, {
    'font-family': FONTS[place.brand.fonts.heading],
    'font-size': px(size ?? HEADING_SIZES[level]),
    'line-height': '1.25',
    color: colour,
    align: align ?? (isRtl ? 'right' : undefined),
  })
}

function quoteOf({ html, source = '', align }: Of<'quote'>, place: LeafPlace): Component {
  const { fonts, colours } = place.brand
  const line = `border-left:3px solid ${colours.accent};padding-left:20px;`
  const style = `margin:0;${align === 'center' || align === 'right' ? '' : line}`
  const font = `font:14px/1.5 ${FONTS[fonts.body]};color:${colours.muted}`
  const named = source.trim() === '' ? '' : `<p style="${font}">— ${attribute(source)}</p>`
  return textOf(`<blockquote style="${style}">${html}${named}</blockquote>`, place, {
    'font-family': FONTS[fonts.heading],
    'font-size': '21px',
    'line-height': '1.45',
    align,
  })
}

function listOf({ items, marks = 'bullets', size, colour }: Of<'list'>, place: LeafPlace) {
  const name = marks === 'numbers' ? 'ol' : 'ul'
  const look = marks === 'checks' ? ' class="pp-checks"' : ''
  const rows = items.map(item => `<li>${item}</li>`).join('')
  const values = { 'font-size': px(size), color: colour }
  return textOf(`<${name}${look}>${rows}</${name}>`, place, values)
}

/** While it is written it may have no picture yet. */
function pictureOf({ src, alt, width, href, align, radius }: Of<'picture'>): Component {
  const isWide = width === undefined || width >= WIDE_PICTURE
  const values = {
    src: src.trim() === '' ? addressOfOwnPicture('empty') : src,
    width: px(width),
    align,
    'border-radius': px(radius),
    href: href || undefined,
    'fluid-on-mobile': isWide ? 'true' : undefined,
    alt,
  }
  return { tag: 'mj-image', values, classes: [] }
}

/** Icons with the names as texts. A link that leads elsewhere has the icon of the web. */
function socialOf({ links, align = 'center', words }: Of<'social'>, place: LeafPlace): Component {
  const { accent, muted } = place.brand.colours
  if (words || links.every(link => networkOf(link) === undefined))
    return textOf(linksOf(links.map(({ name, href }) => [name, href])), place, {
      align,
      'font-size': '14px',
      color: muted,
    })
  const content = links.map(link => {
    const icon = {
      src: addressOfIcon(networkOf(link) ?? 'web', accent),
      alt: link.name,
      href: link.href,
      'background-color': accent,
    }
    return `<mj-social-element${given(icon)} border-radius="18px" padding="0 5px 6px" />`
  })
  const values = { align, 'icon-size': '36px', 'icon-padding': '0' }
  return { tag: 'mj-social', values, classes: [], content: content.join('') }
}

/** The rows of a product: a picture, its name as a heading, what it is, what it costs. */
export function rowsOfProduct(block: Of<'product'>): PlainLeaf[] {
  const {
    id,
    src,
    alt,
    name,
    level = 2,
    html,
    price,
    before = '',
    button,
    href,
    background,
  } = block
  const common = { id, ...(background && { background }) }
  const words = attribute(name)
  const cost = [
    before.trim() === '' ? '' : `<s>${attribute(before)}</s>`,
    price.trim() === '' ? '' : `<strong>${attribute(price)}</strong>`,
  ].filter(part => part !== '')
  const rows: PlainLeaf[] = []
  if (src.trim() !== '')
    rows.push({ type: 'picture', ...common, src, alt: alt.trim() === '' ? name : alt, href })
  const title = button.trim() === '' ? `<a href="${attribute(href)}">${words}</a>` : words
  rows.push({ type: 'heading', ...common, level, size: 19, html: title })
  if (html.trim() !== '') rows.push({ type: 'text', ...common, size: 15, html })
  if (cost.length > 0) rows.push({ type: 'text', ...common, html: `<p>${cost.join(' ')}</p>` })
  if (button.trim() !== '')
    rows.push({ type: 'button', ...common, text: button, href, align: 'left' })
  return rows
}

/** A picture that leads to the video, and says so. */
export function rowOfVideo({ type: _, ...block }: Of<'video'>, { language }: Brand): PlainLeaf {
  const alt = block.alt.trim() === '' ? PLAY[language] : `${PLAY[language]}: ${block.alt}`
  return { ...block, type: 'picture', alt }
}

/** Attributes that are set, in their order. */
export const given = (values: MjmlValues): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${attribute(String(value))}"`)
    .join('')

/** Tags stay as they are written: readers of the MJML know them. */
export const attribute = (text: string): string =>
  splitTags(text)
    .map(part => (part.isTag ? part.text : escapeUTF8(part.text)))
    .join('')

export const px = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : `${value}px`

const linksOf = (links: (readonly [string, string])[]): string =>
  links
    .map(([words, href]) => `<a href="${attribute(href)}">${attribute(words)}</a>`)
    .join(' &#160;·&#160; ')
