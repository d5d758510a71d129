/** Report and trigger operations: section 4.7 of the specification. */
import type { Handler } from './handler.ts'
import { notAvailable } from './not-available.ts'

export const GetRoiResults: Handler<'GetRoiResults'> = notAvailable
export const GetReportViews: Handler<'GetReportViews'> = notAvailable
export const GetReportClicksByDateInterval: Handler<'GetReportClicksByDateInterval'> = notAvailable
export const GetReportViewsByDateInterval: Handler<'GetReportViewsByDateInterval'> = notAvailable
export const GetLinkInfoInExcelFormat: Handler<'GetLinkInfoInExcelFormat'> = notAvailable
export const GetTriggerIdForAccount: Handler<'GetTriggerIdForAccount'> = notAvailable
export const GetTriggerBounces: Handler<'GetTriggerBounces'> = notAvailable
export const GetTriggerClicks: Handler<'GetTriggerClicks'> = notAvailable
export const GetTriggerViews: Handler<'GetTriggerViews'> = notAvailable
