/** What an import would do, without doing it. */
import { z } from 'zod'
import { readColumns } from '../../../domain/files/columns.ts'
import { type DryRun, dryRun } from '../../../domain/imports/apply/dry-run.ts'
import { accountFields } from '../../../domain/imports/inspect/account-fields.ts'
import { inspectImport, withDocument } from '../../../domain/imports/inspect/inspection.ts'
import { inColumns } from '../../../domain/imports/queue-import.ts'
import { ApiProblem } from '../problem.ts'
import { route } from '../route.ts'
import { id } from '../values.ts'
import { known, oneImport, startGiven } from './imports.ts'

const params = z.strictObject({ importId: id })

/** More would hold the answer up too long. */
const MOST_TRIED = 100_000

const count = z.int()
const DryRunResult = z.object({
  rows: count,
  complete: z.boolean().describe('False: the file has more rows.'),
  ...{ inserted: count, updated: count, unchanged: count, repeated: count },
  ...{ subscribed: count, ignored: count, rejected: count },
  rejectedBy: z.record(z.string(), count),
  first: z
    .array(
      z.object({
        ...{ line: count, email: z.string(), name: z.string(), row: z.string() },
        reason: z.string().nullable().describe('Why the row would be rejected as it stands.'),
      }),
    )
    .describe('The first rows, at most 20.'),
})

export type DryRunAnswer = z.output<typeof DryRunResult>

const shownFirst = ({ line, email, name, raw, reason }: DryRun['first'][number]) => ({
  ...{ line, email, name, row: raw, reason: reason ?? null },
})

export const importTrials = [
  route({
    method: 'POST',
    path: '/imports/:importId/dry-run',
    right: 'people',
    personal: true,
    about:
      'What starting the import with these values would do, without doing it. It reads at most ' +
      `${MOST_TRIED} rows, and no spreadsheets.`,
    params,
    body: startGiven,
    out: DryRunResult,
    async run(call, { params: { importId }, body: { columns, ...given } }) {
      const { db, account, services } = call
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
      const gone = call.gone()
      return withDocument(db, { accountId: account.id, importId }, folder, async path => {
        const file = { listId: listId!, path, options: read }
        let found: DryRun | undefined
        let complete = true
        for await (const so of dryRun(db, account.id, file)) {
          found = so
          complete = so.read < MOST_TRIED && !gone.aborted
          if (!complete) break
        }
        const { read: rows, counts, first } = found!
        return { rows, complete, ...counts, first: first.map(shownFirst) }
      })
    },
  }),
]
