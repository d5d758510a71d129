/** `pennypost suppression import`: adds the addresses of a file to the suppression list. */

import type { Command } from 'commander'
import type { SuppressionProgress } from '../domain/bounces/suppression/import-suppressed.ts'
import { detailed } from '../domain/details/details.ts'
import {
  ADDED,
  ADDRESS_FILE,
  type AddressImportOptions,
  importAddressFile,
  rowsOf,
  withAddressFile,
} from './address-import.ts'
import type { Context } from './context.ts'
import { detailText } from './language.ts'
import { count } from './long-work.ts'

export function registerImport(suppression: Command, context: Context): void {
  withAddressFile(suppression)
    .option('--undo', 'take back what imports added of these addresses, and nothing else')
    .description(
      'Suppress all addresses of a file, also unknown ones, as after a hard bounce. Those on the ' +
        'list already stay as they are.',
    )
    .addHelpText(
      'after',
      `
${ADDRESS_FILE}

It reads what "suppression export" writes as CSV or Excel, and exports of SendGrid, Mailgun, \
Postmark, Brevo, Mailchimp
and Amazon SES, by their headings. Without headings a second column is the reason. Rows with a \
complaint or an
unsubscribing as the reason are opted out instead (see: optout list); temporary bounces are not \
taken. --undo releases the addresses of a wrong file: who bounced here as well stays suppressed, and opt-outs stay.

Examples:
  $ pennypost suppression import bounces.csv --reason "from the former service"
  $ pennypost suppression import - --rejects wrong.csv < addresses.txt`,
    )
    .action((file: string, options: AddressImportOptions & { undo?: boolean }) =>
      options.undo ? undo(context, file, options) : run(context, file, options),
    )
}

async function undo(context: Context, file: string, options: AddressImportOptions): Promise<void> {
  const { undoSuppressed } = await import('../domain/bounces/suppression/undo-import.ts')
  const { softLimit, softDays } = context.config().bounces
  const rules = { softLimit, softDays }
  return importAddressFile(
    context,
    file,
    options,
    (db, accountId, rows) => undoSuppressed(db, accountId, rows, rules),
    {
      json: ({ counts: { read, added, alreadyThere, notValid } }) => ({
        read,
        undone: added,
        notImported: alreadyThere,
        notValid,
      }),
      lines: ({ counts }) => [detailText(detailed('rows-taken-back', rowsOf(counts)))],
    },
  )
}

async function run(context: Context, file: string, options: AddressImportOptions): Promise<void> {
  const { importSuppressed } = await import('../domain/bounces/suppression/import-suppressed.ts')
  const { softLimit, softDays, hardDays } = context.config().bounces
  return importAddressFile(
    context,
    file,
    options,
    (db, accountId, rows) =>
      importSuppressed(db, accountId, {
        rows,
        reason: options.reason ?? '',
        hardDays,
        rules: { softLimit, softDays },
      }),
    {
      json: ({ counts, optedOut, undated }) => ({ ...counts, optedOut, undated }),
      lines: last => [...ADDED.lines(last), ...notes(last)],
    },
  )
}

function notes({ optedOut, undated }: SuppressionProgress): string[] {
  const lines: string[] = []
  if (optedOut > 0)
    lines.push(
      `${count(optedOut)} of the added ones complained or unsubscribed: they are opted out, ` +
        'see: pennypost optout list',
    )
  if (undated > 0)
    lines.push(
      `A time can't be read in ${count(undated)} ${undated === 1 ? 'row' : 'rows'}: suppressed ` +
        'from today on, and without an end. Write it as 2026-11-21T14:00:00Z.',
    )
  return lines
}
