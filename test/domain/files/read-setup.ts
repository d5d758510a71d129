/** A folder for files of imports, and how most tests have them read. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { ReadOptions } from '../../../src/domain/files/read-file.ts'

export const folder = mkdtempSync(join(tmpdir(), 'pennypost-import-'))
after(() => rmSync(folder, { recursive: true }))
export const path = join(folder, 'file')

export const CSV: ReadOptions = {
  kind: 'csv',
  dialect: { delimiter: ';', quote: '"', escape: '', comment: '' },
  hasHeaders: false,
  mapNames: false,
  fieldNames: new Map(),
  maxColumns: 103,
}
