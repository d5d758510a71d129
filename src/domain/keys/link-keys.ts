/** The keys of the store in the form used to sign and verify URLs in emails. */
import type { KeyObject } from 'node:crypto'
import { type KeyOf, type MacKey, macKey } from '../../mail/links/signing.ts'
import type { Keys, SigningKey } from './keys.ts'

/** A cache: one MAC key per key. */
const macKeys = new WeakMap<KeyObject, MacKey>()

export function macKeyOf({ id, secret }: SigningKey): MacKey {
  const made = macKeys.get(secret) ?? macKey(id, secret)
  macKeys.set(secret, made)
  return made
}

/** Synchronous for a known key; another may be new on another node, and is read from the store. */
export function keyOfLinks(keys: Keys): KeyOf {
  return id => {
    const key = keys.find(id)
    return key instanceof Promise ? key.then(key => key && macKeyOf(key)) : key && macKeyOf(key)
  }
}
