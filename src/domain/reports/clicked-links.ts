/**
 * What became of addresses that newsletters lead to, sending by sending, from the counts that are
 * kept.
 */
import type { Db } from '../../db/db.ts'
import { foldHits } from '../tracking/fold-hits.ts'
import { linksOfSendings, sendingsWithLink } from './reports.sql.ts'

export interface LinkOfSending {
  /** As written in the newsletter. */
  url: string
  newsletterId: number
  newsletterName: string
  sendingId: number
  sendTime: string
  /** How many people the sending was planned for. */
  recipients: number
  clicks: number
  /** How many people clicked; null where nobody knows, the sending being anonymous. */
  uniqueClicks: number | null
  /** Unique clicks by recipients, 0 to 1; null without either. */
  clickRate: number | null
  firstClick: string | null
  lastClick: string | null
}

/** Sendings looked at in one go. */
const PART = 100

/**
 * Of sendings that began in the interval, whose end is no longer in it, in that order; of one
 * address, or of all of them when it is empty.
 */
export async function* linksOf(
  db: Db,
  accountId: number,
  { from, until, url }: { from: Date; until: Date; url: string },
): AsyncGenerator<LinkOfSending[]> {
  const urls = spellings(url)
  await foldHits(db, accountId)
  let after: { afterAt: Date | string; afterId: number } = { afterAt: '-infinity', afterId: 0 }
  for (;;) {
    const sendings = await sendingsWithLink(db, {
      accountId,
      from,
      until,
      urls,
      ...after,
      size: PART,
    })
    const last = sendings.at(-1)
    if (!last) return
    const rows = await linksOfSendings(db, {
      accountId,
      sendingIds: sendings.map(({ id }) => id),
      urls,
    })
    yield rows.map(({ clicks, newsletterName, ...row }) => ({
      ...row,
      newsletterName: newsletterName ?? '',
      clicks: Number(clicks),
      clickRate:
        row.uniqueClicks === null || row.recipients === 0
          ? null
          : row.uniqueClicks / row.recipients,
    }))
    if (sendings.length < PART) return
    after = { afterAt: last.sentAt, afterId: last.id }
  }
}

/**
 * An address as given, and as it stands in letters: `https://shop.example` is sent as
 * `https://shop.example/`.
 */
function spellings(given: string): string[] {
  const url = given.trim()
  if (url === '') return []
  return [...new Set([url, URL.canParse(url) ? new URL(url).href : url])]
}
