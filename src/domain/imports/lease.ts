/** Having an import in hand: taken under a lease, kept by signs of life, given back or brought to its end. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import type { End, Pause } from '../files/file-work.ts'
import { listens } from '../webhooks/tell.ts'
import { clearWork, setWork } from '../work/work.sql.ts'
import {
  claimImport,
  giveUpUnread as endUnread,
  findImport,
  finishImport,
  letGoOfImport,
  partsOfImport,
  renewLease,
} from './imports.sql.ts'
import { unpackIds } from './packed-ids.ts'
import { IMPORT, type ImportOptions } from './queue-import.ts'
import { type Counts, newRunning, type Running } from './running.ts'
import { tellImportFinished } from './tell-import-finished.ts'

export interface Claimed {
  run: Running
  options: ImportOptions
  /** As it lies in the store: see sealed-address.ts. Undefined: the file lies there itself. */
  url: string | undefined
  tries: number
  /** How often in a row a worker died that had it at work, without having applied a batch. */
  lapses: number
  /** Of the file that batches were applied from. */
  file: { length: number; sha256: string } | undefined
}

interface Lease {
  accountId: number
  importId: number
  worker: string
  leaseMillis: number
}

/** Takes an import that nobody has. Undefined: it is done, gone, or in other hands; its mark in the queue says so afterwards. */
export async function claim(db: Db, { accountId, importId, worker, leaseMillis }: Lease): Promise<Claimed | undefined> {
  const work = { accountId, kind: IMPORT, sourceId: importId }
  const claimed = await atomically(db, async tx => {
    const row = await claimImport(tx, { accountId, importId, worker, leaseSeconds: leaseMillis / 1000 })
    if (row) {
      await setWork(tx, { ...work, due: lapse(leaseMillis) })
      return row
    }
    const found = await findImport(tx, { accountId, importId })
    if (!found || found.state > 1) await clearWork(tx, work)
    else await setWork(tx, { ...work, due: lapse(leaseMillis) })
    return undefined
  })
  if (!claimed) return undefined
  const run = newRunning({ accountId, importId, worker, listId: claimed.listId, fence: claimed.fence })
  const { position, parts, fileLength, fileSha256 } = claimed
  const { inserted, updated, unchanged, repeated, subscribed, rejected, ignored } = claimed
  const rejectedBy = claimed.rejectedBy as Counts['rejectedBy']
  Object.assign(run, { position, parts })
  run.counts = { inserted, updated, unchanged, repeated, subscribed, rejected, ignored, rejectedBy }
  if (parts > 0) await recollect(db, run)
  return {
    run,
    options: claimed.options as ImportOptions,
    url: claimed.url ?? undefined,
    tries: claimed.tries,
    lapses: claimed.lapses,
    file: fileLength === null || fileSha256 === null ? undefined : { length: fileLength, sha256: fileSha256 },
  }
}

/** Whom earlier batches have met: else they would be counted twice. */
async function recollect(db: Db, { accountId, importId, created, met }: Running): Promise<void> {
  for (let after = 0; ; ) {
    const parts = await partsOfImport(db, { accountId, importId, after, most: 50 })
    for (const part of parts) {
      for (const id of unpackIds(part.created)) created.add(id)
      for (const id of unpackIds(part.met)) met.add(id)
      after = part.part
    }
    if (parts.length < 50) return
  }
}

type Held = Pick<Running, 'accountId' | 'importId' | 'worker' | 'fence'>

/** A sign of life. False: the import is not ours any more. */
export async function keepHold(db: Db, { accountId, importId, worker, fence }: Held, leaseMillis: number): Promise<boolean> {
  return atomically(
    db,
    async tx => {
      const kept = await renewLease(tx, { accountId, importId, worker, fence, leaseSeconds: leaseMillis / 1000 })
      if (kept > 0) await setWork(tx, { accountId, kind: IMPORT, sourceId: importId, due: lapse(leaseMillis) })
      return kept > 0
    },
    { again: true },
  )
}

/** Back into the queue. */
export async function letGo(db: Db, { accountId, importId, worker, fence }: Held, { due, tries, trouble }: Pause): Promise<void> {
  await atomically(db, async tx => {
    const gone = await letGoOfImport(tx, { accountId, importId, worker, fence, tries, trouble: trouble ?? null })
    if (gone > 0) await setWork(tx, { accountId, kind: IMPORT, sourceId: importId, due })
  })
}

/** Answers false when the import was not ours any more. */
export async function finish(
  db: Store,
  { accountId, importId, worker, fence }: Held,
  { state, trouble, refusal, shownUrl }: End,
): Promise<boolean> {
  const why = { trouble: trouble ?? null, refusal: refusal ?? null }
  const ending = { accountId, importId, worker, fence, state, ...why, shownUrl: shownUrl ?? null }
  const telling = await listens(db, accountId, 'import-finished')
  return atomically(db, async tx => {
    const ended = (await finishImport(tx, ending)) > 0
    if (ended) await clearWork(tx, { accountId, kind: IMPORT, sourceId: importId })
    if (ended && telling) await tellImportFinished(tx, accountId, importId)
    return ended
  })
}

/** Ends an import of whose file nothing has come so far. False: something has, or it has ended. */
export const giveUpUnread = (
  db: Db,
  given: { accountId: number; importId: number; shownUrl: string | null; trouble: string },
): Promise<boolean> =>
  atomically(db, async tx => {
    const ended = (await endUnread(tx, given)) > 0
    if (ended) await clearWork(tx, { accountId: given.accountId, kind: IMPORT, sourceId: given.importId })
    return ended
  })

const lapse = (leaseMillis: number): Date => new Date(Date.now() + leaseMillis)
