/** The new items of a feed as tags read them: {{ feed.title }}, {% for item in feed.items %}. */
import type { Db } from '../../../db/db.ts'
import { cleanedValue } from '../../../mail/template/cleaned.ts'
import { type FeedContent, type FeedItem, MOST_SHOWN_ITEMS } from '../../feeds/feed.ts'
import { findIssue, issuesInMessage } from './feeds.sql.ts'

export type FeedValues = Readonly<Record<string, unknown>>

/** `count` is of all new ones. */
export const issueValues = (
  { title, link }: Omit<FeedContent, 'items'>,
  items: readonly FeedItem[],
) => ({
  title,
  link: link ?? '',
  count: items.length,
  items: items.slice(0, MOST_SHOWN_ITEMS).map(itemValues),
})

const itemValues = ({ title, text, link, picture, at }: FeedItem) => ({
  title,
  text,
  link: link ?? '',
  picture: picture ?? '',
  date: at?.toISOString().slice(0, 10) ?? '',
})

/** The newest first, where each item has a date; else as the feed has them. */
export const newestFirst = (items: readonly FeedItem[]): FeedItem[] =>
  items.every(({ at }) => at)
    ? items.toSorted((a, b) => b.at!.getTime() - a.at!.getTime())
    : [...items]

/** Of each subscriber the issue of the run that sent them this email. */
export async function issuesOfMessage(
  db: Db,
  accountId: number,
  messageId: number,
  people: readonly { id: number }[],
): Promise<Map<number, FeedValues>> {
  const ids = people.map(({ id }) => id)
  const runs = await issuesInMessage(db, { accountId, messageId, ids })
  const read = new Map<string, FeedValues | undefined>()
  for (const { at, triggerId } of runs) {
    if (read.has(at)) continue
    const found = await findIssue(db, { accountId, triggerId, at })
    read.set(at, found && (cleanedValue(JSON.parse(found.details)) as FeedValues))
  }
  return new Map(runs.flatMap(({ id, at }) => (read.get(at) ? [[id, read.get(at)!]] : [])))
}
