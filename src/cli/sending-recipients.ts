/** `pennypost sending recipients`: who got a sending and who did not, as a table or a file. */
import { type Command, Option } from 'commander'
import type { z } from 'zod'
import { checked } from '../actions/action.ts'
import { recipientsTable } from '../actions/exports/recipients-table.ts'
import { FORMATS } from '../actions/exports/table-file.ts'
import { recipients, recipientsMeant } from '../actions/sendings/recipients.ts'
import { type AccountOption, forAccount } from './account-option.ts'
import type { Context } from './context.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { recordedText } from './language.ts'
import { count } from './long-work.ts'
import { type ReportOutput, writeReport } from './report-file.ts'

const EXPORT = actionOf(recipients, 'GET /sendings/:sendingId/recipients/export')

interface Options extends ReportOutput, AccountOption {}

export function registerRecipients(command: Command, context: Context): void {
  const given = takes(command, EXPORT, {
    values: ['state', 'email', 'reply', 'domain', 'provider', 'opened', 'clicked'],
    switches: ['opened', 'clicked'],
  })
  command
    .option('-o, --output <file>', 'a file that is not there yet; otherwise standard output')
    .addOption(
      new Option('--format <format>', 'otherwise by the name of the file, or CSV').choices(FORMATS),
    )
    .description(EXPORT.about)
    .addHelpText(
      'after',
      `
Examples:
  $ pennypost sending recipients 5 --state bounced,failed
  $ pennypost sending recipients 5 --provider Gmail --no-opened --output unopened.csv`,
    )
    .action((id: number, options: Options) => write(context, id, options, given(options)))
}

async function write(context: Context, id: number, options: Options, given: object): Promise<void> {
  const read = checked(EXPORT.query!, given, 'query') as z.output<typeof EXPORT.query & z.ZodType>
  const { format: _, language: __, ...filter } = read
  const table = recipientsTable(id, recipientsMeant(filter), recordedText)
  const rows = await forAccount(context, options, async (db, account) =>
    writeReport(await table(db, account), options),
  )
  if (options.output === undefined) return
  if (options.json) context.printJson({ id, file: options.output, emails: rows })
  else
    context.print(`${options.output} contains ${count(rows)} ${rows === 1 ? 'email' : 'emails'}.`)
}
