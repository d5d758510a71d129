/** Changes under a condition: compared and made in one transaction. */
import type { Db } from '../db/db.ts'
import type { ActionCall } from './action.ts'
import type { LockedKind } from './change-locked.ts'
import { demandTag } from './entity-tag.ts'

/** `tagNow` reads the tag of the object under its lock; without If-Match nothing is compared. */
export async function ifUnchanged<T>(
  { db, account, ifMatch }: Pick<ActionCall, 'db' | 'account' | 'ifMatch'>,
  object: { kind: LockedKind; id: number },
  tagNow: (tx: Db) => Promise<string>,
  change: (tx: Db) => Promise<T>,
): Promise<T> {
  if (ifMatch === undefined) return change(db)
  // Its locks are of many nouns, and a command knows of one.
  const { changeLocked } = await import('./change-locked.ts')
  return changeLocked(db, account.id, object, async tx => {
    demandTag(ifMatch, await tagNow(tx))
    return change(tx)
  })
}
