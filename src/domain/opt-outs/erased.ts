/**
 * Erased people who had opted out: nothing readable is left of them, and nothing brings them back.
 * Whatever makes people looks for the hash of the address in the statement that makes them, or in
 * one before it in the same transaction: docs/decisions/0016-erasing.md.
 */
import type { Db, Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { addressHashing } from '../keys/address-hash.ts'
import { anyErased, erasedOf } from './erased.sql.ts'

/**
 * The hash that an address is looked for by. Null in a process that has not opened the keys of the
 * store, while nobody is erased; when somebody is, such a process makes nobody.
 */
export function keyHashOf(
  store: Store,
  accountId: number,
  emailKey: string,
): string | Promise<null> {
  return addressHashing(store)(accountId, emailKey) ?? withoutKey(store, accountId)
}

const accountsWithErased = storeLocal(() => new Set<number>())

/**
 * Whether somebody of the account is known to have been erased: then inserts want hashes. A hint,
 * that each statement looks behind.
 */
export const hasErased = (store: Store, accountId: number): boolean =>
  accountsWithErased(store).has(accountId)

/**
 * For who was not let in without a hash. True: there are erased people, and it is known from now
 * on.
 */
export async function lookForErased(store: Store, accountId: number): Promise<boolean> {
  if (!(await anyErased(store, { accountId })).any) return false
  accountsWithErased(store).add(accountId)
  return true
}

async function withoutKey(db: Db, accountId: number): Promise<null> {
  const { any } = await anyErased(db, { accountId })
  if (any)
    throw new Error(
      'People were erased in this account, and this process has not opened the key that they are recognised by.',
    )
  return null
}

/**
 * Which of these addresses, by their keys, are erased: they count as opted out. For imports, in the
 * transaction that makes the people, and not as its first statement: it has locked the list, or
 * written something. While nobody of the account is erased, nothing is hashed.
 */
export async function erasedAmong(
  store: Store,
  tx: Db,
  accountId: number,
  emailKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const erased = new Set<string>()
  if (!(await anyErased(tx, { accountId })).any) return erased
  const byHash = new Map<string, string>()
  for (const key of emailKeys) byHash.set((await keyHashOf(store, accountId, key))!, key)
  for (const { keyHash } of await erasedOf(tx, { accountId, keyHashes: [...byHash.keys()] }))
    erased.add(byHash.get(keyHash)!)
  return erased
}
