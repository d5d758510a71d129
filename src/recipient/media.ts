/**
 * `/m/`: pictures of the library, and of our own. They never change (immutable): browsers may cache
 * them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Db } from '../db/db.ts'
import { readMedia, readMediaAddress } from '../domain/media/media.ts'
import { NO_ACCOUNT, ownPicture } from '../domain/newsletters/pictures/pictures.ts'
import { createCache } from '../lib/cache.ts'
import { type ObjectStore, ObjectStoreFailed } from '../lib/object-store.ts'

interface MediaFile {
  type: string
  ending: string
  bytes: Buffer
}

/** Of the pictures that are read most: a sending is read by many at once. */
const MOST_KEPT = 64
const LARGEST_KEPT = 500_000
const KEPT_MILLIS = 600_000

export function createMedia(db: Db, outside: ObjectStore | undefined) {
  const kept = createCache<string, MediaFile>({ most: MOST_KEPT, millis: KEPT_MILLIS })
  /** Readers of the same picture at the same time share one reading. */
  const reading = new Map<string, Promise<MediaFile | undefined>>()

  async function fileAt(path: string): Promise<MediaFile | undefined> {
    const known = kept.get(path)
    if (known) return known
    const named = readMediaAddress(path)
    if (!named || !Number.isSafeInteger(named.accountId)) return undefined
    const found =
      named.accountId === NO_ACCOUNT
        ? ofOurs(named.hash)
        : await readMedia(db, named.accountId, named.hash, outside)
    if (!found || found.ending !== named.ending) return undefined
    if (found.bytes.length <= LARGEST_KEPT) kept.set(path, found)
    return found
  }

  return async (req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
    let file = reading.get(path)
    if (!file) {
      file = fileAt(path).finally(() => reading.delete(path))
      reading.set(path, file)
    }
    try {
      answer(req, res, await file)
    } catch (error) {
      if (!(error instanceof ObjectStoreFailed)) throw error
      res.writeHead(503, { 'Retry-After': 10, 'Cache-Control': 'no-store' }).end()
    }
  }
}

function ofOurs(hash: string): MediaFile | undefined {
  const bytes = ownPicture(hash)
  return bytes && { type: 'image/png', ending: 'png', bytes }
}

function answer(req: IncomingMessage, res: ServerResponse, file: MediaFile | undefined): void {
  if (!file) {
    res.writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
    return void res.end('There is no such picture.\n')
  }
  const tag = `"${req.url?.slice(3, 60).replace(/[^\w-]/g, '')}"`
  const headers = {
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: tag,
    // A picture is shown, and nothing else is made of it.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
  if (req.headers['if-none-match'] === tag) return void res.writeHead(304, headers).end()
  const { type, bytes } = file
  res.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': bytes.length })
  res.end(req.method === 'HEAD' ? undefined : bytes)
}
