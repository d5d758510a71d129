/** Lists with anonymous tracking: opens and clicks are counted without the subscriber. */
import type { Db } from '../../db/db.ts'
import { findList } from '../lists/lists.sql.ts'
import { trackHitsOf } from '../newsletters/exemptions.ts'
import { noSuch } from '../refusal.ts'
import { anonymousListIds, trackAnonymously, trackPersonally } from './tracking.sql.ts'

/** Off: not even counted. Whether such a list was anonymous counts again when it is tracked. */
export type Tracking = 'personal' | 'anonymous' | 'off'

/** The lists that are anonymous now. Emails sent while a list was anonymous stay anonymous. */
export const anonymousLists = async (db: Db, accountId: number): Promise<Set<number>> =>
  new Set((await anonymousListIds(db, { accountId })).map(({ listId }) => listId))

export async function setTracking(
  db: Db,
  accountId: number,
  listId: number,
  tracking: Tracking,
): Promise<void> {
  if (!(await findList(db, { accountId, listId }))) throw noSuch('no-such-list', listId)
  await trackHitsOf(db, accountId, { noun: 'list', id: listId }, tracking !== 'off')
  if (tracking === 'anonymous') await trackAnonymously(db, { accountId, listId })
  else if (tracking === 'personal') await trackPersonally(db, { accountId, listId })
}
