/** `pennypost list export`: the subscribers of a list as CSV, spreadsheet or JSON, streamed. */
import { type Command, Option } from 'commander'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'
import type { ReportOutput } from './report-file.ts'

interface ExportOptions extends ReportOutput, AccountOption {
  unsubscribed?: boolean
}

export function registerExport(list: Command, context: Context): void {
  withAccount(list.command('export'))
    .argument('<id>', 'which list', idOf('list'))
    .option('-o, --output <file>', 'a file that is not there yet; otherwise standard output')
    .addOption(
      new Option('--format <format>', 'otherwise by the name of the file, or CSV').choices([
        'csv',
        'xlsx',
        'json',
      ]),
    )
    .option('--unsubscribed', 'include unsubscribed ones, at the end')
    .description('The subscribers of a list in the order of subscription, with their data fields.')
    .addHelpText(
      'after',
      `
The first columns are those of an import: address, name, format, data fields. \
In CSV and spreadsheets, what a spreadsheet would
calculate is prefixed with an apostrophe. Concurrent changes may or may not be included.

Examples:
  $ pennypost list export 1 > customers.csv
  $ pennypost list export 1 --output customers.xlsx --unsubscribed`,
    )
    .action((id: number, options: ExportOptions) => exportList(context, id, options))
}

async function exportList(context: Context, id: number, options: ExportOptions): Promise<void> {
  const { listTable } = await import('../actions/exports/list-table.ts')
  const { writeReport } = await import('./report-file.ts')
  const { rows, name } = await forAccount(context, options, async (db, account) => {
    const { name, report } = await listTable(db, account, id, options.unsubscribed === true)
    return { rows: await writeReport(report, options), name }
  })
  if (options.output === undefined) return
  if (options.json) context.printJson({ id, file: options.output, people: rows })
  else
    context.print(
      `${options.output} contains ${count(rows)} ` +
        `${rows === 1 ? 'subscriber' : 'subscribers'} of ${name}.`,
    )
}
