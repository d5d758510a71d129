/** The secret of this installation, for commands. */

import type { RelaySettings } from '../actions/relays/known-routes.ts'
import type { Db, Store } from '../db/db.ts'
import { signingKeys } from '../domain/keys/keys.sql.ts'
import { openKeys } from '../domain/keys/keys.ts'
import { anyErased } from '../domain/opt-outs/erased.sql.ts'
import { anyErasedNumber } from '../domain/sms/opt-outs.sql.ts'
import { createSealer, type Sealer } from '../lib/secrets.ts'
import type { Config } from '../settings/config.ts'
import { relaySettings } from '../settings/relay-settings.ts'
import { findSecret, noSecret, secretOfStore } from '../start/secret-key.ts'

/** Encrypts and decrypts secrets of this store. */
export const sealerOf = async (db: Db, config: Config): Promise<Sealer> =>
  createSealer(await secretOfStore(db, config.store))

/** The settings of this process for relays. */
export const relaysOf = (db: Db, config: Config): RelaySettings => ({
  ...relaySettings(config),
  localOption: '--local',
  sealer: () => sealerOf(db, config),
})

/** Opens the key that recognises erased subscribers. False: the key is missing. */
export async function openKeysHere(db: Store, config: Config): Promise<boolean> {
  if (!findSecret(config.store) && (await signingKeys(db, {})).length > 0) return false
  const keys = await openKeys(db, await sealerOf(db, config))
  keys.close()
  return true
}

/**
 * For commands that add subscribers. Without the key they work only while the account has no erased
 * person.
 */
export async function recogniseErasedHere(
  db: Store,
  config: Config,
  accountId: number,
): Promise<void> {
  if (await openKeysHere(db, config)) return
  if (!(await anyErased(db, { accountId })).any && !(await anyErasedNumber(db, { accountId })).any)
    return
  throw noSecret(config.store)
}
