/**
 * The file of an import on the local disk: downloaded from its URL, or assembled from its pieces in
 * the store.
 */
import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/db.ts'
import { documentPart, noteReading } from '../domain/imports/imports.sql.ts'
import type { ImportClaim } from '../domain/imports/lease.ts'
import { openedAddress } from '../domain/imports/sealed-address.ts'
import { type DownloadedFile, download, type NotFetched } from '../lib/download/download.ts'
import type { ImportContext } from './import-context.ts'

export async function fileFor(
  { db, settings }: ImportContext,
  /** Account id and import id. */
  key: string,
  claimed: ImportClaim,
  signal: AbortSignal,
): Promise<DownloadedFile | NotFetched> {
  const path = join(settings.scratch, `import-${key}-${claimed.run.fence}`)
  if (claimed.url !== undefined) {
    const { accountId, importId, worker, fence } = claimed.run
    // If this write is lost, the file is recorded when it is complete.
    const onFirstBytes = () =>
      void noteReading(db, { accountId, importId, worker, fence }).catch(() => {})
    return download(
      openedAddress(db, claimed.url),
      path,
      { ...settings.fetching, onFirstBytes },
      signal,
    )
  }
  return fromStore(db, claimed.run, path, signal)
}

async function fromStore(
  db: Db,
  { accountId, importId }: { accountId: number; importId: number },
  path: string,
  signal: AbortSignal,
): Promise<DownloadedFile> {
  const hash = createHash('sha256')
  let length = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for (let part = 0; ; part++) {
      signal.throwIfAborted()
      const piece = await documentPart(db, { accountId, importId, part })
      if (!piece) break
      hash.update(piece.bytes)
      length += piece.bytes.length
      await file.writeFile(piece.bytes)
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return { path, length, sha256: hash.digest('hex'), contentType: undefined }
}
