/** Tables as files: lists, suppressions, reports. */

import { z } from 'zod'
import { typeOfFile } from '../http/file-types.ts'
import type { ApiFile } from '../http/http-action.ts'
import { fileAction } from '../http/http-action.ts'
import { shownTable } from '../mask.ts'
import { id, since, until } from '../values.ts'
import { listTable } from './list-table.ts'
import { clicksTable, linksTable, returnsTable, summaryTable, viewsTable } from './report-tables.ts'
import { suppressionTable } from './suppression-table.ts'
import { FORMATS, type Report, type ReportFormat, reportBytes } from './table-file.ts'

const format = z.enum(FORMATS).default('csv')

/** A name of a list may be long, and contain what no file name may. */
export function fileOf<Row extends object>(
  name: string,
  report: Report<Row>,
  kind: ReportFormat,
): ApiFile {
  const plain = [...name].filter(letter => !/[\\/:*?"<>|\p{C}]/u.test(letter)).slice(0, 100)
  const bytes = reportBytes(shownTable(report), kind)
  return { name: `${plain.join('').trim() || 'export'}.${kind}`, type: typeOfFile(kind), bytes }
}

const ofSending = z.strictObject({ sendingId: id })
const people = z.strictObject({
  format,
  since,
  until,
  field: z.string().max(200).optional().describe('A data field: its number or its name.'),
})

export const exports = [
  fileAction({
    route: 'GET /lists/:listId/export',
    right: 'people',
    about: 'The subscribers of a list in the order of subscription, with their data fields.',
    commands: ['list export'],
    params: z.strictObject({ listId: id }),
    query: z.strictObject({
      format,
      unsubscribed: z
        .stringbool()
        .default(false)
        .describe('Include unsubscribed ones, at the end.'),
    }),
    async run({ db, account }, { params: { listId }, query }) {
      const { name, report } = await listTable(db, account, listId, query.unsubscribed)
      return fileOf(name, report, query.format)
    },
  }),
  fileAction({
    route: 'GET /suppressions/export',
    right: 'people',
    about: 'The suppression list, the newest first, as its import reads it.',
    commands: ['suppression export'],
    query: z.strictObject({ format }),
    async run({ db, account, services }, { query }) {
      const report = suppressionTable(db, account.id, services.bounces.hardDays, { held: 0 })
      return fileOf('suppressed', report, query.format)
    },
  }),
  fileAction({
    route: 'GET /sendings/:sendingId/views',
    right: 'read',
    about: 'Who opened a sending, one by one. Machines are left out.',
    commands: ['report views'],
    params: ofSending,
    query: people,
    run: async ({ db, account }, { params: { sendingId }, query }) =>
      fileOf(`opens ${sendingId}`, await viewsTable(sendingId, query)(db, account), query.format),
  }),
  fileAction({
    route: 'GET /sendings/:sendingId/clicks',
    right: 'read',
    about: 'Who clicked what in a sending, one by one. Machines are left out.',
    commands: ['report clicks'],
    params: ofSending,
    query: people,
    run: async ({ db, account }, { params: { sendingId }, query }) =>
      fileOf(`clicks ${sendingId}`, await clicksTable(sendingId, query)(db, account), query.format),
  }),
  fileAction({
    route: 'GET /sendings/:sendingId/returns',
    right: 'read',
    about: 'What a sending brought in: clicks, closures and their value for each address.',
    commands: ['report roi'],
    params: ofSending,
    query: z.strictObject({ format }),
    run: async ({ db, account }, { params: { sendingId }, query }) =>
      fileOf(`returns ${sendingId}`, await returnsTable(sendingId)(db, account), query.format),
  }),
  fileAction({
    route: 'GET /sendings/:sendingId/summary',
    right: 'read',
    about: 'The sum of a sending: emails, opens and clicks of all and of people, values.',
    commands: ['report sending'],
    params: ofSending,
    query: z.strictObject({ format }),
    run: async ({ db, account }, { params: { sendingId }, query }) =>
      fileOf(`sending ${sendingId}`, await summaryTable(sendingId)(db, account), query.format),
  }),
  fileAction({
    route: 'GET /reports/links',
    right: 'read',
    about: 'What became of addresses in newsletters, in each sending that began in an interval.',
    commands: ['report links'],
    query: z.strictObject({
      format,
      since,
      until,
      url: z.string().max(2_000).optional().describe('Of this address only.'),
    }),
    run: async ({ db, account }, { query }) =>
      fileOf('links', await linksTable(query)(db, account), query.format),
  }),
] as const
