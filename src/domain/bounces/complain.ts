/** A complaint: the person opts out of the whole account at once, with "complaint" as the reason. No insert and no import undoes it. */
import type { Db } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { emailKey } from '../../lib/email-address.ts'
import { keyHashOf } from '../opt-outs/erased.ts'
import { addOptOut, optOutPerson } from '../opt-outs/opt-outs.sql.ts'
import { leaveLists } from '../subscribers/subscribers.sql.ts'
import { ERASED } from './act.ts'
import { complained } from './bounces.sql.ts'

export const COMPLAINT = 'complaint'

export interface Complaint {
  email: string
  listId: number | null
  sendingId: number | null
  receivedAt: Date
}

/** In the transaction that keeps the complaint. `db` is the store, where ids come from. Said twice it is the same. */
export async function complain(
  db: Db,
  tx: Db,
  accountId: number,
  { email, listId, sendingId, receivedAt }: Complaint,
): Promise<void> {
  // Nothing is sent to who was erased, and nothing is known that could say more.
  if (email === ERASED) return
  const key = emailKey(email)
  const keyHash = await keyHashOf(db, accountId, key)
  const newId = await takeId(db, accountId, 'subscriber')
  const id = await takeId(db, accountId, 'opt-out')
  const person = await optOutPerson(tx, { accountId, id: newId, email, emailKey: key, keyHash })
  if (!person) return
  const subscriberId = person.id
  await complained(tx, { accountId, subscriberId, at: receivedAt })
  const said = { reason: COMPLAINT, listId, listText: null, sendingId, sendingText: null }
  await addOptOut(tx, { accountId, id, subscriberId, email: person.email, emailKey: key, ...said })
  await leaveLists(tx, { accountId, subscriberId, listId: null })
}
