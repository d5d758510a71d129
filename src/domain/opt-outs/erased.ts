/**
 * Erased people who had opted out: nothing readable is left of them, and nothing brings them back. Whatever makes people looks for the
 * hash of the address in the statement that makes them, or in one before it in the same transaction: docs/decisions/0016-erasing.md.
 */
import type { Db } from '../../db/db.ts'
import { addressHashing } from '../keys/address-hash.ts'
import { anyErased, erasedOf } from './erased.sql.ts'

/**
 * The hash that an address is looked for by. Null in a process that has not opened the keys of the store, while nobody is erased; when
 * somebody is, such a process makes nobody. `db` is the store, never a transaction.
 */
export function keyHashOf(db: Db, accountId: number, emailKey: string): string | Promise<null> {
  return addressHashing(db)(accountId, emailKey) ?? withoutKey(db, accountId)
}

const withErased = new WeakMap<Db, Set<number>>()

/** Whether somebody of the account is known to have been erased: then inserts want hashes. A hint, that each statement looks behind. */
export const knowsErased = (db: Db, accountId: number): boolean => withErased.get(db)?.has(accountId) ?? false

/** For who was not let in without a hash. True: there are erased people, and it is known from now on. */
export async function learnsErased(db: Db, accountId: number): Promise<boolean> {
  if (!(await anyErased(db, { accountId })).any) return false
  const known = withErased.get(db) ?? new Set()
  withErased.set(db, known.add(accountId))
  return true
}

async function withoutKey(db: Db, accountId: number): Promise<null> {
  const { any } = await anyErased(db, { accountId })
  if (any)
    throw new Error('People were erased in this account, and this process has not opened the key that they are recognised by.')
  return null
}

/**
 * Which of these addresses, by their keys, are erased: they count as opted out. For imports, in the transaction that makes the people, and
 * not as its first statement: it has locked the list, or written something. While nobody of the account is erased, nothing is hashed.
 */
export async function erasedAmong(db: Db, tx: Db, accountId: number, emailKeys: readonly string[]): Promise<ReadonlySet<string>> {
  const erased = new Set<string>()
  if (!(await anyErased(tx, { accountId })).any) return erased
  const byHash = new Map<string, string>()
  for (const key of emailKeys) byHash.set((await keyHashOf(db, accountId, key))!, key)
  for (const { keyHash } of await erasedOf(tx, { accountId, keyHashes: [...byHash.keys()] })) erased.add(byHash.get(keyHash)!)
  return erased
}
