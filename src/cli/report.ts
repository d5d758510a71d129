/**
 * `pennypost report ...`: results of sendings as files, with the numbers of the web service's
 * report operations.
 */
import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  clicksTable,
  linksTable,
  returnsTable,
  summaryTable,
  type TableSource,
  viewsTable,
} from '../actions/exports/report-tables.ts'
import { FORMATS } from '../actions/exports/table-file.ts'
import { overTime } from '../actions/sendings/over-time.ts'
import { parseInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { rowCount } from './long-work.ts'
import { formatOf, type ReportOutput, writeReport } from './report-file.ts'

interface Options extends AccountOption, ReportOutput {
  since?: Date
  until?: Date
  field?: string
  url?: string
}

const moment = (bound: 'from' | 'until') => (text: string) => {
  const read = parseInstant(text, bound)
  if (!read)
    throw new InvalidArgumentError('Write a day or a moment as 2026-11-21 or 2026-11-21T14:00.')
  return read
}

export function register(report: Command, context: Context): void {
  const one = (name: string) =>
    withAccount(report.command(name))
      .addOption(
        new Option(
          '--format <format>',
          'the format; default: by the name of the file, or csv',
        ).choices(FORMATS),
      )
      .option(
        '--output <file>',
        'where to; a file that is there is not overwritten. Else to standard output',
      )
  const ofSending = (name: string) =>
    one(name).argument('<sending>', 'which sending', idOf('sending'))
  const within = (command: Command) =>
    command
      .option('--since <when>', 'from this day or moment on', moment('from'))
      .option('--until <when>', 'to the end of this day, minute or second', moment('until'))
  const FIELD = [
    '--field <field>',
    'a data field for each subscriber: its number or its name',
  ] as const

  derive(report, context, overTime, {
    'report over-time': {
      examples: ['report over-time', 'report over-time --days 90 --list-id 1 --json'],
      text({ sendings, mean }, { print }) {
        const rate = (people: number | null, of: number) =>
          (people === null || of === 0 ? '–' : `${((people / of) * 100).toFixed(1)} %`).padStart(8)
        print(`${'Id'.padStart(6)}  ${'Emails'.padStart(9)}    Opened   Clicked    Left  Sending`)
        for (const { id, emails, opened, clicked, left, name } of sendings)
          print(
            `${String(id).padStart(6)}  ${String(emails).padStart(9)}  ${rate(opened, emails)}  ` +
              `${rate(clicked, emails)}  ${String(left).padStart(6)}  ${name}`,
          )
        const { emails, opened, clicked } = mean
        print(`On average  ${rate(opened, emails)} opened, ${rate(clicked, emails)} clicked`)
      },
    },
  })

  within(ofSending('views'))
    .option(...FIELD)
    .description('Who opened a sending, one by one. Machines are left out.')
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost report views 5 --field City --output opens.xlsx',
    )
    .action((id: number, options: Options) => write(context, options, viewsTable(id, options)))

  within(ofSending('clicks'))
    .option(...FIELD)
    .description('Who clicked what in a sending, one by one. Machines are left out.')
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost report clicks 5 --since 2026-11-21 --until 2026-11-21 > ' +
        'clicks.csv',
    )
    .action((id: number, options: Options) => write(context, options, clicksTable(id, options)))

  within(one('links'))
    .option('--url <address>', 'of this address only')
    .description(
      'What became of addresses in newsletters, in each sending that began in an interval.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost report links --url https://shop.example/ --output links.xlsx',
    )
    .action((options: Options) => write(context, options, linksTable(options)))

  ofSending('roi')
    .description('What a sending brought in: clicks, closures and their value for each address.')
    .addHelpText('after', '\nExample:\n  $ pennypost report roi 5 --format json')
    .action((id: number, options: Options) => write(context, options, returnsTable(id)))

  ofSending('sending')
    .description(
      'The sum of a sending: emails, opens and clicks of all and of people, and values by ' +
        'currency.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost report sending 5 --output sum.xlsx')
    .action((id: number, options: Options) => write(context, options, summaryTable(id)))
}

async function write<Row extends object>(
  context: Context,
  options: Options,
  source: TableSource<Row>,
): Promise<void> {
  formatOf(options)
  const rows = await forAccount(context, options, async (db, account) =>
    writeReport(await source(db, account), options),
  )
  if (options.output !== undefined) context.progress(`${rowCount(rows)} in ${options.output}.`)
}
