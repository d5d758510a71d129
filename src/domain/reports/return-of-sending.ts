/**
 * What a sending brought in: clicks of people, what they bought afterwards, and what it was worth,
 * address by address.
 */
import type { Db } from '../../db/db.ts'
import { noSuch } from '../refusal.ts'
import { foldHits } from '../tracking/fold-hits.ts'
import { returnsOfSending, sendingOfReport } from './reports.sql.ts'

export interface ReturnOfLink {
  url: string
  clicks: number
  closures: number
  /** An exact decimal, of all currencies together. */
  value: string
}

/**
 * All addresses of the sending in the order of the newsletter, also those that nobody followed.
 * From counts that are kept: no hit is read.
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
