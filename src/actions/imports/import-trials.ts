/** A dry run: the effects of an import, without carrying it out. */
import { z } from 'zod'
import type { Misfits } from '../../domain/files/form/read-as.ts'
import {
  type DryRun,
  dryRun,
  FATES,
  type RowFate,
  readValues,
  type ShownRow,
} from '../../domain/imports/apply/dry-run.ts'
import { inspectImport, withDocument } from '../../domain/imports/inspect/inspection.ts'
import { withSheetAsText } from '../../domain/imports/inspect/sheet-as-text.ts'
import { type HttpCall, httpAction } from '../http/http-action.ts'
import { id } from '../values.ts'
import { chosenOptions, known, startGiven } from './import-reading.ts'
import { oneImport } from './imports.ts'

const params = z.strictObject({ importId: id })

/** More would hold the answer up too long. */
const MOST_TRIED = 100_000

const count = z.int()
const DryRunResult = z
  .object({
    rows: count,
    complete: z.boolean().describe('False: the file has more rows.'),
    inserted: count,
    updated: count,
    unchanged: count,
    repeated: count,
    subscribed: count,
    ignored: count,
    rejected: count,
    rejectedBy: z.record(z.string(), count),
    first: z
      .array(
        z.object({
          line: count,
          email: z.string(),
          name: z.string(),
          row: z.string(),
          read: z
            .record(z.string(), z.string())
            .describe('Values as they would be stored, by the names of columns.'),
          fate: z.enum(FATES).nullable().describe('What the row would do.'),
          reason: z.string().nullable().describe('Why the row would be rejected.'),
          changes: z
            .array(z.object({ column: z.string(), before: z.string(), after: z.string() }))
            .describe('Stored values that it would replace, by the names of columns.'),
        }),
      )
      .describe('The first rows, at most 20.'),
    misfits: z
      .array(count)
      .describe('Values that do not fit what their column is read as, by the place of the column.'),
  })
  .meta({ id: 'ImportTrial' })

export type DryRunAnswer = z.output<typeof DryRunResult>

const shownFirst = (row: ShownRow) => ({
  line: row.line,
  email: row.email,
  name: row.name,
  row: row.raw,
  read: readValues(row),
  fate: row.fate ?? null,
  reason: row.reason ?? null,
  changes: row.changes,
})

/** In one answer; more would be too large. */
const MOST_TOLD = 10_000

const RowFates = z.object({
  complete: z.boolean().describe('False: the file has more rows.'),
  rows: z.array(
    z.object({
      line: count,
      email: z.string().describe("Of a row that is rejected as it stands ''."),
      fate: z.enum(FATES).describe('joined: known, unchanged, and put on the list.'),
      reason: z.string().nullable().describe('Why it would be rejected.'),
      row: z.string().describe("Of a rejected row, as it stands in the file; others ''."),
    }),
  ),
})

export type RowFatesAnswer = z.output<typeof RowFates>

const shownFate = ({ line, email, fate, reason, raw }: RowFate) => ({
  line,
  email,
  fate,
  reason: reason ?? null,
  row: fate === 'rejected' ? raw : '',
})

type Trial = AsyncGenerator<DryRun>

/** Runs the work with the dry run of the import with the values that would start it. */
async function trying<Result>(
  call: HttpCall,
  importId: number,
  given: z.output<typeof startGiven>,
  work: (trial: Trial) => Promise<Result>,
  misfits: Misfits = [],
): Promise<Result> {
  const { db, account, services } = call
  const { listId } = await oneImport(db, account.id, importId)
  const folder = await services.imports.folder()
  const means = { known: known(given), folder }
  const inspected = await inspectImport(db, account, importId, means)
  const options = await chosenOptions(call, inspected, given)
  const trial = { listId: listId!, options, misfits }
  return withDocument(db, { accountId: account.id, importId }, folder, async path => {
    if (inspected.kind !== 'xlsx') return work(dryRun(db, account.id, { ...trial, path }))
    return withSheetAsText({ path, options, most: MOST_TRIED }, (text, plain) =>
      work(dryRun(db, account.id, { ...trial, path: text, options: plain })),
    )
  })
}

export const importTrials = [
  httpAction({
    route: 'POST /imports/:importId/dry-run',
    right: 'people',
    personal: true,
    about:
      'What starting the import with these values would do, without doing it. It reads at most ' +
      `${MOST_TRIED} rows.`,
    params,
    body: startGiven,
    out: DryRunResult,
    run(call, { params: { importId }, body }) {
      const gone = call.gone()
      const misfits: Misfits = []
      const work = async (trial: Trial) => {
        let found: DryRun | undefined
        let complete = true
        for await (const so of trial) {
          found = so
          complete = so.read < MOST_TRIED && !gone.aborted
          if (!complete) break
        }
        const { read: rows, counts, first } = found!
        const unfit = Array.from(misfits, count => count ?? 0)
        return { rows, complete, ...counts, first: first.map(shownFirst), misfits: unfit }
      }
      return trying(call, importId, body, work, misfits)
    },
  }),
  httpAction({
    route: 'POST /imports/:importId/dry-run/rows',
    right: 'people',
    personal: true,
    about: `The same, row by row: what each of the first ${MOST_TOLD} rows would do.`,
    params,
    body: startGiven,
    out: RowFates,
    run(call, { params: { importId }, body }) {
      const gone = call.gone()
      return trying(call, importId, body, async trial => {
        const rows: z.input<typeof RowFates>['rows'] = []
        for await (const { fates } of trial) {
          rows.push(...fates.map(shownFate))
          if (rows.length > MOST_TOLD || gone.aborted) break
        }
        return { complete: rows.length <= MOST_TOLD, rows: rows.slice(0, MOST_TOLD) }
      })
    },
  }),
] as const
