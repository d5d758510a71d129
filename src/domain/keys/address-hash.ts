/**
 * Keyed hashes of addresses: they recognise an erased person who had opted out, without storing the
 * address. The key is derived from the first key of the store, which never changes, because hashed
 * addresses can't be hashed again.
 */
import { createHmac, type KeyObject } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'

/**
 * Null: this process has not opened the keys of its store. It can do everything but recognise
 * erased addresses.
 */
export type HashAddress = (accountId: number, emailKey: string) => string | null

/** In base64: 144 bits, so that collisions are practically impossible. */
const HASH_LENGTH = 24

interface AddressKey {
  secret?: KeyObject
  hash: HashAddress
}

const keyOf = storeLocal((): AddressKey => ({ hash: () => null }))

/**
 * Called with the oldest key by the code that opens the keys of a store.
 * docs/decisions/0016-erasing.md explains why it is not passed as an argument.
 */
export function useAddressKey(store: Store, secret: KeyObject): void {
  const key = keyOf(store)
  key.secret = secret
  key.hash = (accountId, emailKey) => {
    const hashed = `erased address\n${accountId}\n${hashedForm(emailKey)}`
    const hmac = createHmac('sha256', secret).update(hashed)
    return hmac.digest('base64url').slice(0, HASH_LENGTH)
  }
}

/**
 * With the domain in Unicode: hashes of such addresses are older than their keys' ASCII form, and
 * can't be made again.
 */
function hashedForm(emailKey: string): string {
  if (!emailKey.includes('xn--')) return emailKey
  const at = emailKey.lastIndexOf('@') + 1
  return emailKey.slice(0, at) + (domainToUnicode(emailKey.slice(at)) || emailKey.slice(at))
}

export const addressHashing = (store: Store): HashAddress => keyOf(store).hash

/**
 * The key that never changes, for other data that must not be readable in a dump. Undefined: this
 * process has not opened the keys of the store.
 */
export const storeSecret = (store: Store): KeyObject | undefined => keyOf(store).secret
