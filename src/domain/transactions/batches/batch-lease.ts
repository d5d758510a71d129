/**
 * Having a batch in hand: taken under a lease, kept by a heartbeat, given back or brought to its
 * end, as imports are.
 */
import type { Db, Store } from '../../../db/db.ts'
import { COMPLETED, type End, type Pause } from '../../files/file-work.ts'
import type { EmailFormat } from '../../text.ts'
import { lapseOf, takeLease, underFence } from '../../work/lease.ts'
import { WORK } from '../../work/work-kinds.ts'
import { claimBatch, findBatch, finishBatch, letGoOfBatch, renewBatch } from './batches.sql.ts'

export interface BatchCounts {
  queued: number
  /** Rows that repeat a transaction, of this file or an earlier one. */
  repeated: number
  rejected: number
  rejectedBy: Record<string, number>
  /** Elements that nobody knows. */
  ignored: number
}

/** A batch as the process that works on it has it in hand. */
export interface RunningBatch {
  accountId: number
  batchId: number
  projectId: number
  /** Of rows without one of their own. */
  format: EmailFormat
  worker: string
  /** Tells this claim from all others. */
  fence: number
  /** Rows dealt with. */
  position: number
  /** Parts committed. */
  parts: number
  counts: BatchCounts
  /** Ids for transactions, taken and not used yet, the lowest first. */
  spareIds: number[]
}

export interface ClaimedBatch {
  run: RunningBatch
  url: string
  tries: number
  /** How often in a row a worker died that had it at work, without having committed a part. */
  lapses: number
  /** Of the file that parts were applied from. */
  file: { length: number; sha256: string } | undefined
}

interface Lease {
  accountId: number
  batchId: number
  worker: string
  leaseMillis: number
}

/**
 * Takes a batch that nobody has. Undefined: it is done, gone, or in other hands; its mark in the
 * queue says so afterwards.
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
    ...{ url, tries, lapses },
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

/** The heartbeat. False: the batch is not ours any more. */
export const keepHold = (db: Store, run: Held, leaseMillis: number): Promise<boolean> =>
  underFence(db, workOf(run), {
    statement: tx => renewBatch(tx, { ...heldBy(run), leaseSeconds: leaseMillis / 1000 }),
    due: lapseOf(leaseMillis),
    again: true,
  })

/** Back into the queue. */
export const letGo = (db: Store, run: Held, { due, tries, trouble }: Pause): Promise<boolean> =>
  underFence(db, workOf(run), {
    statement: tx => letGoOfBatch(tx, { ...heldBy(run), tries, trouble: trouble ?? null }),
    due,
  })

/**
 * Answers false when the batch was not ours any more. `shownUrl`: where the file came from, as it
 * may be shown.
 */
export const finish = (
  db: Store,
  run: Held,
  { state, trouble }: End,
  shownUrl: string,
): Promise<boolean> =>
  underFence(db, workOf(run), {
    statement: tx => finishBatch(tx, { ...heldBy(run), state, shownUrl, trouble: trouble ?? null }),
    due: undefined,
  })
