/** A/B tests whose people are mostly not measured: nobody could tell which variant is better. */
import type { Db } from '../../../db/db.ts'
import { hasUnmeasured } from '../../measuring/measuring.sql.ts'
import { refused } from '../../refusal.ts'
import { countAudience } from './count-audience.ts'
import type { Split } from './options.ts'
import { type AudienceOrder, orderedAudience } from './order.ts'

/** Refuses a test by opens, clicks or value (which follows clicks) that nobody could win. */
export async function refuseFewMeasured(
  db: Db,
  accountId: number,
  order: AudienceOrder,
  { by }: Pick<Split, 'by'>,
): Promise<void> {
  if (!(await hasUnmeasured(db, { accountId })).checked) return
  const audience = await orderedAudience(db, accountId, order)
  const { willGet, measured } = await countAudience(db, accountId, audience)
  const isFew = by === 'opens' ? measured.fewOpens : measured.fewClicks
  const people = { measured: by === 'opens' ? measured.opens : measured.clicks, people: willGet }
  if (isFew)
    throw refused('not-now', 'test-few-measured', people).atShell('choose-yourself', '--anyway')
}
