/**
 * The secret of this installation: from the settings or the key file. Reading it never makes one.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../db/db.ts'
import { signingKeys } from '../domain/keys/keys.sql.ts'
import { secretKeyIn } from '../lib/secrets.ts'
import type { Config } from '../settings/config.ts'
import { WrongSetting } from '../settings/given.ts'

type Settings = Config['store']

export interface FoundSecret {
  secret: string
  origin: 'SECRET_KEY' | 'file'
}

export const keyFile = ({ dataDir }: Settings): string => join(dataDir, 'secret.key')

export function findSecret(config: Settings): FoundSecret | undefined {
  if (config.secretKey !== undefined) return { secret: config.secretKey, origin: 'SECRET_KEY' }
  try {
    return { secret: readFileSync(keyFile(config), 'utf8').trim(), origin: 'file' }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new WrongSetting(`The key file ${keyFile(config)} can't be read: ${message}.`, {
      cause: error,
    })
  }
}

export const noSecret = (config: Settings) =>
  new WrongSetting(
    `There is no key here: SECRET_KEY is not set and ${keyFile(config)} is not there. Bring ` +
      'back the secret.key that belongs to ' +
      'the store (a backup has it), run this where the service runs, or set SECRET_KEY.',
  )

/**
 * The secret of the store. One is generated for a new store only: beside existing keys a new secret
 * would decrypt nothing.
 */
export async function secretOfStore(db: Db, config: Settings): Promise<string> {
  if (!findSecret(config) && (await signingKeys(db, {})).length > 0) throw noSecret(config)
  return config.secretKey ?? secretKeyIn(config.dataDir)
}

/**
 * Which other users of this machine may read the key file, and its mode; undefined if none may, or
 * there is no file.
 */
export function keyFileReaders(
  config: Settings,
): { who: 'Everyone on this machine' | 'The group'; mode: string } | undefined {
  if (config.secretKey !== undefined) return undefined
  const bits = statSync(keyFile(config), { throwIfNoEntry: false })?.mode ?? 0
  const mode = (bits & 0o777).toString(8).padStart(3, '0')
  if (bits & 0o007) return { who: 'Everyone on this machine', mode }
  return bits & 0o070 ? { who: 'The group', mode } : undefined
}
