/** Files of addresses: opted out, suppressed, or taken back. */
import { open } from 'node:fs/promises'
import { z } from 'zod'
import { importSuppressed } from '../../domain/bounces/suppression/import-suppressed.ts'
import { undoSuppressed } from '../../domain/bounces/suppression/undo-import.ts'
import { detailed } from '../../domain/details/details.ts'
import type { AddressProgress } from '../../domain/files/import-addresses.ts'
import { readAddresses } from '../../domain/files/read-addresses.ts'
import { UnreadableFile } from '../../domain/files/read-rows.ts'
import { importOptOuts } from '../../domain/opt-outs/import-opt-outs.ts'
import { type HttpCall, httpAction } from '../http/http-action.ts'
import { withUpload } from '../http/uploaded-file.ts'
import { ApiProblem } from '../problem.ts'

const MOST_REJECTS = 100

const Result = z.object({
  read: z.int().describe('Rows, without a header.'),
  added: z.int(),
  alreadyThere: z.int(),
  notValid: z.int(),
  rejects: z
    .array(z.object({ line: z.int(), reason: z.string(), row: z.string() }))
    .describe(`The first ${MOST_REJECTS}.`),
})

const reason = z.string().max(500).default('').describe('The reason, shown in the list.')

const FILE =
  'The body is text (application/octet-stream): an address a line, or a column of CSV; its ' +
  'first row may name the columns. Repeated with the same file, it does the rest.'

/** Ends when the caller is gone: the rows before that are done. */
async function imported(
  call: HttpCall,
  importRows: (rows: ReturnType<typeof readAddresses>) => AsyncIterable<AddressProgress>,
) {
  const gone = call.gone()
  return withUpload(call, async path => {
    await refuseSpreadsheet(path)
    let counts = { read: 0, added: 0, alreadyThere: 0, notValid: 0 }
    const rejects: z.output<typeof Result>['rejects'] = []
    try {
      for await (const step of importRows(readAddresses(path))) {
        counts = step.counts
        for (const { line, reason: why, raw } of step.rejects)
          if (rejects.length < MOST_REJECTS) rejects.push({ line, reason: why, row: raw })
        if (gone.aborted) break
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      const why = detailed('rows-done', { rows: counts.read, says: error.message })
      throw new ApiProblem('not-valid', { ...why, because: error.why && [error.why] })
    }
    return { ...counts, rejects }
  })
}

/** They are unpacked by imports in a thread of its own, and by the command. */
async function refuseSpreadsheet(path: string): Promise<void> {
  const file = await open(path)
  const { buffer } = await file.read({ buffer: Buffer.alloc(4) }).finally(() => file.close())
  if (buffer.toString('latin1') !== 'PK\x03\x04') return
  throw new ApiProblem('not-valid', detailed('file-spreadsheet'))
}

export const addressFiles = [
  httpAction({
    route: 'POST /opt-outs/import',
    right: 'people',
    about: `Opt out all addresses of a file. ${FILE}`,
    commands: ['optout import'],
    query: z.strictObject({ reason }),
    upload: true,
    out: Result,
    run: (call, { query }) =>
      imported(call, rows => importOptOuts(call.db, call.account.id, rows, query.reason)),
  }),
  httpAction({
    route: 'POST /suppressions/import',
    right: 'people',
    about: `Suppress all addresses of a file, as after a hard bounce. ${FILE}`,
    commands: ['suppression import'],
    query: z.strictObject({ reason }),
    upload: true,
    out: Result,
    run(call, { query }) {
      const { hardDays, ...rules } = call.services.bounces
      const given = { reason: query.reason, hardDays, rules }
      return imported(call, rows => importSuppressed(call.db, call.account.id, { ...given, rows }))
    },
  }),
  httpAction({
    route: 'POST /suppressions/undo-import',
    right: 'people',
    about: `Take back what imports added of the addresses of a file; \`added\` counts them. ${FILE}`,
    commands: ['suppression import'],
    upload: true,
    out: Result,
    run: call =>
      imported(call, rows => undoSuppressed(call.db, call.account.id, rows, call.services.bounces)),
  }),
] as const
