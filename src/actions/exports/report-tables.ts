/** Results of sendings as tables, with the numbers of the web service's report operations. */
import type { Store } from '../../db/db.ts'
import { refuseRemoved } from '../../domain/deliveries/removed.ts'
import { fieldOfReport } from '../../domain/reports/field-column.ts'
import {
  type Click,
  clicksOf,
  type PeopleInterval,
  type View,
  viewsOf,
} from '../../domain/reports/hits-of-people.ts'
import { type ReturnOfLink, returnsOf } from '../../domain/reports/return-of-sending.ts'
import { type LinkOfSending, linksOf } from '../../domain/reports/sendings/clicked-links.ts'
import { type Summary, summaryOf } from '../../domain/reports/summary.ts'
import { untilNow } from '../../lib/instant.ts'
import { recorded } from './recorded.ts'
import type { Report, ReportColumn } from './table-file.ts'

interface ReportSelection {
  since?: Date | undefined
  until?: Date | undefined
  /** A data field for each subscriber: its number or its name. */
  field?: string | undefined
  /** This link only. */
  url?: string | undefined
}

export type TableSource<Row> = (db: Store, account: { id: number }) => Promise<Report<Row>>

const WHO: ReportColumn<View & Click>[] = [
  { key: 'subscriberId', title: 'Subscriber', kind: 'number' },
  { key: 'email', title: 'Address', kind: 'text' },
  { key: 'name', title: 'Name', kind: 'text' },
]

/** Refuses a sending whose recipients were removed: no rows would read as if it had no opens. */
async function intervalOf(
  db: Store,
  account: { id: number },
  sendingId: number,
  { since, until, field }: ReportSelection,
): Promise<PeopleInterval> {
  await refuseRemoved(db, account.id, [sendingId])
  return {
    from: since ?? '-infinity',
    until: until ?? 'infinity',
    field: await fieldOfReport(db, account.id, field ?? ''),
  }
}

/** The column of the data field has the name the caller used. */
const fieldColumn = ({ field = '' }: ReportSelection): ReportColumn<View & Click>[] =>
  field.trim() === ''
    ? []
    : [{ key: 'fieldValue', property: 'field', title: field.trim(), kind: 'text' }]

export const viewsTable =
  (id: number, options: ReportSelection): TableSource<View> =>
  async (db, account) =>
    recorded(
      db,
      account.id,
      { what: 'opens', id },
      {
        name: 'Opens',
        columns: [
          ...WHO,
          { key: 'viewed', title: 'Opened', kind: 'moment' },
          ...fieldColumn(options),
        ] as ReportColumn<View>[],
        rows: await viewsOf(db, account.id, id, await intervalOf(db, account, id, options)),
      },
    )

export const clicksTable =
  (id: number, options: ReportSelection): TableSource<Click> =>
  async (db, account) =>
    recorded(
      db,
      account.id,
      { what: 'clicks', id },
      {
        name: 'Clicks',
        columns: [
          ...(WHO as ReportColumn<Click>[]),
          { key: 'url', title: 'Link', kind: 'text', open: true },
          { key: 'clicked', title: 'Clicked', kind: 'moment' },
          ...(fieldColumn(options) as ReportColumn<Click>[]),
        ],
        rows: await clicksOf(db, account.id, id, await intervalOf(db, account, id, options)),
      },
    )

export const linksTable =
  ({ since, until, url = '' }: ReportSelection): TableSource<LinkOfSending> =>
  async (db, account) => ({
    name: 'Links',
    columns: [
      { key: 'url', title: 'Link', kind: 'text', open: true },
      { key: 'newsletterId', title: 'Newsletter', kind: 'number' },
      { key: 'newsletterName', title: 'Name', kind: 'text', open: true },
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

export const returnsTable =
  (id: number): TableSource<ReturnOfLink> =>
  async (db, account) => ({
    name: 'Returns',
    columns: [
      { key: 'url', title: 'Link', kind: 'text', open: true },
      { key: 'clicks', title: 'Clicks', kind: 'number' },
      { key: 'closures', title: 'Closures', kind: 'number' },
      { key: 'value', title: 'Value', kind: 'number' },
    ],
    rows: inOnePart(await returnsOf(db, account.id, id)),
  })

export const summaryTable =
  (id: number): TableSource<Summary> =>
  async (db, account) => ({
    name: 'Sending',
    columns: [
      { key: 'what', title: 'What', kind: 'text', open: true },
      { key: 'number', title: 'Number', kind: 'number' },
    ],
    rows: inOnePart(await summaryOf(db, account.id, id)),
  })

async function* inOnePart<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}
