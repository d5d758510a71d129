/**
 * Sendings that ended longer ago than the ledger is kept: the outcomes of their emails are counted,
 * and the rows of people removed.
 */
import type { Db } from '../../db/db.ts'
import { formatInstant } from '../../lib/instant.ts'
import { refused } from '../refusal.ts'
import { removedSendings } from './counts.sql.ts'

export interface RemovedPeople {
  at: string
  /** After the end of the sending. */
  months: number
}

/** Those of the sendings whose rows of people are removed. */
export async function removedAmong(
  db: Db,
  accountId: number,
  sendingIds: readonly number[],
): Promise<Map<number, RemovedPeople>> {
  const rows = await removedSendings(db, { accountId, sendingIds: [...sendingIds] })
  return new Map(rows.map(({ sendingId, ...removed }) => [sendingId, removed]))
}

/** Refuses what needs to know who got these sendings. */
export async function refuseRemoved(
  db: Db,
  accountId: number,
  sendingIds: readonly number[],
): Promise<void> {
  for (const [sendingId, { at, months }] of await removedAmong(db, accountId, sendingIds))
    throw refused('people-removed', 'people-of-sending', {
      sending: sendingId,
      at: formatInstant(at),
      months,
    })
}
