/**
 * Erased people who had opted out: only a hash of the address is kept, which prevents that they are
 * added again (who had declined to be measured: erased-declines.ts). Each statement that inserts
 * subscribers checks it, or one before it in the same transaction: docs/decisions/0016-erasing.md.
 */
import type { Db, Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { addressHashing } from '../keys/address-hash.ts'
import { anyErased, erasedOf } from './erased.sql.ts'

/**
 * The hash of an address. Null if this process has not opened the keys of the store and the account
 * has no erased addresses; if it has some, such a process can't insert subscribers.
 */
export function keyHashOf(
  store: Store,
  accountId: number,
  emailKey: string,
): string | Promise<null> {
  return addressHashing(store)(accountId, emailKey) ?? withoutKey(store, accountId)
}

/** By the address' key, the hash of each. */
export async function keyHashesOf(
  store: Store,
  accountId: number,
  emailKeys: readonly string[],
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const emailKey of emailKeys) {
    const hash = await keyHashOf(store, accountId, emailKey)
    if (hash !== null) hashes.set(emailKey, hash)
  }
  return hashes
}

const accountsWithErased = storeLocal(() => new Set<number>())

/**
 * Whether the account is known to have erased addresses, so that inserts must pass hashes. Only a
 * hint: each statement checks.
 */
export const hasErased = (store: Store, accountId: number): boolean =>
  accountsWithErased(store).has(accountId)

/**
 * For an insert that was refused without a hash. Returns whether the account has erased addresses,
 * and remembers it.
 */
export async function checkErased(store: Store, accountId: number): Promise<boolean> {
  if (!(await anyErased(store, { accountId })).any) return false
  accountsWithErased(store).add(accountId)
  return true
}

async function withoutKey(db: Db, accountId: number): Promise<null> {
  const { any } = await anyErased(db, { accountId })
  if (any)
    throw new Error(
      'People were erased in this account, and this process has not opened the key of their ' +
        'hashes.',
    )
  return null
}

/**
 * The erased ones among these addresses, given by their keys: they count as opted out. For imports,
 * in the transaction that inserts the subscribers, and not as its first statement: the list must be
 * locked, or something written. Hashes nothing while the account has no erased addresses.
 */
export async function erasedAmong(
  store: Store,
  tx: Db,
  accountId: number,
  emailKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const erased = new Set<string>()
  if (!(await anyErased(tx, { accountId })).any) return erased
  const hashes = await keyHashesOf(store, accountId, emailKeys)
  const byHash = new Map([...hashes].map(([key, hash]) => [hash, key]))
  for (const { keyHash } of await erasedOf(tx, { accountId, keyHashes: [...byHash.keys()] }))
    erased.add(byHash.get(keyHash)!)
  return erased
}
