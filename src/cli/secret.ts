/** The secret of this installation as the commands find it: from the settings, or in the key file. None of them makes one by looking. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
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
