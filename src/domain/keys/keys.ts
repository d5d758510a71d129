/**
 * The keys that sign links and other tokens. They are stored sealed in the database, so that all
 * nodes and every backup have them; the first is created at the first start. The newest key signs,
 * all keys verify.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { SealedOtherwise, type Sealer } from '../../lib/secrets.ts'
import { INSTALLATION, recordChange } from '../audit/record.ts'
import { useAddressKey } from './address-hash.ts'
import { addSigningKey, retireSigningKeysBefore, signingKeys } from './keys.sql.ts'

export interface SigningKey {
  id: number
  secret: KeyObject
}

export interface Keys {
  /** The key that signs. */
  newest(): SigningKey
  /** The first key, for data that must never change. */
  oldest(): SigningKey
  /**
   * The key of that number. An unknown one may have just been created by another node: reads the
   * store again.
   */
  find(id: number): SigningKey | undefined | Promise<SigningKey | undefined>
  close(): void
}

export interface KeysOptions {
  /**
   * The interval of polling for keys of other nodes; a rotation takes effect everywhere within a
   * minute.
   */
  pollMillis?: number
  report?: (error: unknown) => void
}

/** A rate limit, so that tokens with made-up key numbers don't load the store. */
const BETWEEN_READS_MILLIS = 200
/** Key numbers are consecutive: a much higher one is made up. */
const PLAUSIBLE_AHEAD = 1000

const purposeOf = (id: number) => `signing key ${id}`

export async function openKeys(
  db: Store,
  sealer: Sealer,
  { pollMillis = 30_000, report = () => {} }: KeysOptions = {},
): Promise<Keys> {
  let known = await readKeys(db, sealer)
  if (known.size === 0) {
    await addKey(db, sealer, 1)
    known = await readKeys(db, sealer)
  }

  let lastRead = 0
  let nextRead: Promise<void> | undefined
  /**
   * Reads the store again, starting after this call: a read in progress may be too early to see the
   * new key.
   */
  const reread = () => {
    nextRead ??= pause(Math.max(0, lastRead + BETWEEN_READS_MILLIS - Date.now()), undefined, {
      ref: false,
    }).then(async () => {
      nextRead = undefined
      lastRead = Date.now()
      known = await readKeys(db, sealer)
    })
    return nextRead
  }
  const timer = setInterval(() => reread().catch(report), pollMillis)
  timer.unref()

  const keys: Keys = {
    newest: () => newestOf(known),
    oldest: () => known.get(Math.min(...known.keys()))!,
    find: id => {
      const found = known.get(id)
      if (found || id > newestOf(known).id + PLAUSIBLE_AHEAD) return found
      return reread().then(() => known.get(id))
    },
    close: () => clearInterval(timer),
  }
  useAddressKey(db, keys.oldest().secret)
  return keys
}

/** Creates a new key that signs from now on, and returns its number. Older keys still verify. */
export async function rotateKeys(db: Db, sealer: Sealer): Promise<number> {
  for (;;) {
    const newest = Math.max(0, ...(await readKeys(db, sealer)).keys())
    if (await addKey(db, sealer, newest + 1)) return newest + 1
  }
}

const newestOf = (keys: Map<number, SigningKey>): SigningKey => keys.get(Math.max(...keys.keys()))!

async function readKeys(db: Db, sealer: Sealer): Promise<Map<number, SigningKey>> {
  const keys = new Map<number, SigningKey>()
  for (const { id, sealedSecret } of await signingKeys(db, {}))
    keys.set(id, { id, secret: createSecretKey(opened(sealer, sealedSecret, id)) })
  return keys
}

function opened(sealer: Sealer, sealed: string, id: number): Buffer {
  try {
    return sealer.open(sealed, purposeOf(id))
  } catch (cause) {
    if (!(cause instanceof SealedOtherwise)) throw cause
    throw new SealedOtherwise(
      'The keys in the store were sealed with another SECRET_KEY: give each node the same ' +
        'SECRET_KEY, or the secret.key file of the first.',
      { cause },
    )
  }
}

function addKey(db: Db, sealer: Sealer, id: number): Promise<boolean> {
  const sealedSecret = sealer.seal(randomBytes(32), purposeOf(id))
  return atomically(db, async tx => {
    const added = await addSigningKey(tx, { id, sealedSecret })
    if (added > 0) {
      await retireSigningKeysBefore(tx, { id })
      await recordChange(tx, INSTALLATION, { action: 'link-key.add', id })
    }
    return added > 0
  })
}
