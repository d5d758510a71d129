/**
 * One import, from its claim to its end or back into the queue: have the file, read it, apply it batch by batch.
 * While the store applies a batch the next one is read.
 */
import { rm } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { isOutOfRoom } from '../db/again.ts'
import { fieldsOfAccount } from '../domain/demographics/demographics.sql.ts'
import { applyBatch, ClaimLost, ListGone } from '../domain/imports/apply-batch.ts'
import { noteFile } from '../domain/imports/imports.sql.ts'
import { type Claimed, COMPLETED, type End, FAILED, finish, keepHold, letGo, type Pause } from '../domain/imports/lease.ts'
import { addRow, type Batch, newBatch } from '../domain/imports/prepare.ts'
import { type RowBlock, readFile, UnreadableFile } from '../domain/imports/read-file.ts'
import { BY_CONSENT } from '../domain/imports/reject-reasons.ts'
import type { Fetched } from '../lib/download.ts'
import { shown } from '../lib/download-address.ts'
import type { ImportContext } from './import-context.ts'
import { fileFor, type Kept, keyOf } from './import-file.ts'
import type { Turns } from './turns.ts'

/** After so many faults of ours in a row an import fails rather than come back for ever. */
const MOST_FAULTS = 10
/** So often a worker may die over an import at the same place: a file that kills is not to keep others from theirs. */
const MOST_LAPSES = 20
/** Rows that are looked at without letting anything else run. */
const AT_ONCE = 250
/** A block of fewer rows ends its batch: it holds some megabytes. */
const FEW_ROWS = 1000
const FULL_MILLIS = 30_000

/** `keepsFile`: it will be wanted again soon, most likely by this process. */
type Left = { end: End } | { pause: Pause; keepsFile?: true } | 'lost'

/** Works on a claimed import until it ends, has to wait, or its slice is over. */
export async function runImport(
  context: ImportContext,
  claimed: Claimed,
  { turns, kept, sliceOver, stopping }: { turns: Turns; kept: Kept; sliceOver: () => boolean; stopping: AbortSignal },
): Promise<void> {
  const { db, settings, log } = context
  const { run } = claimed
  const facts = { accountId: run.accountId, importId: run.importId }
  const lost = new AbortController()
  const life = setInterval(() => {
    keepHold(db, run, settings.leaseMillis).then(
      held => held || lost.abort(new ClaimLost()),
      error => context.report(error, 'import lease'),
    )
  }, settings.leaseMillis / 3)
  const signal = AbortSignal.any([stopping, lost.signal])
  let keepsFile = false
  try {
    const left = await work(context, claimed, { turns, kept, sliceOver, signal }).catch(error =>
      leftAfter(error, context, claimed, { stopping, lost: lost.signal }),
    )
    clearInterval(life)
    if (left === 'lost') return log('an import went on elsewhere', facts)
    if ('pause' in left) {
      keepsFile = left.keepsFile ?? false
      return await letGo(db, run, left.pause)
    }
    const shownUrl = claimed.url === undefined ? undefined : shown(new URL(claimed.url))
    if (!(await finish(db, run, { ...left.end, shownUrl }))) return log('an import went on elsewhere', facts)
    const { rejectedBy: _, ...counts } = run.counts
    log(left.end.state === COMPLETED ? 'an import is completed' : 'an import has failed', { ...facts, ...counts })
  } finally {
    clearInterval(life)
    const file = kept.get(keyOf(claimed))
    if (file && !keepsFile) {
      kept.delete(keyOf(claimed))
      await rm(file.path, { force: true })
    }
  }
}

