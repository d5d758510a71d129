/**
 * Gives a subscriber the id that the old service gave, before the insert is carried out here: what
 * programs store stays right after the switch.
 */
import type { Store } from '../../db/db.ts'
import { keepId } from '../../db/ids.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { keyHashOf } from '../opt-outs/erased.ts'
import { adoptPerson, idOfAddress } from './shadow.sql.ts'

/** Nothing is done for an address that has an id here, or an id that somebody has. */
export async function adoptId(
  db: Store,
  accountId: number,
  id: number,
  address: string,
): Promise<void> {
  const email = address.trim()
  if (!isEmailAddress(email) || !Number.isSafeInteger(id) || id < 1) return
  const key = emailKey(email)
  if (await idOfAddress(db, { accountId, emailKey: key })) return
  const keyHash = await keyHashOf(db, accountId, key)
  await keepId(db, accountId, 'subscriber', id)
  await adoptPerson(db, { accountId, id, email, emailKey: key, keyHash })
}
