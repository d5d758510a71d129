/** A dry run: the effects of an import, without carrying it out. */
import { z } from 'zod'
import { readColumns } from '../../domain/files/columns.ts'
import {
  type DryRun,
  dryRun,
  FATES,
  type RowFate,
  type ShownRow,
} from '../../domain/imports/apply/dry-run.ts'
import { accountFields } from '../../domain/imports/inspect/account-fields.ts'
import { inspectImport, withDocument } from '../../domain/imports/inspect/inspection.ts'
import { inColumns } from '../../domain/imports/queue-import.ts'
import { type HttpCall, httpAction } from '../http/http-action.ts'
import { ApiProblem } from '../problem.ts'
import { id } from '../values.ts'
import { known, oneImport, startGiven } from './imports.ts'

const params = z.strictObject({ importId: id })

/** More would hold the answer up too long. */
const MOST_TRIED = 100_000

const count = z.int()
const DryRunResult = z.object({
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
        fate: z.enum(FATES).nullable().describe('What the row would do.'),
        reason: z.string().nullable().describe('Why the row would be rejected.'),
        changes: z
          .array(z.object({ column: z.string(), before: z.string(), after: z.string() }))
          .describe('Stored values that it would replace, by the names of columns.'),
      }),
    )
    .describe('The first rows, at most 20.'),
})

export type DryRunAnswer = z.output<typeof DryRunResult>

const shownFirst = ({ line, email, name, raw, fate, reason, changes }: ShownRow) => ({
  line,
  email,
  name,
  row: raw,
  fate: fate ?? null,
  reason: reason ?? null,
  changes,
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
  { db, account, services }: HttpCall,
  importId: number,
  { columns, ...given }: z.output<typeof startGiven>,
  work: (trial: Trial) => Promise<Result>,
): Promise<Result> {
  const { listId } = await oneImport(db, account.id, importId)
  const folder = await services.imports.folder()
  const means = { known: known(given), folder }
  const { options, kind } = await inspectImport(db, account, importId, means)
  if (kind === 'xlsx')
    throw new ApiProblem('not-valid', {
      detail: 'A spreadsheet is not tried: import it, and undo the import if it is wrong.',
    })
  const fields = await accountFields(db, account)
  const mapped = columns === undefined || kind === 'xml' ? undefined : columns
  const read = mapped ? inColumns(options, readColumns(mapped, fields)) : options
  return withDocument(db, { accountId: account.id, importId }, folder, path =>
    work(dryRun(db, account.id, { listId: listId!, path, options: read })),
  )
}

export const importTrials = [
  httpAction({
    route: 'POST /imports/:importId/dry-run',
    right: 'people',
    personal: true,
    about:
      'What starting the import with these values would do, without doing it. It reads at most ' +
      `${MOST_TRIED} rows, and no spreadsheets.`,
    params,
    body: startGiven,
    out: DryRunResult,
    run(call, { params: { importId }, body }) {
      const gone = call.gone()
      return trying(call, importId, body, async trial => {
        let found: DryRun | undefined
        let complete = true
        for await (const so of trial) {
          found = so
          complete = so.read < MOST_TRIED && !gone.aborted
          if (!complete) break
        }
        const { read: rows, counts, first } = found!
        return { rows, complete, ...counts, first: first.map(shownFirst) }
      })
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
