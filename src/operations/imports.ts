/** Import operations: section 4.4 of the specification. */
import type { Handler } from './handler.ts'
import { notAvailable } from './not-available.ts'

export const InsertCsvSubscribersFromFileCustom: Handler<'InsertCsvSubscribersFromFileCustom'> = notAvailable
export const InsertCSVSubscribersWithDemDataFromFileToQueue: Handler<'InsertCSVSubscribersWithDemDataFromFileToQueue'> =
  notAvailable
export const AddSubscribersFromXmlToQueue: Handler<'AddSubscribersFromXmlToQueue'> = notAvailable
export const GetImporterQueueImportState: Handler<'GetImporterQueueImportState'> = notAvailable
