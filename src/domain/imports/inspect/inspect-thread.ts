/** Worker thread of inspection.ts: reads the beginning of one file. */
import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile } from '../../files/read-rows.ts'
import { Refusal } from '../../refusal.ts'
import { fieldsNamed } from './account-fields.ts'
import { inspectFile } from './inspect-file.ts'
import type { InspectionReport, InspectionTask } from './inspection.ts'

const { path, known, fieldCount, names } = workerData as InspectionTask

async function report(): Promise<InspectionReport> {
  try {
    return { found: await inspectFile(path, known, fieldsNamed(fieldCount, names)) }
  } catch (error) {
    const readable = [UnreadableFile, Refusal].some(one => error instanceof one)
    if (readable) return { unreadable: (error as Error).message }
    throw error
  }
}

parentPort!.postMessage(await report())
