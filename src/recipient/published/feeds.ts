/** RSS 2.0 and JSON Feed 1.1 with the whole text, and the sitemap. */
import { contentsOfBody } from '../../domain/published/email-document.ts'
import type { PublicList, PublicNewsletter } from '../../domain/published/public-pages.ts'
import { type Html, html } from '../../lib/html.ts'
import { addressOfVersion } from './languages.ts'
import { absolute, addressOf } from './link-tags.ts'

/** Of the newest; the rest is on the pages. */
export const MOST_IN_FEED = 20
/** Of one newsletter, in characters: a longer one is its summary, and the link. */
const LONGEST_CONTENT = 300_000

/** Characters that XML 1.0 (2.2) has not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: to remove them
const NOT_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

const xml = (document: Html): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${document.html.toWellFormed().replace(NOT_XML, '')}`

export interface FeedView {
  list: PublicList
  newsletters: readonly PublicNewsletter[]
  origin: string
  /** That its address asks for; undefined: none. */
  asked: string | undefined
  /** That of its newsletters, as far as they have it; undefined: each is in one. */
  language: string | undefined
}

const askedAddress = ({ list, origin, asked }: FeedView, name: string): string =>
  addressOf(list, origin, name) + (asked === undefined ? '' : `?lang=${asked}`)

export function rssFeed(view: FeedView): string {
  const { list, newsletters, origin, language } = view
  const changed = newsletters.map(({ published, corrected }) => corrected ?? published)
  const last = changed.length > 0 && new Date(Math.max(...changed.map(at => at.getTime())))
  return xml(html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" \
xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
<title>${list.title}</title>
<link>${askedAddress(view, '')}</link>
<description>${list.description || list.title}</description>
${language !== undefined && html`<language>${language}</language>\n`}\
<atom:link href="${askedAddress(view, 'feed.xml')}" rel="self" type="application/rss+xml"/>
<generator>Pennypost</generator>
${last && html`<lastBuildDate>${last.toUTCString()}</lastBuildDate>\n`}\
${newsletters.map(one => {
  const address = addressOfVersion(addressOf(list, origin, String(one.number)), one)
  return html`<item>
<title>${one.title}</title>
<link>${address}</link>
<guid isPermaLink="true">${address}</guid>
<pubDate>${one.published.toUTCString()}</pubDate>
${one.corrected !== null && html`<atom:updated>${one.corrected.toISOString()}</atom:updated>\n`}\
<description>${one.summary}</description>
<content:encoded>${contentOf(one, address)}</content:encoded>
</item>
`
})}</channel>
</rss>
`)
}

export function jsonFeed(view: FeedView): string {
  const { list, newsletters, origin, language } = view
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: list.title,
    home_page_url: askedAddress(view, ''),
    feed_url: askedAddress(view, 'feed.json'),
    ...(language !== undefined && { language }),
    ...(list.description !== '' && { description: list.description }),
    items: newsletters.map(one => {
      const address = addressOfVersion(addressOf(list, origin, String(one.number)), one)
      return {
        id: address,
        url: address,
        title: one.title,
        ...(one.language !== undefined && { language: one.language }),
        content_html: contentOf(one, address),
        ...(one.summary !== '' && { summary: one.summary }),
        ...(one.picture !== '' && { image: absolute(one.picture, origin) }),
        date_published: one.published.toISOString(),
        ...(one.corrected && { date_modified: one.corrected.toISOString() }),
      }
    }),
  })
}

export const sitemap = (
  list: PublicList,
  pages: readonly { number: number; changed: Date; language: string | undefined }[],
  origin: string,
): string =>
  xml(html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${addressOf(list, origin)}</loc></url>
${pages.map(
  ({ number, changed, language }) =>
    html`<url><loc>${addressOf(list, origin, String(number))}\
${language !== undefined && `?lang=${language}`}</loc>\
<lastmod>${changed.toISOString()}</lastmod></url>\n`,
)}</urlset>
`)

function contentOf({ content, summary }: PublicNewsletter, address: string): string {
  const { html: email, text } = content
  const whole =
    email === undefined
      ? html`<pre style="white-space:pre-wrap;font:inherit">${text}</pre>`.html
      : contentsOfBody(email)
  if (whole.length <= LONGEST_CONTENT) return whole
  return html`<p>${summary}</p><p><a href="${address}">${address}</a></p>`.html
}
