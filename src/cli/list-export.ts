/** `pennypost list export`: the subscribers of a list as CSV, spreadsheet or JSON, streamed. */
import { type Command, Option } from 'commander'
import type { Store } from '../db/db.ts'
import { demographicFields } from '../domain/demographics/fields.ts'
import { findList } from '../domain/lists/lists.sql.ts'
import { noSuch } from '../domain/refusal.ts'
import {
  type ListedSubscriber,
  pageOfSubscribers,
  unsubscribedOf,
} from '../domain/subscribers/page.ts'
import { type AccountOption, forAccount, type OneAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'
import { FORMATS, type Report, type ReportOutput, writeReport } from './report-file.ts'

interface ExportOptions extends ReportOutput, AccountOption {
  unsubscribed?: boolean
}

/** Separates the values of a subscriber's data fields. */
const BETWEEN_FIELDS = '\u001f'

type ExportedRow = Record<string, string | number | null>

export function registerExport(list: Command, context: Context): void {
  withAccount(list.command('export'))
    .argument('<id>', 'which list', idOf('list'))
    .option('-o, --output <file>', 'a file that is not there yet; otherwise standard output')
    .addOption(
      new Option('--format <format>', 'otherwise by the name of the file, or CSV').choices(FORMATS),
    )
    .option('--unsubscribed', 'include unsubscribed ones, at the end')
    .description(
      'Write the subscribers of a list, in the order of subscription, with their data fields.',
    )
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
  const { rows, name } = await forAccount(context, options, async (db, account) => {
    const found = await findList(db, { accountId: account.id, listId: id })
    if (!found) throw noSuch('no-such-list', id)
    const report = await reportOf(db, account, id, options.unsubscribed === true)
    return { rows: await writeReport(report, options), name: found.name }
  })
  if (options.output === undefined) return
  if (options.json) context.printJson({ id, file: options.output, people: rows })
  else
    context.print(
      `${options.output} contains ${count(rows)} ` +
        `${rows === 1 ? 'subscriber' : 'subscribers'} of ${name}.`,
    )
}

async function reportOf(
  db: Store,
  { id: accountId, fieldCount }: OneAccount,
  listId: number,
  unsubscribed: boolean,
): Promise<Report<ExportedRow>> {
  const fields = (await demographicFields(db, accountId, fieldCount)).filter(
    ({ activated }) => activated,
  )
  async function* rows() {
    const present = pageOfSubscribers(db, accountId, listId, 1, Number.MAX_SAFE_INTEGER)
    for await (const part of present) yield part.map(person => rowOf(person, null))
    if (!unsubscribed) return
    for await (const part of unsubscribedOf(db, accountId, listId))
      yield part.map(person => rowOf(person, person.unsubscribed))
  }
  const rowOf = (person: ListedSubscriber, left: string | null): ExportedRow => {
    const values = person.fields.split(BETWEEN_FIELDS)
    const held = fields.map(({ field, number }) => [field, values[number - 1] ?? ''])
    const { email, name, format, countryCode, phone, subscribed } = person
    return {
      ...Object.fromEntries(held),
      email,
      name,
      format,
      countryCode,
      phone,
      subscribed,
      unsubscribed: left,
    }
  }
  return {
    name: 'People',
    columns: [
      { key: 'email', title: 'Email', kind: 'text' },
      { key: 'name', title: 'Name', kind: 'text' },
      { key: 'format', title: 'Format', kind: 'text' },
      ...fields.map(({ field, name }) => ({ key: field, title: name, kind: 'text' as const })),
      { key: 'countryCode', title: 'Country', kind: 'text' },
      { key: 'phone', title: 'Phone', kind: 'text' },
      { key: 'subscribed', title: 'Subscribed', kind: 'moment' },
      ...(unsubscribed
        ? [{ key: 'unsubscribed', title: 'Unsubscribed', kind: 'moment' as const }]
        : []),
    ],
    rows: rows(),
  }
}
