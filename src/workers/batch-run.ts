/** One file of transactions: have it, read it, queue its letters part by part. While the store applies a part the next one is read. */
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { fieldsOfAccount } from '../domain/demographics/demographics.sql.ts'
import { COMPLETED, type End, type Pause } from '../domain/files/file-work.ts'
import type { RowBlock } from '../domain/files/read-rows.ts'
import { readBatchFile, type TransactionRow } from '../domain/transactions/batches/batch-file.ts'
import { type ClaimedBatch, finish, keepHold, letGo, type RunningBatch } from '../domain/transactions/batches/batch-lease.ts'
import { applyPart } from '../domain/transactions/batches/batch-part.ts'
import { judgeRow, newPart, type Part } from '../domain/transactions/batches/batch-rows.ts'
import { noteBatchFile } from '../domain/transactions/batches/batches.sql.ts'
import { download } from '../lib/download.ts'
import { shown } from '../lib/download-address.ts'
import { type FileTerms, failed, type Left, MOST_LAPSES, neverEnds, runFile, waitOrFail } from './file-run.ts'
import type { ImportContext } from './import-context.ts'

/** Rows that are looked at without letting anything else run. */
const AT_ONCE = 250
/** A block of fewer rows ends its part: it holds some megabytes. */
const FEW_ROWS = 1000

/** Works on a claimed batch until it ends, has to wait, or its slice is over. */
export function runBatch(context: ImportContext, claimed: ClaimedBatch, terms: FileTerms): Promise<void> {
  const { db, settings } = context
  const { run, tries, url } = claimed
  const job = {
    called: 'a batch of transactions',
    facts: { accountId: run.accountId, batchId: run.batchId },
    tries,
    keepHold: () => keepHold(db, run, settings.leaseMillis),
    letGo: (pause: Pause) => letGo(db, run, pause),
    finish: (end: End) => finish(db, run, end, shown(new URL(url))),
    counts() {
      const { rejectedBy: _, ...counts } = run.counts
      return counts
    },
  }
  return runFile(context, job, terms, signal => work(context, claimed, terms, signal))
}

async function work(
  context: ImportContext,
  claimed: ClaimedBatch,
  { key, turns, kept, place, sliceOver }: FileTerms,
  signal: AbortSignal,
): Promise<Left> {
  const { db, settings } = context
  const { run, url, file: before } = claimed
  const { accountId, batchId, worker, fence } = run
  if (claimed.lapses >= MOST_LAPSES) return neverEnds(claimed.lapses)
  const path = join(settings.scratch, `transactions-${key}-${fence}`)
  const file = kept.get(key) ?? (await download(url, path, settings.fetching, signal))
  if ('passing' in file) return waitOrFail(claimed.tries, file.passing, file.sentence, settings.pausesMillis)
  kept.set(key, file)
  if (run.position > 0 && (before?.length !== file.length || before.sha256 !== file.sha256))
    return failed(
      `The file was fetched again to go on, and is not the one that the batch began with. ${run.counts.queued} of its letters are queued.`,
    )
  await place(claimed.lapses > 0, signal)
  await noteBatchFile(db, { accountId, batchId, worker, fence, length: file.length, sha256: file.sha256 })

  let part = newPart()
  let applying: Promise<void> = Promise.resolve()
  const apply = async (next: Part): Promise<void> => {
    await turns.take(signal)
    try {
      await applyPart(db, run, next)
    } finally {
      turns.give()
    }
  }
  try {
    const fields = await fieldsOfAccount(db, { accountId })
    const fieldNames = new Map(fields.map(({ name, number }) => [name.toLowerCase(), number]))
    for await (const block of readBatchFile(file.path, { fieldNames, skipRows: run.position })) {
      await addBlock(part, block, run)
      signal.throwIfAborted()
      if (part.read < settings.batchRows && block.read >= FEW_ROWS) continue
      await applying
      applying = apply(part)
      // Whoever awaits it sees its failure; until then it is nobody's.
      applying.catch(() => {})
      part = newPart()
      if (sliceOver()) {
        await applying
        return { pause: { due: new Date(), tries: claimed.tries, trouble: undefined }, keepsFile: true }
      }
    }
  } finally {
    // Nothing is left running behind a failure.
    await applying.catch(() => {})
  }
  await applying
  if (part.read > 0 || part.ignored > 0) await apply(part)
  return endOf(run)
}

/** In small bites: other work of this process is not to wait for a block. */
async function addBlock(
  part: Part,
  { rows, rejected, read, ignored }: RowBlock<TransactionRow>,
  { format }: RunningBatch,
): Promise<void> {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!
    const judged = judgeRow(row, format)
    if (typeof judged === 'string') part.rejects.push({ line: row.line, raw: row.raw, reason: judged })
    else part.rows.push(judged)
    if (i % AT_ONCE === AT_ONCE - 1) await breathe()
  }
  part.rejects.push(...rejected)
  part.read += read
  part.ignored += ignored
}

/** It fails only when nothing of it could be used. */
function endOf({ position, counts: { queued, repeated, rejectedBy } }: RunningBatch): Left {
  if (position === 0) return failed('The file holds no transactions.')
  if (queued + repeated > 0) return { end: { state: COMPLETED } }
  const reasons = Object.entries(rejectedBy).map(([reason, count]) => `${reason}: ${count}`)
  return failed(`No row of ${position} could be used (${reasons.join(', ')}).`)
}
