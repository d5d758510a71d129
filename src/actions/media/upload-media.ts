/** Takes an uploaded picture into the library: read within its limits, and written anew. */
import type { Db } from '../../db/db.ts'
import { keepMedia, mediaOf, readMedia } from '../../domain/media/media.ts'
import { refused, refusedFor } from '../../domain/refusal.ts'
import { createFairTurns } from '../../lib/fair-turns.ts'
import { type ObjectStore, ObjectStoreFailed } from '../../lib/object-store.ts'
import { convertPicture } from '../../lib/picture/convert.ts'

/** Where pictures are kept, and how large a file may be. */
export interface MediaMeans {
  maxBytes: number
  /** Undefined: in the store. */
  outside: ObjectStore | undefined
}

/**
 * Uploads of an account under way: two are converted, eight wait or arrive. Taken before the first
 * byte is read, so that two hundred at once are not received to be refused.
 */
const uploads = createFairTurns({
  places: Number.POSITIVE_INFINITY,
  ofEach: 10,
  mostWaiting: {
    most: 0,
    says: 'Many pictures of the account are under way. Try again later.',
  },
})

/** Runs the whole upload. Rejects with TurnsFull, at once, if many of the account are under way. */
export const admitUpload = <T>(accountId: number, upload: () => Promise<T>): Promise<T> =>
  uploads.run(accountId, upload)

/** Returns the hash of the picture. */
export async function uploadMedia(
  db: Db,
  { outside }: MediaMeans,
  accountId: number,
  { read, name, alt }: { read: () => Promise<Buffer>; name: string; alt: string },
): Promise<string> {
  const picture = await convertPicture(accountId, read)
  if ('code' in picture) throw refusedFor('not-valid', picture)
  return naming(() => keepMedia(db, accountId, { picture, name, alt }, outside))
}

/** Adds a copy of a picture of the library, with a play mark in its middle; returns its hash. */
export async function drawPlay(
  db: Db,
  { outside }: MediaMeans,
  accountId: number,
  hash: string,
): Promise<string> {
  const { name, alt } = await mediaOf(db, accountId, hash)
  return naming(async () => {
    const read = async () => {
      const found = await readMedia(db, accountId, hash, outside)
      if (!found) throw new Error('its bytes are gone')
      return found.bytes
    }
    const picture = await convertPicture(accountId, read, { play: true })
    if ('code' in picture) throw refusedFor('not-valid', picture)
    return keepMedia(db, accountId, { picture, name: withPlay(name), alt }, outside)
  })
}

const withPlay = (name: string): string => `▶ ${name.slice(0, 190)}`

/** Errors of the object store are reported to the uploader: the store itself is well. */
export async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ObjectStoreFailed)) throw error
    const refusal = refused('not-now', 'pictures-store', { says: error.message })
    throw Object.assign(refusal, { cause: error })
  }
}
