/** The secret of this installation as the commands use it. */

import type { Db, Store } from '../db/db.ts'
import { signingKeys } from '../domain/keys/keys.sql.ts'
import { openKeys } from '../domain/keys/keys.ts'
import { anyErased } from '../domain/opt-outs/erased.sql.ts'
import { anyErasedNumber } from '../domain/sms/opt-outs.sql.ts'
import { createSealer, type Sealer } from '../lib/secrets.ts'
import type { Config } from '../settings/config.ts'
import { findSecret, noSecret, secretOfStore } from '../start/secret-key.ts'

/** What seals and opens in this store. */
export const sealerOf = async (db: Db, config: Config): Promise<Sealer> =>
  createSealer(await secretOfStore(db, config.store))

/** Opens the key by which erased people are recognised. False: it is not here. */
export async function openKeysHere(db: Store, config: Config): Promise<boolean> {
  if (!findSecret(config.store) && (await signingKeys(db, {})).length > 0) return false
  const keys = await openKeys(db, await sealerOf(db, config))
  keys.close()
  return true
}

/**
 * For commands that make people. Where the key is not, they go on as long as nobody of the account
 * was erased.
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
