/** The keys of the store, as those who sign and read the addresses in letters want them. */
import type { KeyObject } from 'node:crypto'
import { type KeyOf, type MacKey, macKey } from '../../mail/links/signing.ts'
import type { Keys, SigningKey } from './keys.ts'

/** One for each key, so that what is known of it by heart stays known. */
const macKeys = new WeakMap<KeyObject, MacKey>()

export function macKeyOf({ id, secret }: SigningKey): MacKey {
  const made = macKeys.get(secret) ?? macKey(id, secret)
  macKeys.set(secret, made)
  return made
}

/** At once for a key that is known here; one that may have been made elsewhere is looked for. */
export function keyOfLinks(keys: Keys): KeyOf {
  return id => {
    const key = keys.find(id)
    return key instanceof Promise ? key.then(key => key && macKeyOf(key)) : key && macKeyOf(key)
  }
}
