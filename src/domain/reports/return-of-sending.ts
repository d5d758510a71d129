/** The return of a sending by URL: clicks by people, conversions and their value. */
import type { Db } from '../../db/db.ts'
import { noSuch } from '../refusal.ts'
import { foldHits } from '../tracking/fold-hits.ts'
import { returnsOfSending, sendingOfReport } from './reports.sql.ts'

export interface ReturnOfLink {
  url: string
  clicks: number
  closures: number
  /** An exact decimal, over all currencies. */
  value: string
}

/**
 * All URLs of the sending in the order of the newsletter, including those without clicks. Reads
 * stored counts, no hits.
 */
export async function returnsOf(
  db: Db,
  accountId: number,
  sendingId: number,
): Promise<ReturnOfLink[]> {
  if (!(await sendingOfReport(db, { accountId, sendingId })))
    throw noSuch('no-such-sending', sendingId)
  await foldHits(db, accountId)
  const rows = await returnsOfSending(db, { accountId, sendingId })
  return rows.map(({ url, clicks, closures, value }) => ({
    url,
    clicks: Number(clicks),
    closures: Number(closures),
    value,
  }))
}
