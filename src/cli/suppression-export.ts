/** `pennypost suppression export`: the suppression list as CSV, spreadsheet or JSON, streamed. */
import { type Command, Option } from 'commander'
import { suppressionTable } from '../actions/exports/suppression-table.ts'
import { FORMATS } from '../actions/exports/table-file.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'
import { type ReportOutput, writeReport } from './report-file.ts'

interface ExportOptions extends ReportOutput, AccountOption {}

export function registerExport(suppression: Command, context: Context): void {
  withAccount(suppression.command('export'))
    .option('-o, --output <file>', 'a file that is not there yet; otherwise standard output')
    .addOption(
      new Option('--format <format>', 'otherwise by the name of the file, or CSV').choices(FORMATS),
    )
    .description('The suppression list, the newest first, as its import reads it.')
    .addHelpText(
      'after',
      `
In CSV, what a spreadsheet would calculate is prefixed with an apostrophe, which an import \
removes. Addresses that wait
for a decision (bounce holds) are left out. Opt-outs and complaints: pennypost optout list

Examples:
  $ pennypost suppression export > suppressed.csv
  $ pennypost suppression export --output suppressed.xlsx`,
    )
    .action((options: ExportOptions) => exportList(context, options))
}

async function exportList(context: Context, options: ExportOptions): Promise<void> {
  const { hardDays } = context.config().bounces
  const left = { held: 0 }
  const rows = await forAccount(context, options, (db, { id }) =>
    writeReport(suppressionTable(db, id, hardDays, left), options),
  )
  if (options.output === undefined) return
  if (options.json)
    return context.printJson({ file: options.output, addresses: rows, held: left.held })
  context.print(
    `${options.output} contains ${count(rows)} ${rows === 1 ? 'address' : 'addresses'}.`,
  )
  if (left.held > 0)
    context.print(
      `${count(left.held)} more wait for a decision, and are not in it: pennypost bounce holds`,
    )
}
