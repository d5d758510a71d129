/** Opens, clicks and conversions of a sending: the totals above all reports. */
import type { Db } from '../../db/db.ts'
import { noSuch } from '../refusal.ts'
import { foldHits } from '../tracking/fold-hits.ts'
import { hitsOfSending, sendingOfReport, valuesOfSending } from './reports.sql.ts'

export interface Hits {
  /** Includes prefetching proxies, scanners and other machines. */
  all: number
  byPeople: number
  /** Distinct subscribers; null for an anonymous sending. */
  people: number | null
  /** Times of hits by people. */
  first: string | null
  last: string | null
}

export interface HitsOfSending {
  opens: Hits
  clicks: Hits
  /** Exact decimals by currency; an empty currency if the shop sent none. */
  closures: { currency: string; count: number; value: string }[]
}

export async function hitsOf(db: Db, accountId: number, sendingId: number): Promise<HitsOfSending> {
  const sending = await sendingOfReport(db, { accountId, sendingId })
  if (!sending) throw noSuch('no-such-sending', sendingId)
  await foldHits(db, accountId)
  const rows = await hitsOfSending(db, { accountId, sendingId })
  const of = (kind: 'view' | 'click'): Hits => {
    const row = rows.find(known => known.kind === kind)
    return {
      all: row?.byAll ?? 0,
      byPeople: row?.byPeople ?? 0,
      people: sending.anonymous ? null : (row?.messages ?? 0),
      first: row?.firstAt ?? null,
      last: row?.lastAt ?? null,
    }
  }
  const values = await valuesOfSending(db, { accountId, sendingId })
  return {
    opens: of('view'),
    clicks: of('click'),
    closures: values.map(({ currency, closures, value }) => ({ currency, count: closures, value })),
  }
}
