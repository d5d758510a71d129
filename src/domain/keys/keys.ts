/**
 * The keys that links and other tokens are signed with. They lie sealed in the store, so that all
 * nodes and every backup have them; the first is made at first start. The newest signs, all read.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { SealedOtherwise, type Sealer } from '../../lib/secrets.ts'
import { recogniseErased } from './address-hash.ts'
import { addSigningKey, retireSigningKeysBefore, signingKeys } from './keys.sql.ts'

export interface SigningKey {
  id: number
  secret: KeyObject
}

export interface Keys {
  /** The key that signs. */
  newest(): SigningKey
  /** The first that was made: for what must stay the same for good. */
  oldest(): SigningKey
  /**
   * The key of that number. One that is not known here may have been made elsewhere a moment ago:
   * the store is asked.
   */
  find(id: number): SigningKey | undefined | Promise<SigningKey | undefined>
  close(): void
}

export interface KeysOptions {
  /**
   * How often to look for keys made by other nodes; a rotation holds everywhere within a minute.
   */
  lookEveryMillis?: number
  report?: (error: unknown) => void
}

/** Tokens with made-up key numbers must not keep the store busy. */
const BETWEEN_LOOKS_MILLIS = 200
/** Numbers of keys rise one by one: a much higher one was made up. */
const PLAUSIBLE_AHEAD = 1000

const purposeOf = (id: number) => `signing key ${id}`

export async function openKeys(
  db: Store,
  sealer: Sealer,
  { lookEveryMillis = 30_000, report = () => {} }: KeysOptions = {},
): Promise<Keys> {
  let known = await readKeys(db, sealer)
  if (known.size === 0) {
    await addKey(db, sealer, 1)
    known = await readKeys(db, sealer)
  }

  let lastLook = 0
  let nextLook: Promise<void> | undefined
  /**
   * Looks in the store, after now: a look that has begun may have been too early to see what the
   * caller knows of.
   */
  const look = () => {
    nextLook ??= pause(Math.max(0, lastLook + BETWEEN_LOOKS_MILLIS - Date.now()), undefined, {
      ref: false,
    }).then(async () => {
      nextLook = undefined
      lastLook = Date.now()
      known = await readKeys(db, sealer)
    })
    return nextLook
  }
  const timer = setInterval(() => look().catch(report), lookEveryMillis)
  timer.unref()

  const keys: Keys = {
    newest: () => newestOf(known),
    oldest: () => known.get(Math.min(...known.keys()))!,
    find: id => {
      const found = known.get(id)
      if (found || id > newestOf(known).id + PLAUSIBLE_AHEAD) return found
      return look().then(() => known.get(id))
    },
    close: () => clearInterval(timer),
  }
  recogniseErased(db, keys.oldest().secret)
  return keys
}

/**
 * Makes a new key that signs from now on, and answers its number. The others stay valid for
 * reading.
 */
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
      'The keys in the store were sealed with another SECRET_KEY: give each node the same SECRET_KEY, or the secret.key file of the first.',
      { cause },
    )
  }
}

function addKey(db: Db, sealer: Sealer, id: number): Promise<boolean> {
  const sealedSecret = sealer.seal(randomBytes(32), purposeOf(id))
  return atomically(db, async tx => {
    const added = await addSigningKey(tx, { id, sealedSecret })
    if (added > 0) await retireSigningKeysBefore(tx, { id })
    return added > 0
  })
}
