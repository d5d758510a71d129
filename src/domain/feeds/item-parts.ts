/** The parts of an item as emails show them: plain texts, and addresses that may be followed. */
import { isIP } from 'node:net'
import { decodeHTML } from 'entities'
import { kindOf } from '../../lib/fetch-guard-places.ts'
import { attributeOf, openTags, scanHtml } from '../../mail/html/scan.ts'
import { type FeedItem, LONGEST_LINK, LONGEST_TEXT, LONGEST_TITLE } from './feed.ts'

/** An item as the formats have it. */
export interface RawItem {
  id?: string | undefined
  title?: RawText | undefined
  texts: RawText[]
  link?: string | undefined
  /** The most fitting first. */
  pictures: string[]
  at?: string | undefined
}

export interface RawText {
  text: string
  isHtml: boolean
}

/** Of a text of an item: longer ones are cut before they are read as HTML. */
export const LONGEST_RAW = 100_000

/** Undefined: there is nothing in it to show. `base` is the address of the feed. */
export function itemOf(raw: RawItem, base: string): FeedItem | undefined {
  const link = addressOf(raw.link, base, /^https?:$/)
  const text = raw.texts.map(plainOf).find(one => one !== '') ?? ''
  const title = (raw.title && plainOf(raw.title)) || text || link
  if (title === undefined) return undefined
  const html = raw.texts.filter(({ isHtml }) => isHtml)
  const pictures = [...raw.pictures, ...html.flatMap(one => picturesIn(one.text))]
  const addresses = pictures
    .map(one => addressOf(one, link ?? base, /^https:$/))
    .filter(one => one !== undefined && isPublic(one))
  const at = new Date(raw.at?.slice(0, 100) ?? '')
  return {
    id: raw.id?.trim().slice(0, LONGEST_LINK) || undefined,
    title: cut(title, LONGEST_TITLE),
    text: cut(text, LONGEST_TEXT),
    link,
    picture: addresses[0],
    at: Number.isNaN(at.getTime()) ? undefined : at,
  }
}

/** Without markup, and white space as single blanks. */
export function plainOf({ text, isHtml }: RawText): string {
  const bounded = text.slice(0, LONGEST_RAW)
  return cleaned(isHtml ? textIn(bounded) : bounded)
}

function textIn(html: string): string {
  const parts: string[] = []
  for (const token of scanHtml(html))
    if (token.type === 'text') parts.push(html.slice(token.start, token.end))
    else if (!INLINE.has('name' in token ? token.name : '')) parts.push(' ')
  return decodeHTML(parts.join(''))
}

/** Tags that stand within a word. */
const INLINE = new Set('a abbr b code em i mark s small span strong sub sup u'.split(' '))

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const UNSEEN = /[\x00-\x1f\x7f-\xa0\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+/g

const cleaned = (text: string): string =>
  text.toWellFormed().replace(UNSEEN, ' ').replaceAll('\u00ad', '').replace(/ {2,}/g, ' ').trim()

/** At the last word that fits. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const part = text.slice(0, most - 1).toWellFormed()
  const blank = part.lastIndexOf(' ')
  return `${blank > most / 2 ? part.slice(0, blank) : part}…`
}

/** Whole, if its scheme is wanted; without user and password. */
export function addressOf(
  given: string | undefined,
  base: string,
  schemes: RegExp,
): string | undefined {
  const text = given?.trim() ?? ''
  if (text === '' || text.length > LONGEST_LINK) return undefined
  const url = URL.parse(text, base)
  if (!url || !schemes.test(url.protocol) || url.username !== '') return undefined
  // Braces would be read as tags of the email.
  const address = url.href.replaceAll('{', '%7B').replaceAll('}', '%7D')
  return address.length > LONGEST_LINK ? undefined : address
}

/** A mail program that fetches a picture must not call devices beside its reader. */
function isPublic(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return kindOf(host) === 'public'
  return host.includes('.') && !/\.(?:localhost|local|internal|home\.arpa)$/.test(host)
}

const MOST_PICTURES = 10

function picturesIn(html: string): string[] {
  const found: string[] = []
  for (const token of openTags(html.slice(0, LONGEST_RAW))) {
    if (token.name !== 'img') continue
    const isPixel = ['width', 'height'].some(name =>
      /^[01]$/.test(attributeOf(token, name)?.value ?? ''),
    )
    const source = attributeOf(token, 'src')?.value
    if (!isPixel && source !== undefined) found.push(decodeHTML(source))
    if (found.length === MOST_PICTURES) break
  }
  return found
}
