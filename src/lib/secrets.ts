/**
 * Encrypts values that must not be readable in a dump of the store: AES-256-GCM with a key derived
 * from SECRET_KEY, or from a file in the data folder that is created at first start.
 */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

export interface Sealer {
  /**
   * `purpose` is authenticated: a value can be decrypted only for the purpose it was encrypted for.
   */
  seal(secret: Uint8Array, purpose: string): string
  /** Throws SealedOtherwise if it was encrypted with another key or for another purpose. */
  open(sealed: string, purpose: string): Buffer
}

export class SealedOtherwise extends Error {
  override name = 'SealedOtherwise'
}

const VERSION = 'v1'

export function createSealer(secretKey: string): Sealer {
  const derived = Buffer.from(hkdfSync('sha256', secretKey, '', 'pennypost sealing', 32))
  const key = createSecretKey(derived)
  derived.fill(0)
  return {
    seal(secret, purpose) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${sealed.toString('base64url')}`
    },
    open(sealed, purpose) {
      const [version, body = ''] = sealed.split('.')
      const bytes = Buffer.from(body, 'base64url')
      if (version !== VERSION || bytes.length < 28)
        throw new SealedOtherwise(
          `The value sealed for ${purpose} has a format that this version does not support.`,
        )
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(
        Buffer.from(purpose),
      )
      decipher.setAuthTag(bytes.subarray(-16))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
      } catch (cause) {
        throw new SealedOtherwise(
          `What the store keeps for ${purpose} was sealed with another SECRET_KEY.`,
          { cause },
        )
      }
    },
  }
}

/**
 * Reads the key file of the data folder, and creates it if it is missing. Processes that start at
 * the same time get the same key.
 */
export function secretKeyIn(dataDir: string): string {
  const file = join(dataDir, 'secret.key')
  const found = readKey(file)
  if (found !== undefined) return found
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`
  const fd = openSync(unfinished, 'wx', 0o600)
  try {
    writeSync(fd, `${randomBytes(32).toString('base64url')}\n`)
    fsyncSync(fd)
    // link() fails if the name exists: the second process reads the first one's key.
    linkSync(unfinished, file)
    syncFolder(dataDir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    closeSync(fd)
    unlinkSync(unfinished)
  }
  return readKey(file)!
}

function readKey(file: string): string | undefined {
  try {
    const key = readFileSync(file, 'utf8').trim()
    if (key.length < 32)
      throw new SealedOtherwise(
        `The key file ${file} is damaged: restore the one that belongs to the store.`,
      )
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  fsyncSync(fd)
  closeSync(fd)
}
