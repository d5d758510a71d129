/** Items of a feed that the console has tried; the finding that no trigger would fill an email. */
import { z } from 'zod'
import type { Db } from '../../../db/db.ts'
import {
  LONGEST_LINK,
  LONGEST_TEXT,
  LONGEST_TITLE,
  MOST_SHOWN_ITEMS,
} from '../../../domain/feeds/feed.ts'
import type { Message } from '../../../domain/newsletters/freeze-message.ts'
import { feedsOfNewsletter } from '../../../domain/triggers/feeds/feeds.sql.ts'
import { readsFeed } from '../../../domain/triggers/feeds/shown-feed.ts'
import { findingOf } from '../../../mail/message/findings.ts'
import { blockAt } from './block-names.ts'
import type { ContentFinding } from './content-finding.ts'

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
