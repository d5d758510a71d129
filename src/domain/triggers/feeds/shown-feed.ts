/**
 * The items of a feed in an email that no trigger sends: a preview, or a test. The last ones of the
 * feed of its trigger, else examples in the language of the brand.
 */
import type { Db } from '../../../db/db.ts'
import { cleanedValue } from '../../../mail/template/cleaned.ts'
import type { Brand } from '../../brand/brand.ts'
import { brandOf } from '../../brand/keep-brand.ts'
import { MOST_SHOWN_ITEMS } from '../../feeds/feed.ts'
import type { Message } from '../../newsletters/freeze-message.ts'
import { addressOfOwnPicture } from '../../newsletters/pictures/pictures.ts'
import { feedsOfNewsletter } from './feeds.sql.ts'
import type { FeedValues } from './issue-values.ts'

/** A tag, or a loop, that reads it. */
const READS = /\{[{%][^{}]{0,200}\bfeed\.(?:title|link|count|items)\b/

export const readsFeed = ({ html, text, subject, preheader }: Message): boolean =>
  [html, text, subject, preheader].some(part => READS.test(part))

/** Undefined: the email reads no feed. `publicUrl`: of the pictures of examples. */
export async function shownFeed(
  db: Db,
  accountId: number,
  message: Message,
  { publicUrl, newsletterId }: { publicUrl: string; newsletterId: number | undefined },
): Promise<FeedValues | undefined> {
  if (!readsFeed(message)) return undefined
  const feeds =
    newsletterId === undefined ? [] : await feedsOfNewsletter(db, { accountId, newsletterId })
  for (const { title, latest } of feeds) {
    const items = JSON.parse(latest ?? '[]') as object[]
    if (items.length > 0) return shownValues(title ?? '', '', items)
  }
  const { language } = await brandOf(db, accountId)
  return exampleFeed(language, name => `${publicUrl}${addressOfOwnPicture(name)}`)
}

/** As many items as an email can have: for its size. */
export const longestFeed = (message: Message): FeedValues | undefined =>
  readsFeed(message) ? exampleFeed('en', name => `https://example.com/${name}.png`) : undefined

/** `link`: of the page that the feed is of, or ''. */
export const shownValues = (title: string, link: string, items: readonly object[]): FeedValues =>
  cleanedValue({ title, link, count: items.length, items }) as FeedValues

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
  return shownValues(blog, 'https://example.com/', items)
}
