/** One import: have the file, read it, apply it batch by batch. While the store applies a batch the next one is read. */
import { setImmediate as breathe } from 'node:timers/promises'
import { fieldsOfAccount } from '../domain/demographics/demographics.sql.ts'
import { COMPLETED, type End, FAILED } from '../domain/files/file-work.ts'
import type { SparePages } from '../domain/files/plain-rows.ts'
import { type RowBlock, readFile } from '../domain/files/read-file.ts'
import { applyBatch, ListGone } from '../domain/imports/apply/apply-batch.ts'
import { addPage, addRow, type Batch, keysOf, newBatch } from '../domain/imports/apply/prepare.ts'
import { BY_CONSENT } from '../domain/imports/apply/reject-reasons.ts'
import { noteFile } from '../domain/imports/imports.sql.ts'
import { type Claimed, finish, keepHold, letGo } from '../domain/imports/lease.ts'
import { shownAddress } from '../domain/imports/sealed-address.ts'
import type { Fetched } from '../lib/download.ts'
import { SealedOtherwise } from '../lib/secrets.ts'
import { type FileTerms, failed, type Left, MOST_LAPSES, neverEnds, runFile, waitOrFail } from './file-run.ts'
import type { ImportContext } from './import-context.ts'
import { fileFor } from './import-file.ts'

/** Rows that are looked at without letting anything else run. */
const AT_ONCE = 250
/** Of the first batch: the sooner the store has something to do, the better. */
const FIRST_ROWS = 1000
/** A batch of fewer rows is full as well when so much of the file was read for it. */
const MOST_CHARACTERS = 4 << 20

/** Works on a claimed import until it ends, has to wait, or its slice is over. */
export function runImport(context: ImportContext, claimed: Claimed, terms: FileTerms): Promise<void> {
  const { db, settings } = context
  const { run, tries, url } = claimed
  const job = {
    called: 'an import',
    facts: { accountId: run.accountId, importId: run.importId },
    tries,
    keepHold: () => keepHold(db, run, settings.leaseMillis),
    letGo: (pause: Parameters<typeof letGo>[2]) => letGo(db, run, pause),
    finish: (end: End) => finish(db, run, { ...end, shownUrl: url && shownAddress(url) }),
    counts() {
      const { rejectedBy: _, ...counts } = run.counts
      return counts
    },
    leftAfter(error: unknown) {
      if (error instanceof ListGone) return failed('The mailing list was deleted.')
      if (error instanceof SealedOtherwise) return failed('Its address lies sealed under another SECRET_KEY. Import it anew.')
      return undefined
    },
  }
  return runFile(context, job, terms, signal => work(context, claimed, terms, signal))
}

async function work(
  context: ImportContext,
  claimed: Claimed,
  { key, turns, kept, place, sliceOver }: FileTerms,
  signal: AbortSignal,
): Promise<Left> {
  const { db, settings } = context
  const { run, options } = claimed
  const { accountId, importId, worker, fence } = run
  if (claimed.lapses >= MOST_LAPSES) return neverEnds(claimed.lapses)
  const file = await fileFor(context, kept, key, claimed, signal)
  if ('passing' in file) return waitOrFail(claimed.tries, file.passing, file.sentence, settings.pausesMillis)
  kept.set(key, file)
  if (run.position > 0 && !sameFile(claimed, file))
    return failed('The file was fetched again to go on, and is not the one that the import began with. Import it anew.')
  await place(claimed.lapses > 0, signal)
  await noteFile(db, { accountId, importId, worker, fence, length: file.length, sha256: file.sha256 })

  const spare: SparePages = []
  let batch = newBatch()
  let size = 0
  let enough = Math.min(settings.batchRows, FIRST_ROWS)
  let applying: Promise<void> = Promise.resolve()
  const apply = async (next: Batch): Promise<void> => {
    await turns.take(signal)
    try {
      const before = run.counts.rejected
      await applyBatch(db, run, next)
      spare.push(...next.pages)
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
      spare,
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
      size += block.size
      if (batch.read < enough && size < MOST_CHARACTERS) continue
      size = 0
      enough = settings.batchRows
      keysOf(batch)
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
async function addBlock(batch: Batch, { rows, rejected, read, ignored, page }: RowBlock): Promise<void> {
  if (page) {
    addPage(batch, page)
    await breathe()
  }
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
