/** The head of a page, for search engines, feed readers and link previews. */
import type { PublicList } from '../../domain/published/public-pages.ts'
import { pathOfPublished } from '../../domain/published/published-address.ts'
import { type Html, html } from '../../lib/html.ts'
import { type Alternates, alternateTags } from './languages.ts'

export interface LinkTags {
  kind: 'website' | 'article'
  title: string
  description: string
  /** As it is written in the email; empty: none. */
  picture: string
  /** Canonical, with our origin. */
  address: string
  published?: Date
  corrected?: Date | null
  alternates: Alternates
}

/** The address of a list, or of a page under it. */
export const addressOf = (list: PublicList, origin: string, rest = ''): string =>
  `${origin}${pathOfPublished(list.accountId, list.slug)}${rest === '' ? '' : `/${rest}`}`

/** Pictures of the library stand without the address of the service. */
export const absolute = (picture: string, origin: string): string =>
  picture.startsWith('/') ? origin + picture : picture

export function linkTags(list: PublicList, origin: string, tags: LinkTags): Html {
  const { kind, title, description, picture, address, published, corrected } = tags
  const shown = picture && absolute(picture, origin)
  const asked = /\?lang=\w+$/.exec(address)?.[0] ?? ''
  const feed = (name: string) => addressOf(list, origin, name) + asked
  return html`${!list.listed && html`<meta name="robots" content="noindex">\n`}\
<link rel="canonical" href="${address}">
${alternateTags(tags.alternates)}\
${description !== '' && html`<meta name="description" content="${description}">\n`}\
<meta property="og:type" content="${kind}">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${address}">
<meta property="og:site_name" content="${list.title}">
${description !== '' && html`<meta property="og:description" content="${description}">\n`}\
${shown !== '' && html`<meta property="og:image" content="${shown}">\n`}\
<meta name="twitter:card" content="${shown === '' ? 'summary' : 'summary_large_image'}">
${
  published && html`<meta property="article:published_time" content="${published.toISOString()}">\n`
}${corrected instanceof Date && html`<meta property="article:modified_time" content="${corrected.toISOString()}">\n`}\
<link rel="alternate" type="application/rss+xml" title="${list.title}" href="${feed('feed.xml')}">
<link rel="alternate" type="application/feed+json" title="${list.title}" \
href="${feed('feed.json')}">`
}
