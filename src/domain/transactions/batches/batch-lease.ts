/** The lease of a batch: claim, heartbeat, release and completion, as for imports. */
import type { Db, Store } from '../../../db/db.ts'
import { recordedDetails } from '../../details/recorded.ts'
import { COMPLETED, type End, type Pause } from '../../files/file-work.ts'
import type { EmailFormat } from '../../text.ts'
import { lapseOf, takeLease, underFence } from '../../work/lease.ts'
import { WORK } from '../../work/work-kinds.ts'
import { claimBatch, findBatch, finishBatch, releaseBatch, renewBatch } from './batches.sql.ts'

export interface BatchCounts {
  queued: number
  /** Rows that repeat an idempotency key of this file or an earlier call. */
  repeated: number
  rejected: number
  rejectedBy: Record<string, number>
  /** Unknown elements. */
  ignored: number
}

/** A batch as the worker that holds its lease sees it. */
export interface RunningBatch {
  accountId: number
  batchId: number
  projectId: number
  /** The default format of rows. */
  format: EmailFormat
  worker: string
  /** The fencing token: it distinguishes this claim from earlier ones. */
  fence: number
  /** Rows processed. */
  position: number
  /** Parts committed. */
  parts: number
  counts: BatchCounts
  /** Reserved ids for transactions, ascending. */
  spareIds: number[]
}

export interface ClaimedBatch {
  run: RunningBatch
  url: string
  tries: number
  /** Leases in a row that lapsed at work without a committed part. */
  lapses: number
  /** The file that parts were applied from. */
  file: { length: number; sha256: string } | undefined
}

interface Lease {
  accountId: number
  batchId: number
  worker: string
  leaseMillis: number
}

/**
 * Claims a free batch. Undefined: it is completed, removed, or claimed by another worker; its work
 * row is updated.
 */
export async function claim(
  db: Db,
  { accountId, batchId, worker, leaseMillis }: Lease,
): Promise<ClaimedBatch | undefined> {
  const by = { accountId, batchId, worker, leaseSeconds: leaseMillis / 1000 }
  const claimed = await takeLease(db, workOf(by), {
    leaseMillis,
    claim: tx => claimBatch(tx, by),
    isOpen: async tx =>
      ((await findBatch(tx, { ...by, guid: null }))?.state ?? COMPLETED) < COMPLETED,
  })
  if (!claimed) return undefined
  const { projectId, fence, position, parts, url, tries, lapses, fileLength, fileSha256 } = claimed
  const { queued, repeated, rejected, ignored } = claimed
  const counts = {
    queued,
    repeated,
    rejected,
    ignored,
    rejectedBy: claimed.rejectedBy as BatchCounts['rejectedBy'],
  }
  return {
    run: {
      accountId,
      batchId,
      projectId,
      format: claimed.format as EmailFormat,
      worker,
      fence,
      position,
      parts,
      counts,
      spareIds: [],
    },
    url,
    tries,
    lapses,
    file:
      fileLength === null || fileSha256 === null
        ? undefined
        : { length: fileLength, sha256: fileSha256 },
  }
}

type Held = Pick<RunningBatch, 'accountId' | 'batchId' | 'worker' | 'fence'>

const heldBy = ({ accountId, batchId, worker, fence }: Held): Held => ({
  accountId,
  batchId,
  worker,
  fence,
})
const workOf = ({ accountId, batchId }: { accountId: number; batchId: number }) => ({
  accountId,
  kind: WORK.batch,
  sourceId: batchId,
})

/** The heartbeat. False: the lease is lost. */
export const renewLease = (db: Store, run: Held, leaseMillis: number): Promise<boolean> =>
  underFence(db, workOf(run), {
    statement: tx => renewBatch(tx, { ...heldBy(run), leaseSeconds: leaseMillis / 1000 }),
    due: lapseOf(leaseMillis),
    again: true,
  })

/** Releases the batch back to the queue. */
export const release = (db: Store, run: Held, { due, tries, trouble }: Pause): Promise<boolean> =>
  underFence(db, workOf(run), {
    statement: tx => releaseBatch(tx, { ...heldBy(run), tries, trouble: recordedDetails(trouble) }),
    due,
  })

/** Returns false if the lease was lost. `shownUrl`: the source of the file without secrets. */
export const finish = (
  db: Store,
  run: Held,
  { state, trouble }: End,
  shownUrl: string,
): Promise<boolean> =>
  underFence(db, workOf(run), {
    statement: tx =>
      finishBatch(tx, { ...heldBy(run), state, shownUrl, trouble: recordedDetails(trouble) }),
    due: undefined,
  })
