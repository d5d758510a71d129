/** Takes all people off a list by a call of a program, which remembers nothing of it. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { noSuch } from '../refusal.ts'
import { hasListener, publish } from '../webhooks/publish.ts'
import { leaveOneList } from './leave-lists.sql.ts'
import { findList } from './lists.sql.ts'

/** People in a transaction: a list may have millions. */
const PART = 2_000

/**
 * Returns how many left. People who join meanwhile may stay. Stopped in between, it is repeated.
 */
export async function emptyList(db: Store, accountId: number, listId: number): Promise<number> {
  if (!(await findList(db, { accountId, listId }))) throw noSuch('no-such-list', listId)
  const listening = await hasListener(db, accountId, 'unsubscribed')
  let left = 0
  for (;;) {
    let ids: number[] = []
    const work = async (tx: Db) => {
      ids = (await leaveOneList(tx, { accountId, listId, most: PART })).map(({ id }) => id)
      const details = ids.map(() => ({ source: 'program' }))
      if (listening && ids.length > 0)
        await publish(tx, accountId, { kind: 'unsubscribed', ids, listId, details })
    }
    await atomically(db, work, { again: true })
    left += ids.length
    if (ids.length < PART) break
  }
  await atomically(db, tx =>
    recordChange(tx, accountId, { action: 'list.empty', id: listId, after: { left } }),
  )
  return left
}
