/**
 * Published newsletters: `/a/LIST`, a page for each, `latest`, feeds and the sitemap. They are the
 * same for all readers but for their language; nothing is measured. Unknown addresses, lists
 * that are not published and newsletters that were taken out get the same answer.
 */
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../../db/db.ts'
import { pathOfForm } from '../../domain/forms/form.ts'
import { publicOrigin } from '../../domain/hosts/public-origin.ts'
import {
  type IndexQuery,
  type PublicList,
  type PublicNewsletter,
  publicEntries,
  publicLanguages,
  publicList,
  publicNewsletter,
  publicNumbers,
  publicYears,
} from '../../domain/published/public-pages.ts'
import { publishedNamed } from '../../domain/published/published-address.ts'
import { languageAmong } from '../../lib/accept-language.ts'
import { createCache } from '../../lib/cache.ts'
import { RIGHT_FORM } from '../../lib/language-words.ts'
import { policyOf } from '../sign-up/brand-style.ts'
import type { PageLook, ShownForms } from '../sign-up/shown-form.ts'
import { EMAIL_POLICY } from '../web-version.ts'
import { jsonFeed, MOST_IN_FEED, rssFeed, sitemap } from './feeds.ts'
import { indexPage } from './index-page.ts'
import { addressOfVersion, wordsFor } from './languages.ts'
import { addressOf } from './link-tags.ts'
import { newsletterPage } from './newsletter-page.ts'
import { INDEX_RULES } from './style.ts'

interface PublishedMeans {
  db: Store
  forms: ShownForms
}

/** The answer of one address. */
export type PublicAnswer =
  | { to: string; forGood: boolean }
  | ({ type: string; seconds: number; policy: string; listed: boolean; lang?: string } & (
      | WrittenFile
      | { body: string; tag?: undefined }
    ))

/** A feed, which is kept with its entity tag: it may be as long as twenty newsletters. */
interface WrittenFile {
  body: Buffer
  tag: string
}

interface Asked {
  list: PublicList
  origin: string
  /** Behind the list's address. */
  rest: string
  query: URLSearchParams
  /** Those that newsletters of the list are in. */
  languages: string[]
  /** One of them, that the address asks for. */
  language: string | undefined
  accept: string | undefined
}

/** Composed newsletters and feeds that are read much, by the revision of their list. */
const MOST_KEPT = 100
const LARGEST_KEPT = 1_000_000
const NO_ADDRESS = "default-src 'none'; sandbox"
const PAGE_SECONDS = 60
const FEED_SECONDS = 300

