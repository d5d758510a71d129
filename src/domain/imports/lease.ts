/** The lease of an import: claimed, renewed by a heartbeat, released or finished. */
import type { Db, Store } from '../../db/db.ts'
import type { Detail } from '../details/details.ts'
import { recordedDetails } from '../details/recorded.ts'
import { COMPLETED, type End, type Pause } from '../files/file-work.ts'
import { hasListener } from '../webhooks/publish.ts'
import { notePeopleChanged } from '../words/note-change.ts'
import { lapseOf, takeLease, underFence } from '../work/lease.ts'
import { WORK } from '../work/work-kinds.ts'
import {
  claimImport,
  giveUpUnread as endUnread,
  findImport,
  finishImport,
  partsOfImport,
  releaseImport,
  renewLease,
} from './imports.sql.ts'
import { unpackIds } from './packed-ids.ts'
import { publishImportFinished } from './publish-import-finished.ts'
import type { ImportOptions } from './queue-import.ts'
import { type ImportCounts, newRunning, type RunningImport } from './running.ts'

export interface ImportClaim {
  run: RunningImport
  options: ImportOptions
  /** As stored: see sealed-address.ts. Undefined: the file itself is stored. */
  url: string | undefined
  tries: number
  /** How many workers in a row died with this import without having applied a batch. */
  lapses: number
  /** The file that batches were applied from. */
  file: { length: number; sha256: string } | undefined
}

interface Lease {
  accountId: number
  importId: number
  worker: string
  leaseMillis: number
}

/**
 * Claims an import without a valid lease. Undefined: it has ended, was deleted, or is held by
 * another worker; its entry in the queue then says so.
 */
export async function claim(
  db: Db,
  { accountId, importId, worker, leaseMillis }: Lease,
): Promise<ImportClaim | undefined> {
  const by = { accountId, importId, worker, leaseSeconds: leaseMillis / 1000 }
  const claimed = await takeLease(db, workOf(by), {
    leaseMillis,
    claim: tx => claimImport(tx, by),
    isOpen: async tx => ((await findImport(tx, by))?.state ?? COMPLETED) < COMPLETED,
  })
  if (!claimed) return undefined
  const run = newRunning({
    accountId,
    importId,
    worker,
    listId: claimed.listId,
    fence: claimed.fence,
  })
  const { position, parts, fileLength, fileSha256 } = claimed
  const { inserted, updated, unchanged, repeated, subscribed, rejected, ignored } = claimed
  const rejectedBy = claimed.rejectedBy as ImportCounts['rejectedBy']
  Object.assign(run, { position, parts })
  run.counts = { inserted, updated, unchanged, repeated, subscribed, rejected, ignored, rejectedBy }
  if (parts > 0) await loadMet(db, run)
  return {
    run,
    options: claimed.options as ImportOptions,
    url: claimed.url ?? undefined,
    tries: claimed.tries,
    lapses: claimed.lapses,
    file:
      fileLength === null || fileSha256 === null
        ? undefined
        : { length: fileLength, sha256: fileSha256 },
  }
}

/** The subscribers of earlier batches, without which they would be counted twice. */
async function loadMet(
  db: Db,
  { accountId, importId, created, met }: RunningImport,
): Promise<void> {
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

type Held = Pick<RunningImport, 'accountId' | 'importId' | 'worker' | 'fence'>

const heldBy = ({ accountId, importId, worker, fence }: Held): Held => ({
  accountId,
  importId,
  worker,
  fence,
})
const workOf = ({ accountId, importId }: { accountId: number; importId: number }) => ({
  accountId,
  kind: WORK.import,
  sourceId: importId,
})

/** The heartbeat. False: the lease was lost. */
export const renew = (db: Store, run: Held, leaseMillis: number): Promise<boolean> =>
  underFence(db, workOf(run), {
    statement: tx => renewLease(tx, { ...heldBy(run), leaseSeconds: leaseMillis / 1000 }),
    due: lapseOf(leaseMillis),
    again: true,
  })

/** Returns the import to the queue. */
export const release = (db: Store, run: Held, { due, tries, trouble }: Pause): Promise<boolean> =>
  underFence(db, workOf(run), {
    statement: tx =>
      releaseImport(tx, { ...heldBy(run), tries, trouble: recordedDetails(trouble) }),
    due,
  })

/** Returns false if the lease was lost. */
export async function finish(
  db: Store,
  run: Held,
  { state, trouble, refusal, shownUrl }: End,
): Promise<boolean> {
  const why = {
    trouble: recordedDetails(trouble),
    refusal: refusal ?? null,
    shownUrl: shownUrl ?? null,
  }
  const listening = await hasListener(db, run.accountId, 'import-finished')
  const finished = await underFence(db, workOf(run), {
    statement: tx => finishImport(tx, { ...heldBy(run), state, ...why }),
    due: undefined,
    also: async tx => listening && publishImportFinished(tx, run.accountId, run.importId),
  })
  notePeopleChanged(db, run.accountId)
  return finished
}

/** Ends an import while no byte of its file has arrived. False: some have, or it has ended. */
export const giveUpUnread = (
  db: Store,
  {
    trouble,
    ...given
  }: { accountId: number; importId: number; shownUrl: string | null; trouble: Detail[] },
): Promise<boolean> =>
  underFence(db, workOf(given), {
    statement: tx => endUnread(tx, { ...given, trouble: recordedDetails(trouble) ?? '' }),
    due: undefined,
  })
