/** Clicks on the links of newsletters, by sending, from stored counts. */
import type { Db } from '../../../db/db.ts'
import { foldHits } from '../../tracking/fold-hits.ts'
import { linksOfSendings, sendingsWithLink } from '../reports.sql.ts'
import { unmeasuredOfSendings } from './overview.sql.ts'

export interface LinkOfSending {
  /** As written in the newsletter. */
  url: string
  newsletterId: number
  newsletterName: string
  sendingId: number
  sendTime: string
  /** Planned subscribers of the sending. */
  recipients: number
  clicks: number
  /** Subscribers who clicked; null for an anonymous sending. */
  uniqueClicks: number | null
  /** Unique clicks divided by recipients who were measured, 0 to 1; null without either. */
  clickRate: number | null
  firstClick: string | null
  lastClick: string | null
}

/** Sendings per query. */
const PART = 100

/**
 * Sendings that began in the interval (its end excluded), in that order; for one URL, or for all if
 * it is empty.
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
    const sendingIds = sendings.map(({ id }) => id)
    const rows = await linksOfSendings(db, { accountId, sendingIds, urls })
    const unmeasured = new Map(
      (await unmeasuredOfSendings(db, { accountId, sendingIds })).map(one => [
        one.id,
        one.clicksUnmeasured,
      ]),
    )
    yield rows.map(({ clicks, newsletterName, ...row }) => {
      const measured = row.recipients - (unmeasured.get(row.sendingId) ?? 0)
      return {
        ...row,
        newsletterName: newsletterName ?? '',
        clicks: Number(clicks),
        clickRate: row.uniqueClicks === null || measured <= 0 ? null : row.uniqueClicks / measured,
      }
    })
    if (sendings.length < PART) return
    after = { afterAt: last.sentAt, afterId: last.id }
  }
}

/** A URL as given, and as in emails: `https://shop.example` is sent as `https://shop.example/`. */
function spellings(given: string): string[] {
  const url = given.trim()
  if (url === '') return []
  return [...new Set([url, URL.canParse(url) ? new URL(url).href : url])]
}
