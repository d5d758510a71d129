/** The page with the newsletters of a published list: by year, found by title, a page at a time. */
import type { FormLanguage } from '../../domain/forms/form-words.ts'
import {
  type IndexQuery,
  PAGE_SIZE,
  type PublicEntry,
  type PublicList,
} from '../../domain/published/public-pages.ts'
import { type Html, html } from '../../lib/html.ts'
import { wayToOwnLink } from '../preferences/own-link.ts'
import { page } from '../sign-up/frame.ts'
import type { PageLook } from '../sign-up/shown-form.ts'
import { type Alternates, addressOfVersion, languageLinks } from './languages.ts'
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
  /** The language that is asked for by the address; undefined: none. */
  asked: string | undefined
  /** Those that its newsletters are in. */
  languages: readonly string[]
  /** That of the newsletters shown; undefined: each is in one. */
  shown: string | undefined
  /** Of the sign-up form, if it is open. */
  formPath: string | undefined
}

/** Made once for each language: to make one takes longer than to write fifty days. */
const dayFormats = new Map<FormLanguage, Intl.DateTimeFormat>()

/** Days by the clock of the service. */
export function dayIn(language: FormLanguage, at: Date): string {
  const format =
    dayFormats.get(language) ??
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'Etc/GMT-1' })
  dayFormats.set(language, format)
  return format.format(at)
}

export function indexPage(view: IndexView): string {
  const { list, language, look, origin, query, entries, years } = view
  const texts = publishedTexts[language]
  const plain = addressOf(list, origin)
  const address = view.asked === undefined ? plain : `${plain}?lang=${view.asked}`
  const alternates: Alternates = {
    address: plain,
    languages: view.languages,
    base: undefined,
    shown: view.shown,
  }
  const isFirst = query.page === 1 && query.words === '' && query.year === undefined
  const shown = entries.slice(0, PAGE_SIZE)
  const [latest] = isFirst ? shown : []
  const head = linkTags(list, origin, {
    kind: 'website',
    title: list.title,
    description: list.description,
    picture: entries[0]?.picture ?? '',
    address,
    alternates,
  })
  const empty = isFirst ? texts.nothing : texts.notFound
  return page(
    { title: list.title, language, look, head },
    html`<div class="top"><h1>${list.title}</h1><a href="${feedAddress(view)}">RSS</a></div>
${list.description !== '' && html`<p class="soft">${list.description}</p>\n`}\
${languageLinks(alternates, texts.languages)}
${latest && latestEntry(view, texts, latest)}
<form class="find" method="get" action="${plain}" role="search">
${view.asked !== undefined && html`<input type="hidden" name="lang" value="${view.asked}">`}\
<input type="text" name="q" value="${query.words}" maxlength="100" aria-label="${texts.search}" \
placeholder="${texts.search}"><button class="second">${texts.searchButton}</button></form>
${years.length > 1 && yearLinks(view, texts)}
${shown.length === 0 && html`<p>${empty}</p>\n`}\
<ul class="issues">${(latest ? shown.slice(1) : shown).map(entry => issue(view, entry))}</ul>
${pageLinks(view, texts)}
${joinPart(view, texts)}`,
  )
}

const picture = ({ picture }: PublicEntry): Html | false =>
  // Of our library: those of other hosts would tell them who reads.
  picture.startsWith('/m/') && html`<img src="${picture}" alt="" loading="lazy">`

const feedAddress = ({ list, origin, asked }: IndexView): string =>
  addressOf(list, origin, 'feed.xml') + (asked === undefined ? '' : `?lang=${asked}`)

const entryAddress = ({ list, origin }: IndexView, entry: PublicEntry): string =>
  addressOfVersion(addressOf(list, origin, String(entry.number)), entry)

/** Where its words are in another language than the page. */
const langOf = ({ language }: IndexView, entry: PublicEntry): Html | false =>
  entry.language !== undefined && entry.language !== language && html` lang="${entry.language}"`

const latestEntry = (view: IndexView, texts: PublishedTexts, entry: PublicEntry): Html =>
  html`<a class="first" href="${entryAddress(view, entry)}">${picture(entry)}\
<span><time datetime="${entry.published.toISOString()}">${dayIn(view.language, entry.published)} · \
${texts.latest}</time>${wordsOf(view, entry)}</span></a>`

const issue = (view: IndexView, entry: PublicEntry): Html =>
  html`<li><a href="${entryAddress(view, entry)}">${picture(entry)}<span>\
<time datetime="${entry.published.toISOString()}">${dayIn(view.language, entry.published)}</time>\
${wordsOf(view, entry)}</span></a></li>
`

const wordsOf = (view: IndexView, entry: PublicEntry): Html =>
  html`<b${langOf(view, entry)}>${entry.title}</b>\
${entry.summary !== '' && html`<small${langOf(view, entry)}>${entry.summary}</small>`}`

/** The page with these parameters, in the language that was asked for. */
function queryAddress({ list, origin, asked }: IndexView, given: Record<string, string>): string {
  const language: Record<string, string> = asked === undefined ? {} : { lang: asked }
  return `${addressOf(list, origin)}?${new URLSearchParams({ ...language, ...given })}`
}

const yearLinks = (view: IndexView, texts: PublishedTexts): Html =>
  html`<nav class="years" aria-label="${texts.years}">${view.years.map(({ year }) => {
    const address = queryAddress(view, { year: String(year) })
    return year === view.query.year
      ? html`<a href="${address}" aria-current="page">${year}</a> `
      : html`<a href="${address}">${year}</a> `
  })}</nav>`

function pageLinks(view: IndexView, texts: PublishedTexts) {
  const { query, entries } = view
  const { page, year, words } = query
  const hasOlder = entries.length > PAGE_SIZE
  if (page === 1 && !hasOlder) return false
  const to = (number: number): string =>
    queryAddress(view, {
      ...(year !== undefined && { year: String(year) }),
      ...(words !== '' && { q: words }),
      ...(number > 1 && { page: String(number) }),
    })
  return html`<nav class="pages" aria-label="${texts.all}"><span>${
    page > 1 && html`<a href="${to(page - 1)}" rel="prev">${texts.newer}</a>`
  }</span><span>${
    hasOlder && html`<a href="${to(page + 1)}" rel="next">${texts.older}</a>`
  }</span></nav>`
}

/** The sign-up form, if it is open, and the way for those who have signed up. */
function joinPart(
  { formPath, origin, asked, look, language }: IndexView,
  texts: PublishedTexts,
): Html | false {
  const own = wayToOwnLink(look, language, true)
  if (formPath === undefined) return own
  return html`<section class="join"><h2>${texts.join}</h2>
<p class="soft">${texts.joinHint}</p>
<a class="button" href="${origin}${formPath}${asked !== undefined && `?lang=${asked}`}">\
${texts.joinButton}</a>${own}</section>`
}
