/** The sources of settings: the environment, a file of settings, files of secrets. */
import { closeSync, openSync, readSync } from 'node:fs'
import { type EnvFile, LONGEST_FILE, readEnvFile, textOf, UnreadableSettings } from './env-file.ts'

/** An invalid setting. The message names the setting, its value and the expected form. */
export class WrongSetting extends Error {
  override name = 'WrongSetting'
}

export type Environment = Readonly<Record<string, string | undefined>>

export interface GivenSettings {
  environment: Environment
  file: EnvFile
}

/** Without empty values. A missing file gives nothing. */
export function readGiven(env: Environment, envFile: string | undefined): GivenSettings {
  const { values, repeated } = fromFile(envFile)
  return {
    environment: withoutEmpty(env),
    file: { values: withoutEmpty(values) as EnvFile['values'], repeated },
  }
}

/** The setting that names the file of a secret. */
export const fileNameOf = (name: string): string => `${name}_FILE`

/** The content of such a file, without the line end that editors add. */
export function secretIn(name: string, path: string): string {
  try {
    const secret = textOf(bytesOf(path)).replace(/\r?\n$/, '')
    if (secret.trim() === '') throw new UnreadableSettings('it is empty')
    return secret
  } catch (error) {
    throw new WrongSetting(`${name} is ${path}, which can't be read: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
}

function fromFile(file: string | undefined): EnvFile {
  const nothing = { values: {}, repeated: [] }
  if (file === undefined) return nothing
  try {
    return readEnvFile(bytesOf(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nothing
    throw new WrongSetting(`The file of settings ${file} can't be read: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
}

/** No more than one octet beyond the longest file. */
function bytesOf(path: string): Buffer {
  const descriptor = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(LONGEST_FILE + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, null)
    return bytes.subarray(0, length)
  } finally {
    closeSync(descriptor)
  }
}

const reasonOf = (error: unknown): string => (error as Error).message

const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
