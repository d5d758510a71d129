/**
 * Lists whose letters are tracked anonymously: opens and clicks count, and nobody knows whose they
 * were.
 */
import type { Db } from '../../db/db.ts'
import { findList } from '../lists/lists.sql.ts'
import { noSuch } from '../refusal.ts'
import { beAnonymous, bePersonal, listsInAnonymity } from './tracking.sql.ts'

export type Tracking = 'personal' | 'anonymous'

/** The lists that are anonymous now. What was sent while one was stays anonymous afterwards. */
export const anonymousLists = async (db: Db, accountId: number): Promise<Set<number>> =>
  new Set((await listsInAnonymity(db, { accountId })).map(({ listId }) => listId))

export async function setTracking(
  db: Db,
  accountId: number,
  listId: number,
  tracking: Tracking,
): Promise<void> {
  if (!(await findList(db, { accountId, listId }))) throw noSuch('no-such-list', listId)
  if (tracking === 'anonymous') await beAnonymous(db, { accountId, listId })
  else await bePersonal(db, { accountId, listId })
}
