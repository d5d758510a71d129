/**
 * Keyed hashes of addresses: how an erased person who had opted out is recognised without their address being kept.
 * The key is made from the first key of the store, which never changes: what was hashed can't be hashed again with another.
 */
import { createHmac, type KeyObject } from 'node:crypto'
import type { Db } from '../../db/db.ts'

/** Null: this process has not opened the keys of its store. It can do all but recognise whom somebody erased. */
export type HashAddress = (accountId: number, emailKey: string) => string | null

/** In base64: 144 bits, so that no two addresses share one. */
const HASH_LENGTH = 24

const hashers = new WeakMap<Db, HashAddress>()
const secrets = new WeakMap<Db, KeyObject>()

/** Done with the oldest key by whoever opens the keys of a store. See docs/decisions/0016-erasing.md for why it is no argument of each rule. */
export function recogniseErased(db: Db, secret: KeyObject): void {
  secrets.set(db, secret)
  hashers.set(db, (accountId, emailKey) =>
    createHmac('sha256', secret).update(`erased address\n${accountId}\n${emailKey}`).digest('base64url').slice(0, HASH_LENGTH),
  )
}

const unable: HashAddress = () => null

/** `db` is the store, never a transaction in it. */
export const addressHashing = (db: Db): HashAddress => hashers.get(db) ?? unable

/** The key that never changes, for what else must not be readable in a dump. Undefined: this process has not opened the keys of the store. */
export const storeSecret = (db: Db): KeyObject | undefined => secrets.get(db)
