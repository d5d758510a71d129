/** Changes under a condition: compared and made in one transaction. */
import type { Db } from '../../../db/db.ts'
import { changeLocked, type LockedKind } from '../../../use-cases/editing/change-locked.ts'
import { demandTag } from '../entity-tag.ts'
import type { ConditionalCall } from '../route.ts'

/** `tagNow` reads the tag of the object under its lock; without If-Match nothing is compared. */
export async function ifUnchanged<T>(
  { db, account, ifMatch }: ConditionalCall,
  object: { kind: LockedKind; id: number },
  tagNow: (tx: Db) => Promise<string>,
  change: (tx: Db) => Promise<T>,
): Promise<T> {
  if (ifMatch === undefined) return change(db)
  return changeLocked(db, account.id, object, async tx => {
    demandTag(ifMatch, await tagNow(tx))
    return change(tx)
  })
}
