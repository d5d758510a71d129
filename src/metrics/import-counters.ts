/** Metrics of imports. */
import { Counter, Registry } from 'prom-client'
import { type RowsImported, rowsImported } from '../lib/telemetry.ts'

export const importRegistry = new Registry()
const registers = [importRegistry]

const rowCounter = new Counter({
  name: 'pennypost_import_rows_total',
  help: 'Rows of imports processed by this process, including rejected ones.',
  registers,
})

const rejectCounter = new Counter({
  name: 'pennypost_import_rejected_rows_total',
  help: 'Rows of imports that were not applied: invalid, or excluded by consent.',
  registers,
})

export function countRows({ rows, rejected }: RowsImported): void {
  rowCounter.inc(rows)
  rejectCounter.inc(rejected)
}

rowsImported.subscribe(countRows)
