/** What the public can read of a published list. */
import type { Db } from '../../db/db.ts'
import type { Message } from '../newsletters/freeze-message.ts'
import { messageIn } from '../newsletters/language-filters.ts'
import { withPictures } from '../newsletters/web-version.ts'
import type { LanguagePreview } from './link-preview.ts'
import { type PublicVersion, publicVersion } from './public-version.ts'
import {
  languagesPublished,
  publicationAt,
  publishedNewsletter,
  publishedNumbers,
  publishedPage,
  yearsPublished,
} from './published.sql.ts'

export interface PublicList {
  accountId: number
  listId: number
  slug: string
  title: string
  description: string
  listed: boolean
  formId: number | null
  shownFilters: number[]
  /** Raised by each change of what can be read. */
  revision: number
}

/** Undefined: there is none, or it is not published. */
export async function publicList(
  db: Db,
  accountId: number,
  slug: string,
): Promise<PublicList | undefined> {
  const found = await publicationAt(db, { accountId, slug })
  return found && { accountId, ...found, shownFilters: JSON.parse(found.shownFilters) }
}

export interface PublicEntry {
  number: number
  /** That of title, summary and picture; undefined: it is in one language. */
  language: string | undefined
  /** All, the base first; empty: it is in one. */
  languages: string[]
  title: string
  summary: string
  picture: string
  published: Date
  corrected: Date | null
}

export const PAGE_SIZE = 50
const LONGEST_SEARCH = 100
/** The clock of the service, as in `lib/instant.ts`. */
const ZONE = '+01:00'
const ALL = { from: '-infinity', until: 'infinity' }

export interface IndexQuery {
  year: number | undefined
  words: string
  /** From 1. */
  page: number
}

/** An entry as it is stored, in one of its languages; in the base, if it has not that one. */
function entryIn<Row extends { title: string; summary: string; picture: string }>(
  { languages: stored, ...row }: Row & { languages: string },
  wanted: string | undefined,
) {
  const languages = JSON.parse(stored) as LanguagePreview[]
  const shown = languages.find(({ language }) => language === wanted) ?? languages[0]
  return {
    ...row,
    ...shown,
    language: shown?.language,
    languages: languages.map(({ language }) => language),
  }
}

/** A page of the newest, in a language; one more than PAGE_SIZE: there is another page. */
export async function publicEntries(
  db: Db,
  { accountId, listId }: PublicList,
  { year, words, page }: IndexQuery,
  { language, most = PAGE_SIZE + 1 }: { language?: string | undefined; most?: number } = {},
): Promise<PublicEntry[]> {
  const start = (of: number) => `${of}-01-01T00:00:00${ZONE}`
  const bounds = year === undefined ? ALL : { from: start(year), until: start(year + 1) }
  const cut = words.trim().slice(0, LONGEST_SEARCH).toWellFormed()
  const pattern = cut === '' ? '' : `%${cut.replace(/[\\%_]/g, '\\$&')}%`
  const skip = (page - 1) * PAGE_SIZE
  const found = await publishedPage(db, {
    accountId,
    listId,
    ...bounds,
    words: pattern,
    most,
    skip,
  })
  return found.map(({ publishedAt, correctedAt, ...entry }) => ({
    ...entryIn(entry, language),
    published: new Date(publishedAt),
    corrected: correctedAt === null ? null : new Date(correctedAt),
  }))
}

export const publicYears = (
  db: Db,
  { accountId, listId }: PublicList,
): Promise<{ year: number; count: number }[]> => yearsPublished(db, { accountId, listId })

/** Those that newsletters of the list are in; none: each is in one language. */
export const publicLanguages = async (
  db: Db,
  { accountId, listId }: PublicList,
): Promise<string[]> =>
  (await languagesPublished(db, { accountId, listId })).map(({ language }) => language)

/** A sitemap has no more entries. */
const MOST_IN_SITEMAP = 50_000

export const publicNumbers = async (
  db: Db,
  { accountId, listId }: PublicList,
): Promise<{ number: number; changed: Date; language: string | undefined }[]> =>
  (await publishedNumbers(db, { accountId, listId, most: MOST_IN_SITEMAP - 1 }))
    .flatMap(({ number, changed, languages }) => {
      const [, ...others] = JSON.parse(languages) as LanguagePreview[]
      const page = { number, changed: new Date(changed) }
      return [undefined, ...others.map(one => one.language)].map(language => ({
        ...page,
        language,
      }))
    })
    .slice(0, MOST_IN_SITEMAP - 1)

export interface PublicNewsletter extends PublicEntry {
  content: PublicVersion
}

/**
 * In a language, or in its base, if it has not that one. Undefined: it is not there, or was taken
 * out. `origin`: ours, as the client sees it.
 */
export async function publicNewsletter(
  db: Db,
  { accountId, listId, shownFilters }: PublicList,
  number: number,
  origin: string,
  wanted: string | undefined,
): Promise<PublicNewsletter | undefined> {
  const found = await publishedNewsletter(db, { accountId, listId, number })
  if (!found) return undefined
  const { message: stored, publishedAt, correctedAt, ...row } = found
  const entry = entryIn(row, wanted)
  const whole = JSON.parse(stored) as Message
  const version = whole.translated?.versions.findIndex(one => one.language === entry.language)
  const message = messageIn(whole, version)
  const content = await publicVersion(db, accountId, message, { origin, shownFilters })
  const html =
    content.html === undefined
      ? undefined
      : await withPictures(db, accountId, message, content.html)
  return {
    ...entry,
    published: new Date(publishedAt),
    corrected: correctedAt === null ? null : new Date(correctedAt),
    content: { ...content, html },
  }
}
