/** Processing of an import: file, rows, batches. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Store } from '../db/db.ts'
import { fieldsOfAccount } from '../domain/demographics/demographics.sql.ts'
import { detailed } from '../domain/details/details.ts'
import { type End, FAILED } from '../domain/files/file-work.ts'
import type { SparePages } from '../domain/files/plain-rows.ts'
import { type RowBlock, readFile } from '../domain/files/read-file.ts'
import { applyBatch, ListGone } from '../domain/imports/apply/apply-batch.ts'
import { prefetchPeople } from '../domain/imports/apply/known-people.ts'
import { addPage, addRow, type Batch, keysOf, newBatch } from '../domain/imports/apply/prepare.ts'
import { endOfImport } from '../domain/imports/apply/reject-reasons.ts'
import { analyzePeople, dueImports, noteFile } from '../domain/imports/imports.sql.ts'
import { claim, finish, type ImportClaim, release, renew } from '../domain/imports/lease.ts'
import { shownAddress } from '../domain/imports/sealed-address.ts'
import { SealedOtherwise } from '../lib/secrets.ts'
import { createFileQueue } from './file-queue.ts'
import { type FileRows, workOnRows } from './file-rows.ts'
import { type FileTerms, failed, type RunOutcome, runFile } from './file-run.ts'
import type { ImportContext } from './import-context.ts'
import { fileFor } from './import-file.ts'

/** Rows processed before yielding to the event loop. */
const AT_ONCE = 250
/** Size of the first batch: small, so that the store starts early. */
const FIRST_ROWS = 1000
/** A batch of fewer rows is also full after this many characters of the file. */
const MOST_CHARACTERS = 4 << 20

/** People added after which a table that was empty needs statistics. */
const MANY = 10_000

type PeopleAdded = (people: number) => Promise<void>

/**
 * Updates the statistics once in the life of a process. Without any, the planner takes the tables
 * for nearly empty ones, where any index is as good as another; with some it knows how they grow.
 */
function analyzeOnce(db: Store): PeopleAdded {
  let added = 0
  return async people => {
    const before = added
    added += people
    if (before < MANY && added >= MANY) await analyzePeople(db, {})
  }
}

/** Processes a claimed import until it ends, has to wait, or its time slice is over. */
function runImport(
  context: ImportContext,
  claimed: ImportClaim,
  terms: FileTerms,
  peopleAdded: PeopleAdded,
): Promise<void> {
  const { db, settings } = context
  const { run, tries, url } = claimed
  const job = {
    called: 'an import',
    facts: { accountId: run.accountId, importId: run.importId },
    tries,
    renew: () => renew(db, run, settings.leaseMillis),
    release: (pause: Parameters<typeof release>[2]) => release(db, run, pause),
    finish: (end: End) => finish(db, run, { ...end, shownUrl: url && shownAddress(url) }),
    counts() {
      const { rejectedBy: _, ...counts } = run.counts
      return counts
    },
    outcomeAfter(error: unknown) {
      if (error instanceof ListGone) return failed(detailed('list-gone'))
      if (error instanceof SealedOtherwise) return failed(detailed('url-sealed'))
      return undefined
    },
  }
  const rows = rowsOf(context, claimed, terms.key, peopleAdded)
  return runFile(context, job, terms, signal => workOnRows(rows, terms, signal))
}

function rowsOf(
  context: ImportContext,
  claimed: ImportClaim,
  key: string,
  peopleAdded: PeopleAdded,
): FileRows<RowBlock, Batch> {
  const { db, settings } = context
  const { run, options, tries, lapses, file: begun } = claimed
  const { accountId, importId, worker, fence, position } = run
  const spare: SparePages = []
  let characters = 0
  let previous: Batch | undefined
  let enough = Math.min(settings.batchRows, FIRST_ROWS)
  return {
    tries,
    lapses,
    position,
    begun,
    changed: detailed('file-changed'),
    pausesMillis: settings.pausesMillis,
    fetch: signal => fileFor(context, key, claimed, signal),
    note: ({ length, sha256 }) =>
      noteFile(db, { accountId, importId, worker, fence, length, sha256 }),
    async read({ path }) {
      const names = options.mapNames
        ? await fieldNames(context, accountId)
        : new Map<string, number>()
      return readFile(path, {
        ...options,
        dialect: options,
        fieldNames: names,
        skipRows: position,
        spare,
      })
    },
    newPart: newBatch,
    async add(batch, block) {
      if (options.refuseMore && run.position === 0 && hasMoreColumns(block)) return MORE_COLUMNS
      await addBlock(batch, block)
      characters += block.size
      return undefined
    },
    isFull(batch) {
      if (batch.read < enough && characters < MOST_CHARACTERS) return false
      characters = 0
      enough = settings.batchRows
      keysOf(batch)
      prefetchPeople(db, run, batch, previous)
      previous = batch
      return true
    },
    isEmpty: ({ read }) => read === 0,
    async apply(batch) {
      const { rejected, subscribed } = run.counts
      await applyBatch(db, run, batch)
      spare.push(...batch.pages)
      context.counted({ rows: batch.read, rejected: run.counts.rejected - rejected })
      await peopleAdded(run.counts.subscribed - subscribed)
    },
    end: () => ({ end: endOfImport(run) }),
  }
}

const hasMoreColumns = ({ rejected }: RowBlock): boolean =>
  rejected.some(({ reason }) => reason === 'too-many-columns')

const MORE_COLUMNS: RunOutcome = {
  end: {
    state: FAILED,
    refusal: 'not-activated',
    trouble: [detailed('fields-inactive')],
  },
}

/** Yields between small groups of rows, so that a block does not hold up the event loop. */
async function addBlock(
  batch: Batch,
  { rows, rejected, read, ignored, page }: RowBlock,
): Promise<void> {
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
  return new Map(
    (await fieldsOfAccount(db, { accountId })).map(({ name, number }) => [
      name.toLowerCase(),
      number,
    ]),
  )
}

export const createImporter = (context: ImportContext) => {
  const { db, worker, settings, places, report } = context
  const peopleAdded = analyzeOnce(db)
  return createFileQueue({
    due: async limits =>
      (await dueImports(db, limits)).map(({ accountId, importId }) => ({
        accountId,
        id: importId,
      })),
    claim: (accountId, importId) =>
      claim(db, { accountId, importId, worker, leaseMillis: settings.leaseMillis }),
    run: (claimed, terms) => runImport(context, claimed, terms, peopleAdded),
    sliceMillis: settings.sliceMillis,
    places,
    name: 'import',
    report,
  })
}
