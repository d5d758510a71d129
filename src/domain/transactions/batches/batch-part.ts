/**
 * Applies a part of a batch together with its progress in one transaction, so that each part is
 * applied exactly once. Transactions and deliveries are inserted by COPY; repetitions are detected
 * by the same rows as for single inserts.
 */
import { arrayLiteral } from '../../../db/array-literal.ts'
import { copyText, inChunks } from '../../../db/copy-text.ts'
import { atomically, type Store, type Tx } from '../../../db/db.ts'
import { takeIds } from '../../../db/ids.ts'
import { formatInstant, momentOfStore } from '../../../lib/instant.ts'
import { ClaimLost, KEPT_REJECTS } from '../../files/file-work.ts'
import type { BatchCounts, RunningBatch } from './batch-lease.ts'
import type { BatchPart, BatchReject, GivenTransaction } from './batch-rows.ts'
import {
  addBatchRejects,
  beginPart,
  noteBatchProgress,
  rememberRepeats,
  wakeProject,
} from './batches.sql.ts'

/** A row with its id if it is queued. */
interface Numbered {
  id: number
  row: GivenTransaction
}

/** Applies the part and updates `run`. */
export async function applyPart(db: Store, run: RunningBatch, part: BatchPart): Promise<void> {
  const { accountId } = run
  const missing = part.rows.length - run.spareIds.length
  // In the order of the file, which is the order of its ids.
  if (missing > 0)
    run.spareIds.push(
      ...(await takeIds(db, accountId, 'transaction', missing)).sort((a, b) => a - b),
    )
  const rows = part.rows.map((row, i): Numbered => ({ id: run.spareIds[i]!, row }))
  const applied = await atomically(db, tx => apply(tx, run, part, rows))
  const used = new Set(applied.queued.map(({ id }) => id))
  run.spareIds = run.spareIds.filter(id => !used.has(id))
  Object.assign(run, {
    position: run.position + part.read,
    parts: run.parts + 1,
    counts: applied.counts,
  })
}

async function apply(
  tx: Tx,
  run: RunningBatch,
  part: BatchPart,
  rows: Numbered[],
): Promise<{ queued: Numbered[]; counts: BatchCounts }> {
  const { accountId, batchId, projectId, worker, fence } = run
  const project = await beginPart(tx, { accountId, projectId })
  const queued = project.repeats === 'off' ? rows : await withoutRepeats(tx, run, rows)
  if (queued.length > 0) await queue(tx, run, queued, project.moment)
  await keepRejects(tx, run, part.rejects)
  const counts = countsAfter(run.counts, part, queued.length)
  const { rejectedBy, ...numbers } = counts
  const progress = {
    position: run.position + part.read,
    parts: run.parts + 1,
    ...numbers,
    rejectedBy: JSON.stringify(rejectedBy),
    // In the order of ids.
    firstId: queued[0]?.id ?? null,
    lastId: queued.at(-1)?.id ?? null,
  }
  if ((await noteBatchProgress(tx, { accountId, batchId, worker, fence, ...progress })) === 0)
    throw new ClaimLost()
  return { queued, counts }
}

/** Rows that repeat no earlier row of the file, no earlier file and no earlier call. */
async function withoutRepeats(
  tx: Tx,
  { accountId, projectId }: RunningBatch,
  rows: Numbered[],
): Promise<Numbered[]> {
  const firsts = new Map<string, { id: number; further: number }>()
  for (const { id, row } of rows) {
    if (row.key === null) continue
    const first = firsts.get(row.key)
    if (first) first.further++
    else firsts.set(row.key, { id, further: 0 })
  }
  if (firsts.size === 0) return rows
  const given = [...firsts.values()]
  const remembered = await rememberRepeats(tx, {
    accountId,
    projectId,
    keys: [...firsts.keys()],
    ids: given.map(({ id }) => id),
    further: given.map(({ further }) => further),
  })
  const news = new Set(remembered.map(({ transactionId }) => transactionId))
  return rows.filter(({ id, row }) => row.key === null || news.has(id))
}

/** Rows due already get the time of the transaction, as single inserts do. */
const COPY_TRANSACTIONS =
  'copy transactions (account_id, id, project_id, identifier, email, email_key, name, ' +
  'format, fields, send_at, batch_id) from stdin'
const COPY_DELIVERIES =
  'copy deliveries (account_id, source_kind, source_id, id, email, next_try_at) from stdin'

async function queue(
  tx: Tx,
  { accountId, batchId, projectId }: RunningBatch,
  rows: Numbered[],
  moment: string,
): Promise<void> {
  const now = momentOfStore(moment)
  const due = ({ sendAt }: GivenTransaction) =>
    sendAt && sendAt > now ? formatInstant(sendAt) : moment
  await tx.copy(
    COPY_TRANSACTIONS,
    inChunks(
      rows,
      ({ id, row }) =>
        `${accountId}\t${id}\t${projectId}\t${copyText(row.identifier)}\t${row.email}\t${row.emailKey}\t${copyText(row.name)}\t${row.format}\t${copyText(arrayLiteral(row.fields))}\t${due(row)}\t${batchId}\n`,
    ),
  )
  await tx.copy(
    COPY_DELIVERIES,
    inChunks(
      rows,
      ({ id, row }) => `${accountId}\t3\t${projectId}\t${id}\t${row.email}\t${due(row)}\n`,
    ),
  )
  const first = rows.reduce(
    (earliest, { row: { sendAt } }) => Math.min(earliest, sendAt?.getTime() ?? 0),
    Number.POSITIVE_INFINITY,
  )
  await wakeProject(tx, {
    accountId,
    projectId,
    due: first <= now.getTime() ? moment : new Date(first),
  })
}

function countsAfter(
  before: BatchCounts,
  { rows, rejects, ignored }: BatchPart,
  queued: number,
): BatchCounts {
  const rejectedBy = { ...before.rejectedBy }
  for (const { reason } of rejects) rejectedBy[reason] = (rejectedBy[reason] ?? 0) + 1
  return {
    queued: before.queued + queued,
    repeated: before.repeated + rows.length - queued,
    rejected: before.rejected + rejects.length,
    rejectedBy,
    ignored: before.ignored + ignored,
  }
}

async function keepRejects(
  tx: Tx,
  { accountId, batchId, counts }: RunningBatch,
  rejects: BatchReject[],
): Promise<void> {
  const kept = rejects.slice(0, Math.max(0, KEPT_REJECTS - counts.rejected))
  if (kept.length === 0) return
  // In the order of the file, within the part.
  kept.sort((a, b) => a.line - b.line)
  await addBatchRejects(tx, {
    accountId,
    batchId,
    numbers: kept.map((_, i) => counts.rejected + 1 + i),
    lines: kept.map(({ line }) => line),
    reasons: kept.map(({ reason }) => reason),
    raws: kept.map(({ raw }) => raw.replaceAll('\0', '\ufffd').toWellFormed()),
  })
}
