/**
 * Gives a subscriber the id that the old service gave, before the insert is carried out here: what
 * programs store stays right after the switch.
 */
import { passIds } from '../../db/chosen-ids.ts'
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { keyHashOf } from '../opt-outs/erased.ts'
import { adoptPerson, idOfAddress } from './shadow.sql.ts'
import { takeOldIds } from './take-old-ids.ts'

/** Behind which id this process has moved the counter of an account. */
const passedOf = storeLocal(() => new Map<number, number>())

/** A row that has the address takes the id; one that has the id gets out of the way. */
export async function adoptId(
  db: Store,
  accountId: number,
  id: number,
  address: string,
): Promise<void> {
  const email = address.trim()
  if (!isEmailAddress(email) || !Number.isSafeInteger(id) || id < 1) return
  const key = emailKey(email)
  await takeOldIds(db, accountId, [{ id, emailKey: key }])
  if (await idOfAddress(db, { accountId, emailKey: key })) return
  const keyHash = await keyHashOf(db, accountId, key)
  const passed = passedOf(db)
  if (id > (passed.get(accountId) ?? 0)) {
    await passIds(db, accountId, 'subscriber', id)
    passed.set(accountId, id)
  }
  await adoptPerson(db, { accountId, id, email, emailKey: key, keyHash })
}
