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

/** Behind which id this process has moved the counter of an account. */
const passedOf = storeLocal(() => new Map<number, number>())

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
  const passed = passedOf(db)
  if (id > (passed.get(accountId) ?? 0)) {
    await passIds(db, accountId, 'subscriber', id)
    passed.set(accountId, id)
  }
  await adoptPerson(db, { accountId, id, email, emailKey: key, keyHash })
}
