/**
 * `pennypost report ...`: results of sendings as files, with the numbers of the web service's
 * report operations.
 */

import { type Command, Option } from 'commander'
import type { z } from 'zod'
import { type AnyAction, checked } from '../actions/action.ts'
import { exports } from '../actions/exports/exports.ts'
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
import { detailed } from '../domain/details/details.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import type { Context } from './context.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { derive } from './derived/derive.ts'
import { detailText } from './language.ts'
import { formatOf, type ReportOutput, writeReport } from './report-file.ts'

interface Options extends AccountOption, ReportOutput {}

const VIEWS = actionOf(exports, 'GET /sendings/:sendingId/views')
const CLICKS = actionOf(exports, 'GET /sendings/:sendingId/clicks')
const LINKS = actionOf(exports, 'GET /reports/links')
const RETURNS = actionOf(exports, 'GET /sendings/:sendingId/returns')
const SUMMARY = actionOf(exports, 'GET /sendings/:sendingId/summary')

export function register(report: Command, context: Context): void {
  const one = (name: string, { about }: AnyAction, example: string) =>
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
      .description(about)
      .addHelpText('after', `\nExample:\n  $ pennypost report ${example}`)
  const ofSending = (name: string, action: AnyAction, example: string) =>
    one(name, action, example).argument('<sending>', 'which sending', idOf('sending'))

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

  const views = ofSending('views', VIEWS, 'views 5 --field City --output opens.xlsx')
  const viewsGiven = takes(views, VIEWS, { values: ['since', 'until', 'field'] })
  views.action((id: number, options: Options) =>
    write(context, options, viewsTable(id, selected(VIEWS, viewsGiven(options)))),
  )

  const clicks = ofSending(
    'clicks',
    CLICKS,
    'clicks 5 --since 2026-11-21 --until 2026-11-21 > clicks.csv',
  )
  const clicksGiven = takes(clicks, CLICKS, { values: ['since', 'until', 'field'] })
  clicks.action((id: number, options: Options) =>
    write(context, options, clicksTable(id, selected(CLICKS, clicksGiven(options)))),
  )

  const links = one('links', LINKS, 'links --url https://shop.example/ --output links.xlsx')
  const linksGiven = takes(links, LINKS, { values: ['since', 'until', 'url'] })
  links.action((options: Options) =>
    write(context, options, linksTable(selected(LINKS, linksGiven(options)))),
  )

  ofSending('roi', RETURNS, 'roi 5 --format json').action((id: number, options: Options) =>
    write(context, options, returnsTable(id)),
  )
  ofSending('sending', SUMMARY, 'sending 5 --output sum.xlsx').action(
    (id: number, options: Options) => write(context, options, summaryTable(id)),
  )
}

type QueryOf<A extends AnyAction> = z.output<NonNullable<A['query']>>

/** As the schema of the query reads it. */
const selected = <A extends AnyAction>({ query }: A, given: object): QueryOf<A> =>
  checked(query!, given, 'query') as QueryOf<A>

async function write<Row extends object>(
  context: Context,
  options: Options,
  source: TableSource<Row>,
): Promise<void> {
  formatOf(options)
  const rows = await forAccount(context, options, async (db, account) =>
    writeReport(await source(db, account), options),
  )
  if (options.output !== undefined)
    context.progress(detailText(detailed('rows-written', { rows, path: options.output })))
}
