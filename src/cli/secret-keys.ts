/** The keys that tokens of this store are signed with, for commands that read them. */
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { openKeys } from '../domain/keys/keys.ts'
import { type KeyOf, macKey } from '../mail/links.ts'
import { sealerOf } from './secret.ts'

export async function keyOfStore(db: Db, config: Config): Promise<{ keyOf: KeyOf; close(): void }> {
  const keys = await openKeys(db, await sealerOf(db, config))
  const keyOf: KeyOf = async id => {
    const key = await keys.find(id)
    return key && macKey(key.id, key.secret)
  }
  return { keyOf, close: keys.close }
}
