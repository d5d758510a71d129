/** Media types of answers that are files. */
import type { ReportFormat } from '../exports/table-file.ts'

/** The media types of tables as files. */
export const FILE_TYPES: Record<ReportFormat, string> = {
  csv: 'text/csv',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const typeOfFile = (format: ReportFormat): string =>
  format === 'csv' ? `${FILE_TYPES.csv}; charset=utf-8` : FILE_TYPES[format]
