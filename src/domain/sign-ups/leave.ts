/** Leaving the lists of a form: carried out by the worker, so the answer tells nothing. */
import type { Store } from '../../db/db.ts'
import { unsubscribePerson } from '../subscribers/person-consent.ts'
import { leaverOf, noteLeft } from './sign-ups.sql.ts'

/** Idempotent. Of an address that the account does not know nothing is changed. */
export async function applyLeaving(db: Store, accountId: number, id: number): Promise<void> {
  const found = await leaverOf(db, { accountId, id })
  if (!found) return
  const { subscriberId, form } = found
  const reason = `by the form ${form}`.slice(0, 500)
  if (subscriberId !== null)
    for (const listId of JSON.parse(found.listIds) as number[])
      await unsubscribePerson(db, accountId, subscriberId, listId, 'page', reason)
  await noteLeft(db, { accountId, id, subscriberId })
}
