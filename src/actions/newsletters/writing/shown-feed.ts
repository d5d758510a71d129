/**
 * The items of a feed in the preview of an email: those that the console has tried, the last of
 * the feed of its trigger, or examples. And the finding that no trigger would fill it.
 */
import { z } from 'zod'
import type { Db } from '../../../db/db.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { brandOf } from '../../../domain/brand/keep-brand.ts'
import {
  LONGEST_LINK,
  LONGEST_TEXT,
  LONGEST_TITLE,
  MOST_SHOWN_ITEMS,
} from '../../../domain/feeds/feed.ts'
import type { Message } from '../../../domain/newsletters/freeze-message.ts'
import { addressOfOwnPicture } from '../../../domain/newsletters/pictures/pictures.ts'
import { feedsOfNewsletter } from '../../../domain/triggers/feeds/feeds.sql.ts'
import { findingOf } from '../../../mail/message/findings.ts'
import { cleanedValue } from '../../../mail/template/cleaned.ts'
import type { MergeValues } from '../../../mail/template/merge.ts'
import { blockAt } from './block-names.ts'
import type { ContentFinding } from './content-finding.ts'

type FeedValues = NonNullable<MergeValues['feed']>

const address = (schemes: RegExp) =>
  z.string().max(LONGEST_LINK).regex(schemes).or(z.literal('')).default('')

/** As emails of triggers have it: read by `POST /triggers/try-feed`. */
export const TriedFeed = z.strictObject({
  title: z.string().max(LONGEST_TITLE),
  items: z
    .array(
      z.strictObject({
        title: z.string().min(1).max(LONGEST_TITLE),
        text: z.string().max(LONGEST_TEXT),
        link: address(/^https?:\/\//),
        picture: address(/^https:\/\//),
        date: z.iso.date().or(z.literal('')).default(''),
      }),
    )
    .max(MOST_SHOWN_ITEMS),
})

export type TriedFeed = z.output<typeof TriedFeed>

/** A tag, or a loop, that reads it. */
const READS = /\{[{%][^{}]{0,200}\bfeed\.(?:title|link|count|items)\b/

const readsFeed = ({ html, text, subject, preheader }: Message): boolean =>
  [html, text, subject, preheader].some(part => READS.test(part))

export interface FeedMeans {
  publicUrl: string
  newsletterId: number | undefined
  tried?: TriedFeed | undefined
}

/** Undefined: the email reads no feed. */
export async function shownFeed(
  db: Db,
  accountId: number,
  message: Message,
  { publicUrl, newsletterId, tried }: FeedMeans,
): Promise<FeedValues | undefined> {
  if (!readsFeed(message)) return undefined
  if (tried) return valuesOf(tried.title, tried.items)
  const feeds =
    newsletterId === undefined ? [] : await feedsOfNewsletter(db, { accountId, newsletterId })
  for (const { title, latest } of feeds) {
    const items = JSON.parse(latest ?? '[]') as object[]
    if (items.length > 0) return valuesOf(title ?? '', items)
  }
  const { language } = await brandOf(db, accountId)
  return exampleFeed(language, name => `${publicUrl}${addressOfOwnPicture(name)}`)
}

/** As many items as an email can have: for its size. */
export const longestFeed = (message: Message): FeedValues | undefined =>
  readsFeed(message) ? exampleFeed('en', name => `https://example.com/${name}.png`) : undefined

const valuesOf = (title: string, items: readonly object[]): FeedValues =>
  cleanedValue({ title, link: 'https://example.com/', count: items.length, items }) as FeedValues

const PICTURES = ['bench-s', 'can-s', 'branch-s', 'saw-s', 'window-s'] as const
const DAY = Date.UTC(2026, 10, 30)

const EXAMPLES: Record<Brand['language'], { blog: string; item: string; text: string }> = {
  en: {
    blog: 'Your feed',
    item: 'Title of item',
    text: 'The text of the item, as the feed has it: its first words, as many as you choose. Title and picture lead to the whole of it.',
  },
  sv: {
    blog: 'Ditt flöde',
    item: 'Rubrik på inlägg',
    text: 'Här står inläggets text så som flödet har den: dess första ord, så många som du väljer. Rubriken och bilden leder till hela inlägget.',
  },
  de: {
    blog: 'Ihr Feed',
    item: 'Titel von Beitrag',
    text: 'Hier steht der Text des Beitrags, wie der Feed ihn hat: seine ersten Worte, so viele Sie wählen. Titel und Bild führen zum ganzen Beitrag.',
  },
}

function exampleFeed(language: Brand['language'], picture: (name: string) => string): FeedValues {
  const { blog, item, text } = EXAMPLES[language]
  const items = Array.from({ length: MOST_SHOWN_ITEMS }, (_, i) => ({
    title: `${item} ${i + 1}`,
    text,
    link: `https://example.com/${i + 1}`,
    picture: picture(PICTURES[i % PICTURES.length]!),
    date: new Date(DAY - i * 86_400_000).toISOString().slice(0, 10),
  }))
  return valuesOf(blog, items)
}

const MEND = 'Let a trigger that starts by a feed send it: the recipe "From the blog" makes one.'

/** It reads a feed, and no trigger with a feed sends it. */
export async function feedFindings(
  db: Db,
  accountId: number,
  newsletterId: number | undefined,
  message: Message,
): Promise<ContentFinding[]> {
  if (!readsFeed(message)) return []
  const feeds =
    newsletterId === undefined ? [] : await feedsOfNewsletter(db, { accountId, newsletterId })
  if (feeds.length > 0) return []
  const at = message.html.indexOf('{{ item.title }}')
  const block = at < 0 ? null : blockAt(message.html)(at)
  const place = block === null ? null : { block }
  return [{ what: 'blocks', severity: 'look', ...findingOf('feed-unsent'), mend: MEND, at: place }]
}
