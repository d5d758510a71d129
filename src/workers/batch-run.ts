/** Processing of a file of transactions: download, rows, parts. */
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { fieldsOfAccount } from '../domain/demographics/demographics.sql.ts'
import { detailed } from '../domain/details/details.ts'
import { COMPLETED, type End, type Pause } from '../domain/files/file-work.ts'
import type { RowBlock } from '../domain/files/read-rows.ts'
import { readBatchFile, type TransactionRow } from '../domain/transactions/batches/batch-file.ts'
import {
  type ClaimedBatch,
  claim,
  finish,
  type RunningBatch,
  release,
  renewLease,
} from '../domain/transactions/batches/batch-lease.ts'
import { applyPart } from '../domain/transactions/batches/batch-part.ts'
import { type BatchPart, judgeRow, newPart } from '../domain/transactions/batches/batch-rows.ts'
import { dueBatches, noteBatchFile } from '../domain/transactions/batches/batches.sql.ts'
import { shown } from '../lib/download/address.ts'
import { download } from '../lib/download/download.ts'
import { createFileQueue } from './file-queue.ts'
import { type FileRows, workOnRows } from './file-rows.ts'
import { type FileTerms, failed, type RunOutcome, runFile } from './file-run.ts'
import type { ImportContext } from './import-context.ts'

/** Rows processed before yielding to the event loop. */
const AT_ONCE = 250
/** A block with fewer rows ends its part: it holds some megabytes. */
const FEW_ROWS = 1000

/** Processes a claimed batch until it ends, has to wait, or its time slice is over. */
function runBatch(context: ImportContext, claimed: ClaimedBatch, terms: FileTerms): Promise<void> {
  const { db, settings } = context
  const { run, tries, url } = claimed
  const job = {
    called: 'a batch of transactions',
    facts: { accountId: run.accountId, batchId: run.batchId },
    tries,
    renew: () => renewLease(db, run, settings.leaseMillis),
    release: (pause: Pause) => release(db, run, pause),
    finish: (end: End) => finish(db, run, end, shown(new URL(url))),
    counts() {
      const { rejectedBy: _, ...counts } = run.counts
      return counts
    },
  }
  const rows = rowsOf(context, claimed, terms.key)
  return runFile(context, job, terms, signal => workOnRows(rows, terms, signal))
}

type Rows = FileRows<RowBlock<TransactionRow>, BatchPart>

function rowsOf({ db, settings }: ImportContext, claimed: ClaimedBatch, key: string): Rows {
  const { run, url, tries, lapses, file: begun } = claimed
  const { accountId, batchId, worker, fence, position } = run
  return {
    tries,
    lapses,
    position,
    begun,
    changed: detailed('batch-changed', { queued: run.counts.queued }),
    pausesMillis: settings.pausesMillis,
    fetch: signal =>
      download(
        url,
        join(settings.scratch, `transactions-${key}-${fence}`),
        settings.fetching,
        signal,
      ),
    note: ({ length, sha256 }) =>
      noteBatchFile(db, { accountId, batchId, worker, fence, length, sha256 }),
    async read({ path }) {
      const fields = await fieldsOfAccount(db, { accountId })
      const fieldNames = new Map(fields.map(({ name, number }) => [name.toLowerCase(), number]))
      return readBatchFile(path, { fieldNames, skipRows: position })
    },
    newPart,
    async add(part, block) {
      await addBlock(part, block, run)
      return undefined
    },
    isFull: (part, block) => part.read >= settings.batchRows || block.read < FEW_ROWS,
    isEmpty: ({ read, ignored }) => read === 0 && ignored === 0,
    apply: part => applyPart(db, run, part),
    end: () => endOf(run),
  }
}

/** Yields between small groups of rows, so that a block does not hold up the event loop. */
async function addBlock(
  part: BatchPart,
  { rows, rejected, read, ignored }: RowBlock<TransactionRow>,
  { format }: RunningBatch,
): Promise<void> {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!
    const judged = judgeRow(row, format)
    if (typeof judged === 'string')
      part.rejects.push({ line: row.line, raw: row.raw, reason: judged })
    else part.rows.push(judged)
    if (i % AT_ONCE === AT_ONCE - 1) await breathe()
  }
  part.rejects.push(...rejected)
  part.read += read
  part.ignored += ignored
}

/** Fails only if no row could be used. */
function endOf({ position, counts: { queued, repeated, rejectedBy } }: RunningBatch): RunOutcome {
  if (position === 0) return failed(detailed('transactions-none'))
  if (queued + repeated > 0) return { end: { state: COMPLETED } }
  const reasons = Object.entries(rejectedBy).map(([reason, count]) => `${reason}: ${count}`)
  return failed(detailed('rows-unusable', { rows: position, reasons: reasons.join(', ') }))
}

export const createBatcher = (context: ImportContext) => {
  const { db, worker, settings, places, report } = context
  return createFileQueue({
    due: async limits =>
      (await dueBatches(db, limits)).map(({ accountId, batchId }) => ({ accountId, id: batchId })),
    claim: (accountId, batchId) =>
      claim(db, { accountId, batchId, worker, leaseMillis: settings.leaseMillis }),
    run: (claimed, terms) => runBatch(context, claimed, terms),
    sliceMillis: settings.sliceMillis,
    places,
    name: 'batch of transactions',
    report,
  })
}
