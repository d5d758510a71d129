/**
 * Keyed hashes of addresses: how an erased person who had opted out is recognised without their
 * address being kept. The key is made from the first key of the store, which never changes: what
 * was hashed can't be hashed again with another.
 */
import { createHmac, type KeyObject } from 'node:crypto'
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'

/**
 * Null: this process has not opened the keys of its store. It can do all but recognise whom
 * somebody erased.
 */
export type HashAddress = (accountId: number, emailKey: string) => string | null

/** In base64: 144 bits, so that no two addresses share one. */
const HASH_LENGTH = 24

interface AddressKey {
  secret?: KeyObject
  hash: HashAddress
}

const keyOf = storeLocal((): AddressKey => ({ hash: () => null }))

/**
 * Done with the oldest key by whoever opens the keys of a store. Why it is no argument of each
 * rule: docs/decisions/0016-erasing.md
 */
export function recogniseErased(store: Store, secret: KeyObject): void {
  const key = keyOf(store)
  key.secret = secret
  key.hash = (accountId, emailKey) => {
    const hmac = createHmac('sha256', secret).update(`erased address\n${accountId}\n${emailKey}`)
    return hmac.digest('base64url').slice(0, HASH_LENGTH)
  }
}

export const addressHashing = (store: Store): HashAddress => keyOf(store).hash

/**
 * The key that never changes, for what else must not be readable in a dump. Undefined: this process
 * has not opened the keys of the store.
 */
export const storeSecret = (store: Store): KeyObject | undefined => keyOf(store).secret
