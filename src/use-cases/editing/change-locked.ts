/** Changes of what two people may have open: one after the other, each seeing the other's. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { lockPerson } from '../../domain/members/members.sql.ts'
import { lockNewsletter } from '../../domain/newsletters/newsletters.sql.ts'
import { lockTemplate } from '../../domain/templates/templates.sql.ts'
import { lockTriggerRow } from '../../domain/triggers/triggers.sql.ts'

export type LockedKind = 'newsletter' | 'template' | 'trigger' | 'member'

const LOCKS: Record<LockedKind, (tx: Db, accountId: number, id: number) => Promise<unknown>> = {
  newsletter: (tx, accountId, id) => lockNewsletter(tx, { accountId, id }),
  template: (tx, accountId, id) => lockTemplate(tx, { accountId, id }),
  trigger: (tx, accountId, triggerId) => lockTriggerRow(tx, { accountId, triggerId }),
  // Whatever changes a member locks the person first.
  member: (tx, _, personId) => lockPerson(tx, { personId }),
}

/** The work sees the object as nobody can change it until the work is committed. */
export const changeLocked = <T>(
  db: Store,
  accountId: number,
  object: { kind: LockedKind; id: number },
  work: (tx: Db) => Promise<T>,
): Promise<T> =>
  atomically(db, async tx => {
    await LOCKS[object.kind](tx, accountId, object.id)
    return work(tx)
  })
