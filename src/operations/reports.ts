/** Report and trigger operations: section 4.7 of the specification. */

import { fieldOfReport } from '../domain/reports/field-column.ts'
import { ALWAYS, clicksOf, type PeopleInterval, viewsOf } from '../domain/reports/hits-of-people.ts'
import {
  bouncesOfTrigger,
  clicksOfTrigger,
  viewsOfTrigger,
} from '../domain/reports/hits-of-trigger.ts'
import { returnsOf } from '../domain/reports/return-of-sending.ts'
import { linksOf } from '../domain/reports/sendings/clicked-links.ts'
import { triggersForReports } from '../domain/reports/triggers.sql.ts'
import { boundsOf } from './bounds.ts'
import type { Call, Handler } from './handler.ts'

export const GetRoiResults: Handler<'GetRoiResults'> = async ({ db, account }, { sendingId }) =>
  // The wire has a double; the exact value is in `pennypost report roi`.
  (await returnsOf(db, account.id, sendingId)).map(row => ({ ...row, value: Number(row.value) }))

export const GetReportViews: Handler<'GetReportViews'> = ({ db, account }, { sendingId }) =>
  viewsOf(db, account.id, sendingId, ALWAYS)

export const GetReportClicksByDateInterval: Handler<'GetReportClicksByDateInterval'> = async (
  call,
  input,
) => {
  const interval = await intervalOf(call, input)
  return {
    caption: captionOf(input.field),
    rows: await clicksOf(call.db, call.account.id, input.sendingId, interval),
  }
}

export const GetReportViewsByDateInterval: Handler<'GetReportViewsByDateInterval'> = async (
  call,
  input,
) => {
  const interval = await intervalOf(call, input)
  return {
    caption: captionOf(input.field),
    rows: await viewsOf(call.db, call.account.id, input.sendingId, interval),
  }
}

interface Given {
  from: Date | undefined
  until: Date | undefined
  field: string
}

/** An unknown field is refused, even if the sending is unknown. */
const intervalOf = async (
  { db, account }: Call,
  { from, until, field }: Given,
): Promise<PeopleInterval> => ({
  ...boundsOf({ from, until }),
  field: await fieldOfReport(db, account.id, field),
})

/** The column has the name by which the caller calls the field. */
const captionOf = (field: string): string => (field.trim() === '' ? '' : field)

export const GetLinkInfoInExcelFormat: Handler<'GetLinkInfoInExcelFormat'> = async (
  { db, account },
  { from, until, url },
) => linksOf(db, account.id, { ...boundsOf({ from, until }), url })

export const GetTriggerIdForAccount: Handler<'GetTriggerIdForAccount'> = ({ db, account }) =>
  triggersForReports(db, { accountId: account.id })

export const GetTriggerBounces: Handler<'GetTriggerBounces'> = (
  { db, account },
  { triggerId, from, until },
) => bouncesOfTrigger(db, account.id, triggerId, { from, until })

export const GetTriggerClicks: Handler<'GetTriggerClicks'> = (
  { db, account },
  { triggerId, from, until },
) => clicksOfTrigger(db, account.id, triggerId, { from, until })

export const GetTriggerViews: Handler<'GetTriggerViews'> = (
  { db, account },
  { triggerId, from, until },
) => viewsOfTrigger(db, account.id, triggerId, { from, until })
