/** The ids of a person: the subscriber's, and those of subscribers that were merged into it. */
import type { Db } from '../../db/db.ts'
import { mergedInto } from './person.sql.ts'

export async function personIds(
  db: Db,
  accountId: number,
  subscriberId: number,
): Promise<number[]> {
  const merged = await mergedInto(db, { accountId, subscriberId })
  return [subscriberId, ...merged.map(({ id }) => id)]
}