export function createPublished({ db, forms }: PublishedMeans) {
  const kept = createCache<string, WrittenFile>({ most: MOST_KEPT })
  const yearsOf = createCache<string, ReturnType<typeof publicYears>>({ most: MOST_KEPT })
  const languagesOf = createCache<string, Promise<string[]>>({ most: MOST_KEPT })
  const composed = createCache<string, Promise<PublicNewsletter | undefined>>({ most: MOST_KEPT })

  const keyOf = ({ list, origin }: Pick<Asked, 'list' | 'origin'>, name: string | number) =>
    `${list.accountId} ${list.listId} ${list.revision} ${origin} ${name}`

  function newsletter(
    asked: Asked,
    number: number,
    language: string | undefined,
  ): Promise<PublicNewsletter | undefined> {
    const { list, origin } = asked
    const key = keyOf(asked, `${number} ${language ?? ''}`)
    const made = composed.through(key, () => publicNewsletter(db, list, number, origin, language))
    // Large ones would fill the memory.
    made.then(
      one => (one?.content.html?.length ?? 0) > LARGEST_KEPT && composed.delete(key),
      () => composed.delete(key),
    )
    return made
  }

  async function feed(asked: Asked, write: typeof rssFeed): Promise<WrittenFile> {
    const language = await languageOfAll(asked, undefined)
    const key = keyOf(asked, `${write.name} ${asked.language ?? ''} ${language ?? ''}`)
    const known = kept.get(key)
    if (known !== undefined) return known
    const { list, origin } = asked
    const first: IndexQuery = { year: undefined, words: '', page: 1 }
    const entries = await publicEntries(db, list, first, { most: MOST_IN_FEED })
    const whole: PublicNewsletter[] = []
    for (const { number } of entries) {
      const one = await newsletter(asked, number, language)
      if (one) whole.push(one)
    }
    const view = { list, newsletters: whole, origin, asked: asked.language, language }
    const body = Buffer.from(write(view))
    const made = { body, tag: tagOf(body) }
    if (body.length <= 4 * LARGEST_KEPT) kept.set(key, made)
    return made
  }

  /** By the address; else the reader's, where it is one of them; else that of the account. */
  async function languageOfAll(
    { list, language, languages }: Asked,
    accept: string | undefined,
  ): Promise<string | undefined> {
    if (language !== undefined || languages.length === 0) return language
    const { brand } = await forms.look(list.accountId)
    return languageAmong(accept, languages) ?? languages.find(one => one === brand.language)
  }

  async function lookOf({ list }: Asked): Promise<PageLook & { formPath: string | undefined }> {
    const { accountId, formId } = list
    const look = await forms.look(accountId)
    const form = formId === null ? undefined : await forms.form({ accountId, formId })
    return { ...look, formPath: form && pathOfForm(accountId, form.form.id) }
  }

  async function index(asked: Asked): Promise<PublicAnswer> {
    const { list, origin, accept } = asked
    const query = queryIn(asked.query)
    const { formPath, ...plain } = await lookOf(asked)
    const style = plain.style + INDEX_RULES
    const look = { ...plain, style, policy: policyOf(style, plain.brand) }
    const shown = await languageOfAll(asked, accept)
    const entries = await publicEntries(db, list, query, { language: shown })
    const years = await yearsOf.through(keyOf(asked, 'years'), () => publicYears(db, list))
    const language = wordsFor(asked.language, accept)
    const body = indexPage({
      list,
      language,
      look,
      origin,
      query,
      entries,
      years,
      asked: asked.language,
      languages: asked.languages,
      shown,
      formPath,
    })
    return { ...HTML, body, policy: look.policy, listed: list.listed, lang: language }
  }

  async function one(asked: Asked): Promise<PublicAnswer | undefined> {
    const { list, origin, accept, rest } = asked
    if (!/^[1-9]\d{0,8}$/.test(rest)) return undefined
    const found = await newsletter(asked, Number(rest), asked.language)
    if (!found) return undefined
    const { formPath, ...look } = await lookOf(asked)
    const language = wordsFor(found.language, accept)
    const body = newsletterPage({ list, newsletter: found, language, look, origin, formPath })
    const lang = found.language ?? language
    return { ...HTML, body, policy: EMAIL_POLICY, listed: list.listed, lang }
  }

  async function latest(asked: Asked): Promise<PublicAnswer | undefined> {
    const { list, origin, language } = asked
    const first: IndexQuery = { year: undefined, words: '', page: 1 }
    const [newest] = await publicEntries(db, list, first, { language, most: 1 })
    if (!newest) return undefined
    const to = addressOfVersion(addressOf(list, origin, String(newest.number)), newest)
    return { to, forGood: false }
  }

  /** Undefined: there is nothing. */
  return async (
    path: string,
    installation: string,
    accept: string | undefined,
  ): Promise<PublicAnswer | undefined> => {
    const [, name = '', rest = '', query = ''] = PATH.exec(path) ?? []
    const ref = publishedNamed(name)
    const list = ref && (await publicList(db, ref.accountId, ref.slug))
    if (!list) return undefined
    const origin = await publicOrigin(db, list.accountId, installation)
    const parameters = new URLSearchParams(query)
    const lang = parameters.get('lang') ?? ''
    if (list.slug !== ref.slug) {
      const more = RIGHT_FORM.test(lang) ? `?lang=${lang}` : ''
      return { to: addressOf(list, origin, rest) + more, forGood: true }
    }
    const languages = await languagesOf.through(keyOf({ list, origin }, 'languages'), () =>
      publicLanguages(db, list),
    )
    const language = languages.find(one => one === lang)
    const asked = { list, origin, rest, query: parameters, accept, languages, language }
    const { listed } = list
    const file = { policy: NO_ADDRESS, listed, seconds: FEED_SECONDS }
    switch (rest) {
      case '':
        return index(asked)
      case 'latest':
        return latest(asked)
      case 'feed.xml':
        return { ...file, type: 'application/rss+xml', ...(await feed(asked, rssFeed)) }
      case 'feed.json':
        return { ...file, type: 'application/feed+json', ...(await feed(asked, jsonFeed)) }
      case 'sitemap.xml': {
        if (!listed) return undefined
        const body = sitemap(list, await publicNumbers(db, list), origin)
        return { ...file, type: 'application/xml', body }
      }
      default:
        return one(asked)
    }
  }
}

const HTML = { type: 'text/html', seconds: PAGE_SECONDS }
/** No address of ours is longer. */
const PATH = /^\/a\/([\w-]{1,80})(?:\/([\w.]{1,20}))?\/?(?:$|#|\?([^#]{0,1000}))/

function queryIn(given: URLSearchParams): IndexQuery {
  const number = (name: string, least: number, most: number) => {
    const text = given.get(name) ?? ''
    const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : undefined
  }
  const words = (given.get('q') ?? '').slice(0, 100).replaceAll('\0', '').trim().toWellFormed()
  return { year: number('year', 1990, 2999), words, page: number('page', 1, 1000) ?? 1 }
}

export function answerPublished(
  { method, headers }: IncomingMessage,
  res: ServerResponse,
  answer: PublicAnswer,
): void {
  if ('to' in answer) {
    const cache = answer.forGood ? `public, max-age=${PAGE_SECONDS}` : 'no-cache'
    res.writeHead(answer.forGood ? 301 : 302, { Location: answer.to, 'Cache-Control': cache })
    res.end()
    return
  }
  const { type, seconds, policy, listed, lang } = answer
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  const tag = answer.tag ?? tagOf(body)
  const shared = {
    ETag: tag,
    'Cache-Control': `public, max-age=${seconds}`,
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    ...(lang !== undefined && { 'Content-Language': lang, Vary: 'Accept-Language' }),
    ...(!listed && { 'X-Robots-Tag': 'noindex' }),
  }
  if (isKnown(headers['if-none-match'], tag)) {
    res.writeHead(304, shared).end()
    return
  }
  res.writeHead(200, {
    ...shared,
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': body.length,
  })
  res.end(method === 'HEAD' ? undefined : body)
}

/** The entity tag of an answer (RFC 9110 8.8.3). */
const tagOf = (body: Buffer): string => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`

/** If-None-Match (RFC 9110 13.1.2), by weak comparison. */
const isKnown = (given: string | undefined, tag: string): boolean =>
  (given ?? '')
    .slice(0, 2000)
    .split(',')
    .some(one => [tag, '*'].includes(one.trim().replace(/^W\//, '')))
