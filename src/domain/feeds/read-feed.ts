/** Reads the answer of a server as a feed: RSS 2.0, RSS 1.0, Atom or JSON Feed. */
import { XmlBroken } from '../../lib/xml/elements.ts'
import { type Detail, detailed } from '../details/details.ts'
import type { FeedContent } from './feed.ts'
import { addressOf, itemOf, plainOf, type RawItem, type RawText } from './item-parts.ts'
import { readJsonFeed } from './read-json-feed.ts'
import { FEED_ROOTS, readXmlFeed } from './read-xml-feed.ts'

export interface FeedAnswer {
  /** At most LARGEST_FEED. */
  body: Buffer
  contentType: string | undefined
}

/** `url`: relative addresses in it are resolved by it. */
export function readFeed(
  { body, contentType }: FeedAnswer,
  url: string,
): FeedContent | { wrong: Detail } {
  const text = decoded(body, contentType ?? '').trimStart()
  if (text.startsWith('{')) {
    const json = readJsonFeed(text)
    return json
      ? feedOf({ ...json, title: { text: json.title, isHtml: false } }, url)
      : { wrong: detailed('feed-none') }
  }
  if (/^<(?:!doctype html|html)[\s>]/i.test(text.slice(0, 100)))
    return { wrong: detailed('feed-web-page') }
  if (!text.startsWith('<')) return { wrong: detailed('feed-none') }
  try {
    const feed = readXmlFeed(text)
    if (!FEED_ROOTS.has(feed.root))
      return { wrong: detailed(feed.root === 'html' ? 'feed-web-page' : 'feed-none') }
    return feedOf(feed, url)
  } catch (error) {
    if (!(error instanceof XmlBroken)) throw error
    if (error.what.startsWith('a DTD')) return { wrong: detailed('feed-dtd') }
    const what = error.what.slice(0, 200).replace(/\.$/, '')
    return { wrong: detailed('feed-broken', { line: error.line, what }) }
  }
}

const feedOf = (
  { title, link, items }: { title: RawText; link: string | undefined; items: RawItem[] },
  url: string,
): FeedContent => ({
  title: plainOf(title).slice(0, 200),
  link: addressOf(link, url, /^https?:$/),
  items: items.map(item => itemOf(item, url)).filter(item => item !== undefined),
})

/** The character set: of a byte order mark, of the header, of the XML declaration, else UTF-8. */
function decoded(body: Buffer, contentType: string): string {
  const [head = ''] = body.toString('latin1', 0, 300).split('?>')
  const declared = /\bencoding ?= ?["']([\w.:-]{1,40})["']/.exec(head)?.[1]
  const given = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType.slice(0, 200))?.[1]
  const label = markOf(body) ?? given ?? declared ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  return body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : undefined
}
