/** Having a batch in hand: taken under a lease, kept by signs of life, given back or brought to its end, as imports are. */
import { atomically, type Db } from '../../../db/db.ts'
import { COMPLETED, type End, type Pause } from '../../files/file-work.ts'
import type { Format } from '../../text.ts'
import { clearWork, setWork } from '../../work/work.sql.ts'
import { claimBatch, findBatch, finishBatch, letGoOfBatch, renewBatch } from './batches.sql.ts'
import { BATCH } from './batches.ts'

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
  format: Format
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

/** Takes a batch that nobody has. Undefined: it is done, gone, or in other hands; its mark in the queue says so afterwards. */
export async function claim(db: Db, { accountId, batchId, worker, leaseMillis }: Lease): Promise<ClaimedBatch | undefined> {
  const work = { accountId, kind: BATCH, sourceId: batchId }
  const claimed = await atomically(db, async tx => {
    const row = await claimBatch(tx, { accountId, batchId, worker, leaseSeconds: leaseMillis / 1000 })
    const found = row ? undefined : await findBatch(tx, { accountId, batchId, guid: null })
    if (row || (found && found.state < COMPLETED)) await setWork(tx, { ...work, due: lapse(leaseMillis) })
    else await clearWork(tx, work)
    return row
  })
  if (!claimed) return undefined
  const { projectId, fence, position, parts, url, tries, lapses, fileLength, fileSha256 } = claimed
  const { queued, repeated, rejected, ignored } = claimed
  const counts = { queued, repeated, rejected, ignored, rejectedBy: claimed.rejectedBy as BatchCounts['rejectedBy'] }
  return {
    run: {
      accountId,
      batchId,
      projectId,
      format: claimed.format as Format,
      worker,
      fence,
      position,
      parts,
      counts,
      spareIds: [],
    },
    ...{ url, tries, lapses },
    file: fileLength === null || fileSha256 === null ? undefined : { length: fileLength, sha256: fileSha256 },
  }
}

type Held = Pick<RunningBatch, 'accountId' | 'batchId' | 'worker' | 'fence'>

const heldBy = ({ accountId, batchId, worker, fence }: Held): Held => ({ accountId, batchId, worker, fence })

/** A sign of life. False: the batch is not ours any more. */
export function keepHold(db: Db, run: Held, leaseMillis: number): Promise<boolean> {
  const work = async (tx: Db) => {
    const kept = await renewBatch(tx, { ...heldBy(run), leaseSeconds: leaseMillis / 1000 })
    if (kept > 0) await setWork(tx, { accountId: run.accountId, kind: BATCH, sourceId: run.batchId, due: lapse(leaseMillis) })
    return kept > 0
  }
  return atomically(db, work, { again: true })
}

/** Back into the queue. */
export async function letGo(db: Db, run: Held, { due, tries, trouble }: Pause): Promise<void> {
  await atomically(db, async tx => {
    const gone = await letGoOfBatch(tx, { ...heldBy(run), tries, trouble: trouble ?? null })
    if (gone > 0) await setWork(tx, { accountId: run.accountId, kind: BATCH, sourceId: run.batchId, due })
  })
}

/** Answers false when the batch was not ours any more. `shownUrl`: where the file came from, as it may be shown. */
export function finish(db: Db, run: Held, { state, trouble }: End, shownUrl: string): Promise<boolean> {
  return atomically(db, async tx => {
    const ended = (await finishBatch(tx, { ...heldBy(run), state, shownUrl, trouble: trouble ?? null })) > 0
    if (ended) await clearWork(tx, { accountId: run.accountId, kind: BATCH, sourceId: run.batchId })
    return ended
  })
}

const lapse = (leaseMillis: number): Date => new Date(Date.now() + leaseMillis)