async function work(
  context: ImportContext,
  claimed: Claimed,
  { turns, kept, sliceOver, signal }: { turns: Turns; kept: Kept; sliceOver: () => boolean; signal: AbortSignal },
): Promise<Left> {
  const { db, settings } = context
  const { run, options } = claimed
  const { accountId, importId, worker, fence } = run
  if (claimed.lapses > MOST_LAPSES) return failed(`Whoever worked on it died, ${claimed.lapses} times at the same place.`)
  const file = await fileFor(context, kept, claimed, signal)
  if ('passing' in file) return waitOrFail(claimed, file.passing, file.sentence, settings.pausesMillis)
  kept.set(keyOf(claimed), file)
  if (run.position > 0 && !sameFile(claimed, file))
    return failed('The file was fetched again to go on, and is not the one that the import began with. Import it anew.')
  await noteFile(db, { accountId, importId, worker, fence, length: file.length, sha256: file.sha256 })

  let batch = newBatch()
  let applying: Promise<void> = Promise.resolve()
  const apply = async (next: Batch): Promise<void> => {
    await turns.take(signal)
    try {
      const before = run.counts.rejected
      await applyBatch(db, run, next)
      context.counted({ rows: next.read, rejected: run.counts.rejected - before })
    } finally {
      turns.give()
    }
  }
  try {
    const rows = readFile(file.path, {
      ...options,
      dialect: options,
      fieldNames: options.mapNames ? await fieldNames(context, accountId) : new Map(),
      skipRows: run.position,
    })
    for await (const block of rows) {
      if (options.refuseMore && run.position === 0 && block.rejected.some(({ reason }) => reason === 'too-many-columns'))
        return {
          end: {
            state: FAILED,
            refusal: 'not-activated',
            trouble: 'The file has more data fields than the account has activated.',
          },
        }
      await addBlock(batch, block)
      signal.throwIfAborted()
      // A block of few rows is one of long rows, or the last.
      if (batch.read < settings.batchRows && block.read >= FEW_ROWS) continue
      await applying
      applying = apply(batch)
      // Whoever awaits it sees its failure; until then it is nobody's.
      applying.catch(() => {})
      batch = newBatch()
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
  if (batch.read > 0) await apply(batch)
  return { end: endOf(claimed) }
}

/** In small bites: other work of this process is not to wait for a block. */
async function addBlock(batch: Batch, { rows, rejected, read, ignored }: RowBlock): Promise<void> {
  for (let i = 0; i < rows.length; i++) {
    addRow(batch, rows[i]!)
    if (i % AT_ONCE === AT_ONCE - 1) await breathe()
  }
  for (const reject of rejected) batch.rejects.push(reject)
  batch.read += read
  batch.ignored += ignored
}

async function fieldNames({ db }: ImportContext, accountId: number): Promise<Map<string, number>> {
  return new Map((await fieldsOfAccount(db, { accountId })).map(({ name, number }) => [name.toLowerCase(), number]))
}

const sameFile = ({ file: before }: Claimed, { length, sha256 }: Fetched): boolean =>
  before?.length === length && before.sha256 === sha256

/** It fails only when nothing could be read: a row that consent keeps out was a usable row. */
function endOf({ run: { position, counts } }: Claimed): End {
  const { rejected, rejectedBy } = counts
  const unusable = rejected - BY_CONSENT.reduce((sum, reason) => sum + (rejectedBy[reason] ?? 0), 0)
  if (position === 0) return { state: FAILED, trouble: 'The file holds no rows.' }
  if (unusable < position) return { state: COMPLETED }
  const reasons = Object.entries(rejectedBy).map(([reason, count]) => `${reason}: ${count}`)
  return { state: FAILED, trouble: `No row of ${position} could be used (${reasons.join(', ')}).` }
}

const failed = (trouble: string): Left => ({ end: { state: FAILED, trouble } })

function waitOrFail({ tries }: Claimed, passing: boolean, sentence: string, pauses: readonly number[]): Left {
  const pause = pauses[tries]
  if (!passing) return failed(sentence)
  if (pause === undefined) return failed(`${sentence} It was tried ${tries + 1} times.`)
  return { pause: { due: new Date(Date.now() + pause), tries: tries + 1, trouble: sentence } }
}

function leftAfter(
  error: unknown,
  context: ImportContext,
  { run, tries }: Claimed,
  { stopping, lost }: { stopping: AbortSignal; lost: AbortSignal },
): Left {
  if (error instanceof ClaimLost || lost.aborted) return 'lost'
  if (stopping.aborted) return { pause: { due: new Date(), tries, trouble: undefined } }
  if (error instanceof UnreadableFile) return failed(error.message)
  if (error instanceof ListGone) return failed('The mailing list was deleted.')
  const full = isOutOfRoom(error) ? 'The store has' : (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'SCRATCH_DIR has' : ''
  if (full !== '') {
    const trouble = `${full} no room. It goes on by itself when there is some again.`
    return { pause: { due: new Date(Date.now() + FULL_MILLIS), tries, trouble } }
  }
  context.report(error, `import ${run.accountId}-${run.importId}`)
  const pauses = Array.from({ length: MOST_FAULTS }, (_, i) => 1000 * 2 ** i)
  return waitOrFail({ run, tries } as Claimed, true, 'Something failed inside; the log of the service has the rest.', pauses)
}
