/** Worker thread of inspection.ts: reads the beginning of one file. */
import { parentPort, workerData } from 'node:worker_threads'
import { SpreadsheetBroken } from '../../../lib/xlsx/xlsx.ts'
import { UnreadableFile } from '../../files/read-rows.ts'
import { Refusal } from '../../refusal.ts'
import { fieldsNamed } from './account-fields.ts'
import { inspectFile } from './inspect-file.ts'
import type { InspectionReport, InspectionTask } from './inspection.ts'
import { type SheetTask, writeSheet } from './write-sheet.ts'

const task = workerData as InspectionTask | SheetTask

async function report(): Promise<InspectionReport> {
  try {
    if ('to' in task) {
      await writeSheet(task)
      return { written: true }
    }
    const { path, known, fieldCount, names } = task
    return { found: await inspectFile(path, known, fieldsNamed(fieldCount, names)) }
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof SpreadsheetBroken)
      return { unreadable: error.why }
    if (!(error instanceof Refusal && error.coded)) throw error
    return { unreadable: { ...error.coded, detail: error.subject ?? '' } }
  }
}

parentPort!.postMessage(await report())
