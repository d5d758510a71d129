/**
 * Pessimistic locking of objects that several people may edit: changes are serialised, and each
 * sees the one before.
 */
import { atomically, type Db, type Store } from '../db/db.ts'
import { lockBrand } from '../domain/brand/brand.sql.ts'
import { lockSubscriber } from '../domain/directory/directory.sql.ts'
import { lockFilter } from '../domain/filters/filters.sql.ts'
import { lockForm } from '../domain/forms/forms.sql.ts'
import { lockList } from '../domain/lists/lists.sql.ts'
import { lockPerson } from '../domain/members/members.sql.ts'
import { lockNewsletter } from '../domain/newsletters/newsletters.sql.ts'
import { lockSavedBlock } from '../domain/newsletters/saved-blocks/saved-blocks.sql.ts'
import { lockPreferencePage } from '../domain/preferences/preferences.sql.ts'
import { lockTemplate } from '../domain/templates/templates.sql.ts'
import { lockEmail } from '../domain/transactions/planned/move-email.sql.ts'
import { lockTriggerRow } from '../domain/triggers/triggers.sql.ts'

export type LockedKind =
  | 'list'
  | 'filter'
  | 'newsletter'
  | 'saved-block'
  | 'brand'
  | 'template'
  | 'trigger'
  | 'member'
  | 'subscriber'
  | 'form'
  | 'preferences'
  | 'published'
  | 'email'

const LOCKS: Record<LockedKind, (tx: Db, accountId: number, id: number) => Promise<unknown>> = {
  list: (tx, accountId, listId) => lockList(tx, { accountId, listId }),
  filter: (tx, accountId, id) => lockFilter(tx, { accountId, id }),
  'saved-block': (tx, accountId, id) => lockSavedBlock(tx, { accountId, id }),
  form: (tx, accountId, id) => lockForm(tx, { accountId, id }),
  preferences: (tx, accountId) => lockPreferencePage(tx, { accountId }),
  email: (tx, accountId, emailId) => lockEmail(tx, { accountId, emailId }),
  // Its row is made by its first change.
  published: (tx, accountId, listId) => lockList(tx, { accountId, listId }),
  brand: (tx, accountId) => lockBrand(tx, { accountId }),
  subscriber: (tx, accountId, subscriberId) => lockSubscriber(tx, { accountId, subscriberId }),
  newsletter: (tx, accountId, id) => lockNewsletter(tx, { accountId, id }),
  template: (tx, accountId, id) => lockTemplate(tx, { accountId, id }),
  trigger: (tx, accountId, triggerId) => lockTriggerRow(tx, { accountId, triggerId }),
  // Every change of a member locks the person first.
  member: (tx, _, personId) => lockPerson(tx, { personId }),
}

/** The work holds a lock on the object, so that it is unchanged until the work is committed. */
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
