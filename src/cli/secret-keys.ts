/** The signing keys of this store's tokens, for commands that read tokens. */

import type { Store } from '../db/db.ts'
import { openKeys } from '../domain/keys/keys.ts'
import { keyOfLinks } from '../domain/keys/link-keys.ts'
import type { KeyOf } from '../mail/links/signing.ts'
import type { Config } from '../settings/config.ts'
import { sealerOf } from './secret.ts'

export async function keyOfStore(
  db: Store,
  config: Config,
): Promise<{ keyOf: KeyOf; close(): void }> {
  const keys = await openKeys(db, await sealerOf(db, config))
  return { keyOf: keyOfLinks(keys), close: keys.close }
}
