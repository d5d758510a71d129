/**
 * `pennypost report ...`: results of sendings as files, with the numbers of the web service's
 * report operations.
 */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Store } from '../db/db.ts'
import { type LinkOfSending, linksOf } from '../domain/reports/clicked-links.ts'
import { fieldOfReport } from '../domain/reports/field-column.ts'
import {
  type Click,
  clicksOf,
  type PeopleInterval,
  type View,
  viewsOf,
} from '../domain/reports/hits-of-people.ts'
import { type ReturnOfLink, returnsOf } from '../domain/reports/return-of-sending.ts'
import { type Summary, summaryOf } from '../domain/reports/summary.ts'
import { parseInstant, untilNow } from '../lib/instant.ts'
import { type AccountOption, forAccount, type OneAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import type { Context } from './context.ts'
import { rowCount } from './long-work.ts'
import {
  FORMATS,
  formatOf,
  type Report,
  type ReportColumn,
  type ReportOutput,
  writeReport,
} from './report-file.ts'

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

  within(ofSending('views'))
    .option(...FIELD)
    .description('Who opened a sending, one by one. Machines are left out.')
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost report views 5 --field City --output opens.xlsx',
    )
    .action((id: number, options: Options) => write(context, options, views(id, options)))

  within(ofSending('clicks'))
    .option(...FIELD)
    .description('Who clicked what in a sending, one by one. Machines are left out.')
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost report clicks 5 --since 2026-11-21 --until 2026-11-21 > ' +
        'clicks.csv',
    )
    .action((id: number, options: Options) => write(context, options, clicks(id, options)))

  within(one('links'))
    .option('--url <address>', 'of this address only')
    .description(
      'What became of addresses in newsletters, in each sending that began in an interval.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost report links --url https://shop.example/ --output links.xlsx',
    )
    .action((options: Options) => write(context, options, links(options)))

  ofSending('roi')
    .description('What a sending brought in: clicks, closures and their value for each address.')
    .addHelpText('after', '\nExample:\n  $ pennypost report roi 5 --format json')
    .action((id: number, options: Options) => write(context, options, returns(id)))

  ofSending('sending')
    .description(
      'The sum of a sending: emails, opens and clicks of all and of people, and values by ' +
        'currency.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost report sending 5 --output sum.xlsx')
    .action((id: number, options: Options) => write(context, options, summary(id)))
}

type Source<Row> = (db: Store, account: OneAccount) => Promise<Report<Row>>

async function write<Row extends object>(
  context: Context,
  options: Options,
  source: Source<Row>,
): Promise<void> {
  formatOf(options)
  const rows = await forAccount(context, options, async (db, account) =>
    writeReport(await source(db, account), options),
  )
  if (options.output !== undefined) context.progress(`${rowCount(rows)} in ${options.output}.`)
}

const WHO: ReportColumn<View & Click>[] = [
  { key: 'subscriberId', title: 'Subscriber', kind: 'number' },
  { key: 'email', title: 'Address', kind: 'text' },
  { key: 'name', title: 'Name', kind: 'text' },
]

async function intervalOf(
  db: Store,
  account: OneAccount,
  { since, until, field }: Options,
): Promise<PeopleInterval> {
  return {
    from: since ?? '-infinity',
    until: until ?? 'infinity',
    field: await fieldOfReport(db, account.id, field ?? ''),
  }
}

/** The column of the data field has the name the caller used. */
const fieldColumn = ({ field = '' }: Options): ReportColumn<View & Click>[] =>
  field.trim() === ''
    ? []
    : [{ key: 'fieldValue', property: 'field', title: field.trim(), kind: 'text' }]

const views =
  (id: number, options: Options): Source<View> =>
  async (db, account) => ({
    name: 'Opens',
    columns: [
      ...WHO,
      { key: 'viewed', title: 'Opened', kind: 'moment' },
      ...fieldColumn(options),
    ] as ReportColumn<View>[],
    rows: await viewsOf(db, account.id, id, await intervalOf(db, account, options)),
  })

const clicks =
  (id: number, options: Options): Source<Click> =>
  async (db, account) => ({
    name: 'Clicks',
    columns: [
      ...(WHO as ReportColumn<Click>[]),
      { key: 'url', title: 'Link', kind: 'text' },
      { key: 'clicked', title: 'Clicked', kind: 'moment' },
      ...(fieldColumn(options) as ReportColumn<Click>[]),
    ],
    rows: await clicksOf(db, account.id, id, await intervalOf(db, account, options)),
  })

const links =
  ({ since, until, url = '' }: Options): Source<LinkOfSending> =>
  async (db, account) => ({
    name: 'Links',
    columns: [
      { key: 'url', title: 'Link', kind: 'text' },
      { key: 'newsletterId', title: 'Newsletter', kind: 'number' },
      { key: 'newsletterName', title: 'Name', kind: 'text' },
      { key: 'sendingId', title: 'Sending', kind: 'number' },
      { key: 'sendTime', title: 'Sent', kind: 'moment' },
      { key: 'recipients', title: 'Recipients', kind: 'number' },
      { key: 'clicks', title: 'Clicks', kind: 'number' },
      { key: 'uniqueClicks', title: 'People who clicked', kind: 'number' },
      { key: 'clickRate', title: 'Click rate', kind: 'number' },
      { key: 'firstClick', title: 'First click', kind: 'moment' },
      { key: 'lastClick', title: 'Last click', kind: 'moment' },
    ],
    rows: linksOf(db, account.id, { from: since ?? new Date(0), until: until ?? untilNow(), url }),
  })

const returns =
  (id: number): Source<ReturnOfLink> =>
  async (db, account) => ({
    name: 'Returns',
    columns: [
      { key: 'url', title: 'Link', kind: 'text' },
      { key: 'clicks', title: 'Clicks', kind: 'number' },
      { key: 'closures', title: 'Closures', kind: 'number' },
      { key: 'value', title: 'Value', kind: 'number' },
    ],
    rows: inOnePart(await returnsOf(db, account.id, id)),
  })

const summary =
  (id: number): Source<Summary> =>
  async (db, account) => ({
    name: 'Sending',
    columns: [
      { key: 'what', title: 'What', kind: 'text' },
      { key: 'number', title: 'Number', kind: 'number' },
    ],
    rows: inOnePart(await summaryOf(db, account.id, id)),
  })

async function* inOnePart<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}
