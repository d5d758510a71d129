/** The secret of this installation as the commands find it: from the settings, or in the key file. Looking for it makes none. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { signingKeys } from '../domain/keys/keys.sql.ts'
import { openKeys } from '../domain/keys/keys.ts'
import { anyErased } from '../domain/opt-outs/erased.sql.ts'
import { anyErasedNumber } from '../domain/sms/opt-outs.sql.ts'
import { createSealer, type Sealer, secretKeyIn } from '../lib/secrets.ts'
import { CommandFailed } from './context.ts'

export const keyFile = (config: Config): string => join(config.dataDir, 'secret.key')

export interface FoundSecret {
  secret: string
  origin: 'SECRET_KEY' | 'file'
}

export function findSecret(config: Config): FoundSecret | undefined {
  if (config.secretKey !== undefined) return { secret: config.secretKey, origin: 'SECRET_KEY' }
  try {
    const secret = readFileSync(keyFile(config), 'utf8').trim()
    return { secret, origin: 'file' }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new CommandFailed(`The key file ${keyFile(config)} can't be read: ${message}.`, { cause: error })
  }
}

export const noSecret = (config: Config) =>
  new CommandFailed(
    `There is no key here: SECRET_KEY is not set and ${keyFile(config)} is not there. Run this where the service runs, or set SECRET_KEY.`,
  )

/** What seals and opens in this store. A secret is made on a new store only: one made beside keys of another would open nothing. */
export async function sealerOf(db: Db, config: Config): Promise<Sealer> {
  const found = findSecret(config)
  if (!found && (await signingKeys(db, {})).length > 0) throw noSecret(config)
  return createSealer(found?.secret ?? secretKeyIn(config.dataDir))
}

/** Opens the key by which erased people are recognised. False: it is not here. */
export async function openKeysHere(db: Db, config: Config): Promise<boolean> {
  if (!findSecret(config) && (await signingKeys(db, {})).length > 0) return false
  const keys = await openKeys(db, await sealerOf(db, config))
  keys.close()
  return true
}

/** For commands that make people. Where the key is not, they go on as long as nobody of the account was erased. */
export async function recogniseErasedHere(db: Db, config: Config, accountId: number): Promise<void> {
  if (await openKeysHere(db, config)) return
  if (!(await anyErased(db, { accountId })).any && !(await anyErasedNumber(db, { accountId })).any) return
  throw noSecret(config)
}
