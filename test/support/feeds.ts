/** Feeds as sites make them, for tests. */

export interface GivenItem {
  id?: string
  title: string
  text?: string
  link?: string
  picture?: string
  date?: string
}

const esc = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const tag = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `<${name}>${esc(text)}</${name}>`

export const rss = (items: readonly GivenItem[], home = 'https://blog.example/'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" \
xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>The blog</title>${tag('link', home)}
<atom:link href="${esc(home)}feed.xml" rel="self"/>
${items
  .map(
    ({ id, title, text, link, picture, date }) =>
      `<item>${id === undefined ? '' : `<guid isPermaLink="false">${esc(id)}</guid>`}` +
      `${tag('title', title)}${tag('link', link)}${tag('description', text)}` +
      `${picture === undefined ? '' : `<media:content url="${esc(picture)}" medium="image"/>`}` +
      `${tag('pubDate', date && new Date(date).toUTCString())}</item>`,
  )
  .join('\n')}</channel></rss>`

/** Item number i of a blog, of that day of November. */
const post = (i: number): GivenItem => ({
  id: `post-${i}`,
  title: `Post ${i}`,
  text: `<p>About <b>number</b> ${i} &amp; more.</p>`,
  link: `https://blog.example/${i}`,
  picture: `https://blog.example/${i}.jpg`,
  date: new Date(Date.UTC(2026, 10, 1, i)).toISOString(),
})

export const posts = (from: number, to: number): GivenItem[] =>
  Array.from({ length: to - from + 1 }, (_, i) => post(to - i))
