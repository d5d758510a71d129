/**
 * Reads RSS 2.0, RSS 1.0 (RDF) and Atom. A strict, linear reader of XML: no DTD, and so no entities
 * but those of XML and HTML; depth and length of a text are bounded.
 */
import { createXmlElements } from '../../lib/xml/elements.ts'
import { MOST_FEED_ITEMS } from './feed.ts'
import { LONGEST_RAW, type RawItem, type RawText } from './item-parts.ts'

export interface XmlFeed {
  /** The name of the root element; a feed has one of FEED_ROOTS. */
  root: string
  title: RawText
  link: string | undefined
  items: RawItem[]
}

export const FEED_ROOTS: ReadonlySet<string> = new Set(['rss', 'rdf', 'feed'])

type Attributes = Readonly<Record<string, string>>

/** Texts of an item by element: of several that say the same, the first counts. */
const TITLES = ['title']
const SUMMARIES = ['description', 'summary']
const CONTENTS = ['encoded', 'content']
const IDS = ['guid', 'id']
const DATES = ['pubdate', 'published', 'date', 'issued', 'updated', 'modified']
const KEPT = new Set([...TITLES, ...SUMMARIES, ...CONTENTS, ...IDS, ...DATES, 'link'])

interface Field extends RawText {
  name: string
}

interface OpenItem {
  depth: number
  fields: Field[]
  links: string[]
  images: string[]
  thumbnails: string[]
  about: string | undefined
  isPermalink: boolean
}

/** Throws XmlBroken. */
export function readXmlFeed(text: string): XmlFeed {
  const feed: XmlFeed = { root: '', title: { text: '', isHtml: true }, link: undefined, items: [] }
  const path: string[] = []
  let item: OpenItem | undefined
  let field: Field | undefined

  const beginsItem = (name: string): boolean =>
    feed.items.length < MOST_FEED_ITEMS &&
    (path.at(-1) === 'feed' ? name === 'entry' : path.length <= 2 && name === 'item')

  const reader = createXmlElements({
    open(name, attributes) {
      if (path.length === 0) feed.root = name
      if (item) {
        if (path.length === item.depth && KEPT.has(name)) {
          field = { name, text: '', isHtml: isHtml(feed.root, name, attributes) }
          item.fields.push(field)
        } else if (field && field.text !== '') field.text += ' '
        noteAddresses(item, name, attributes)
      } else if (beginsItem(name)) item = newItem(path.length + 1, attributes)
      else if (name === 'link' && isOfPage(attributes)) feed.link ??= attributes.href
      path.push(name)
    },
    text(part) {
      if (field) {
        if (field.text.length < LONGEST_RAW) field.text += part
      } else if (!item && isOfFeed(path)) {
        if (path.at(-1) === 'title' && feed.title.text.length < 1_000) feed.title.text += part
        if (path.at(-1) === 'link' && part.trim() !== '') feed.link ??= part.trim()
      }
    },
    close() {
      path.pop()
      if (!item) return
      if (path.length === item.depth) field = undefined
      if (path.length >= item.depth) return
      feed.items.push(rawItem(item))
      item = undefined
    },
  })
  reader.push(text)
  reader.end()
  return feed
}

/** A child of `channel`, or of `feed`. */
const isOfFeed = (path: readonly string[]): boolean =>
  path.at(-2) === 'channel' || (path.length === 2 && path[0] === 'feed')

const isOfPage = ({ href, rel = 'alternate' }: Attributes): boolean =>
  href !== undefined && rel === 'alternate'

/** Texts of Atom say what they are; those of RSS are HTML in fact. */
const isHtml = (root: string, name: string, { type }: Attributes): boolean =>
  root !== 'feed' || name === 'encoded' || (type ?? 'text').includes('html')

const newItem = (depth: number, attributes: Attributes): OpenItem => ({
  depth,
  fields: [],
  links: [],
  images: [],
  thumbnails: [],
  about: attributes['rdf:about'],
  isPermalink: true,
})

/** Elements of an item that have an address as an attribute. */
function noteAddresses(item: OpenItem, name: string, attributes: Attributes): void {
  const { href, url, src, type = '', medium } = attributes
  const isImage = type.startsWith('image/') || medium === 'image'
  if (name === 'link' && href !== undefined) {
    if (isOfPage(attributes)) item.links.push(href)
    else if (attributes.rel === 'enclosure' && isImage) item.images.push(href)
  } else if ((name === 'enclosure' || name === 'content') && url !== undefined && isImage)
    item.images.push(url)
  else if (name === 'thumbnail' && url !== undefined) item.thumbnails.push(url)
  else if (name === 'image' && href !== undefined) item.thumbnails.push(href)
  // Of XHTML in an entry.
  else if (name === 'img' && src !== undefined) item.thumbnails.push(src)
  else if (name === 'guid') item.isPermalink = attributes.ispermalink !== 'false'
  if (name === 'guid' && attributes.isPermaLink === 'false') item.isPermalink = false
}

function rawItem({ fields, links, images, thumbnails, about, isPermalink }: OpenItem): RawItem {
  const all = (names: readonly string[]) =>
    names.flatMap(name => fields.filter(one => one.name === name && one.text.trim() !== ''))
  const first = (names: readonly string[]) => all(names)[0]?.text.trim()
  const id = first(IDS) ?? about
  const permalink = isPermalink && /^https?:/i.test(id ?? '') ? id : undefined
  return {
    id,
    title: all(TITLES)[0],
    texts: [...all(SUMMARIES), ...all(CONTENTS)],
    link: links[0] ?? first(['link']) ?? permalink,
    pictures: [...images, ...thumbnails],
    at: first(DATES),
  }
}
