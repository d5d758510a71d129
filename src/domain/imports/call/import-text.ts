/**
 * Rows that come as a text in a call. Nothing is queued if none of them can be used; a short text
 * is applied before the call is answered, under a lease as a worker has it: if the process ends
 * meanwhile, a worker does the rest.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import { atomically, type Store } from '../../../db/db.ts'
import { returnIds, takeIds } from '../../../db/ids.ts'
import { rowsImported } from '../../../lib/telemetry.ts'
import { seenDelimiter } from '../../files/form/file-form.ts'
import { readCsv } from '../../files/read-csv.ts'
import { refusedFor } from '../../refusal.ts'
import { hintWork } from '../../work/hints.ts'
import { lapseOf } from '../../work/lease.ts'
import { applyBatch } from '../apply/apply-batch.ts'
import { addRow, type Batch, newBatch } from '../apply/prepare.ts'
import { endOfImport, nothingUsed } from '../apply/reject-reasons.ts'
import { noteFile } from '../imports.sql.ts'
import { claim, finish, type ImportClaim, release } from '../lease.ts'
import {
  type ImportOptions,
  keepImport,
  markImport,
  PLAIN_CSV,
  queueImport,
} from '../queue-import.ts'

/** A text of more rows, or of more characters, is left to the queue. */
const MOST_ROWS = 500
const MOST_CHARACTERS = 256 << 10
/** Characters that are parsed without yielding to the event loop. */
const PART = 64 << 10
const LEASE_MILLIS = 60_000

/** Returns the id of the import. Refuses a text without a usable row, and an unknown list. */
export async function importText(
  db: Store,
  accountId: number,
  { listId, text }: { listId: number; text: string },
): Promise<number> {
  const options = { ...PLAIN_CSV, delimiter: seenDelimiter(text, PLAIN_CSV) }
  const batch = await shortBatch(text, options)
  const bytes = Buffer.from(text)
  const given = { listId, source: { document: [bytes], name: '' }, options }
  if (batch === undefined) return queueImport(db, accountId, given)
  const importId = await keepImport(db, accountId, given)
  // It is due when the lease lapses, so that no worker takes it before.
  const due = lapseOf(LEASE_MILLIS)
  await atomically(db, tx => markImport(tx, accountId, importId, due), { again: true, accountId })
  const worker = randomUUID()
  const claimed = await claim(db, { accountId, importId, worker, leaseMillis: LEASE_MILLIS })
  if (claimed) await applied(db, claimed, batch, bytes)
  return importId
}

/** Applies it, or returns it to the queue. */
async function applied(
  db: Store,
  { run }: ImportClaim,
  batch: Batch,
  bytes: Buffer,
): Promise<void> {
  const { accountId, importId, worker, fence } = run
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  try {
    await noteFile(db, { accountId, importId, worker, fence, length: bytes.length, sha256 })
    // Not as many as a worker takes for a file; the highest is used last.
    run.spareIds = (await takeIds(db, accountId, 'subscriber', batch.people.size)).reverse()
    await applyBatch(db, run, batch)
    await finish(db, run, endOfImport(run))
  } catch (error) {
    await release(db, run, { due: new Date(), tries: 0, trouble: undefined }).catch(() => {})
    hintWork(db)
    throw error
  }
  returnIds(db, accountId, 'subscriber', run.spareIds)
  rowsImported.publish({ rows: run.position, rejected: run.counts.rejected })
}

/**
 * The rows of a short text; undefined for a longer one, of which a row can be used. Refuses a text
 * of which none can.
 */
async function shortBatch(text: string, dialect: ImportOptions): Promise<Batch | undefined> {
  const { maxColumns } = dialect
  const counts = { rejected: 0, rejectedBy: {} as Record<string, number> }
  let batch = newBatch()
  const countRejects = () => {
    for (const { reason } of batch.rejects)
      counts.rejectedBy[reason] = (counts.rejectedBy[reason] ?? 0) + 1
    counts.rejected += batch.rejects.length
  }
  for await (const block of readCsv(
    inParts(text),
    { dialect, hasHeaders: false, maxColumns },
    true,
  )) {
    for (const row of block.rows) addRow(batch, row)
    batch.rejects.push(...block.rejected)
    batch.read += block.read
    if (text.length <= MOST_CHARACTERS && batch.read <= MOST_ROWS) continue
    if (batch.people.size > 0) return undefined
    countRejects()
    batch = newBatch()
  }
  if (batch.people.size > 0) return counts.rejected === 0 ? batch : undefined
  countRejects()
  throw refusedFor('not-valid', nothingUsed(counts.rejected, counts)!)
}

async function* inParts(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PART) {
    if (at > 0) await pause()
    yield text.slice(at, at + PART)
  }
}
