/** The page with the newsletters of a published list: by year, found by title, a page at a time. */
import type { FormLanguage } from '../../domain/forms/form-words.ts'
import {
  type IndexQuery,
  PAGE_SIZE,
  type PublicEntry,
  type PublicList,
} from '../../domain/published/public-pages.ts'
import { type Html, html } from '../../lib/html.ts'
import { page } from '../sign-up/frame.ts'
import type { PageLook } from '../sign-up/shown-form.ts'
import { addressOf, linkTags } from './link-tags.ts'
import { type PublishedTexts, publishedTexts } from './texts.ts'

export interface IndexView {
  list: PublicList
  language: FormLanguage
  look: PageLook
  origin: string
  query: IndexQuery
  /** One more than PAGE_SIZE: there is another page. */
  entries: readonly PublicEntry[]
  years: readonly { year: number; count: number }[]
  /** Of the sign-up form, if it is open. */
  formPath: string | undefined
}

/** Days by the clock of the service. */
export const dayIn = (language: FormLanguage, at: Date): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'Etc/GMT-1' }).format(at)

export function indexPage(view: IndexView): string {
  const { list, language, look, origin, query, entries, years } = view
  const texts = publishedTexts[language]
  const address = addressOf(list, origin)
  const isFirst = query.page === 1 && query.words === '' && query.year === undefined
  const shown = entries.slice(0, PAGE_SIZE)
  const [latest] = isFirst ? shown : []
  const head = linkTags(list, origin, {
    kind: 'website',
    title: list.title,
    description: list.description,
    picture: entries[0]?.picture ?? '',
    address,
  })
  const empty = isFirst ? texts.nothing : texts.notFound
  return page(
    { title: list.title, language, look, head },
    html`<div class="top"><h1>${list.title}</h1><a href="${address}/feed.xml">RSS</a></div>
${list.description !== '' && html`<p class="soft">${list.description}</p>\n`}\
${latest && latestEntry(view, texts, latest)}
<form class="find" method="get" action="${address}" role="search">
<input type="text" name="q" value="${query.words}" maxlength="100" aria-label="${texts.search}" \
placeholder="${texts.search}"><button class="second">${texts.searchButton}</button></form>
${years.length > 1 && yearLinks(view, texts, address)}
${shown.length === 0 && html`<p>${empty}</p>\n`}\
<ul class="issues">${(latest ? shown.slice(1) : shown).map(entry => issue(view, entry))}</ul>
${pageLinks(view, texts, address)}
${joinPart(view, texts)}`,
  )
}

const picture = ({ picture }: PublicEntry): Html | false =>
  // Of our library: those of other hosts would tell them who reads.
  picture.startsWith('/m/') && html`<img src="${picture}" alt="" loading="lazy">`

const latestEntry = (
  { list, language, origin }: IndexView,
  texts: PublishedTexts,
  entry: PublicEntry,
): Html =>
  html`<a class="first" href="${addressOf(list, origin, String(entry.number))}">${picture(entry)}\
<span><time datetime="${entry.published.toISOString()}">${dayIn(language, entry.published)} · \
${texts.latest}</time><b>${entry.title}</b>\
${entry.summary !== '' && html`<small>${entry.summary}</small>`}</span></a>`

const issue = ({ list, language, origin }: IndexView, entry: PublicEntry): Html =>
  html`<li><a href="${addressOf(list, origin, String(entry.number))}">${picture(entry)}<span>\
<time datetime="${entry.published.toISOString()}">${dayIn(language, entry.published)}</time>\
<b>${entry.title}</b>${entry.summary !== '' && html`<small>${entry.summary}</small>`}</span></a></li>
`

const yearLinks = ({ query, years }: IndexView, texts: PublishedTexts, address: string): Html =>
  html`<nav class="years" aria-label="${texts.years}">${years.map(({ year }) =>
    year === query.year
      ? html`<a href="${address}?year=${year}" aria-current="page">${year}</a> `
      : html`<a href="${address}?year=${year}">${year}</a> `,
  )}</nav>`

function pageLinks({ query, entries }: IndexView, texts: PublishedTexts, address: string) {
  const { page, year, words } = query
  const hasOlder = entries.length > PAGE_SIZE
  if (page === 1 && !hasOlder) return false
  const to = (number: number): string => {
    const parameters = new URLSearchParams()
    if (year !== undefined) parameters.set('year', String(year))
    if (words !== '') parameters.set('q', words)
    if (number > 1) parameters.set('page', String(number))
    return `${address}?${parameters}`
  }
  return html`<nav class="pages" aria-label="${texts.all}"><span>${
    page > 1 && html`<a href="${to(page - 1)}" rel="prev">${texts.newer}</a>`
  }</span><span>${
    hasOlder && html`<a href="${to(page + 1)}" rel="next">${texts.older}</a>`
  }</span></nav>`
}

const joinPart = ({ formPath, origin }: IndexView, texts: PublishedTexts): Html | false =>
  formPath !== undefined &&
  html`<section class="join"><h2>${texts.join}</h2>
<p class="soft">${texts.joinHint}</p>
<a class="button" href="${origin}${formPath}">${texts.joinButton}</a></section>`
