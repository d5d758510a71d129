/** Worker thread of inspection.ts: reads the beginning of one file. */
import { parentPort, workerData } from 'node:worker_threads'
import { SpreadsheetBroken } from '../../../lib/xlsx/xlsx.ts'
import { UnreadableFile } from '../../files/read-rows.ts'
import { Refusal } from '../../refusal.ts'
import { inspectFile } from './inspect-file.ts'
import type { InspectionReport, InspectionTask } from './inspection.ts'

const { path, known, fieldCount, names } = workerData as InspectionTask
const numbers = new Map(names)
const byName = (name: string) => numbers.get(name.trim().toLowerCase())

async function report(): Promise<InspectionReport> {
  try {
    return { found: await inspectFile(path, known, { fieldCount, byName }) }
  } catch (error) {
    const readable = [UnreadableFile, Refusal, SpreadsheetBroken].some(one => error instanceof one)
    if (readable) return { unreadable: (error as Error).message }
    throw error
  }
}

parentPort!.postMessage(await report())
