/**
 * Reads a file in a thread whose memory is limited, and tells how many rows there were: for
 * read-file.long.test.ts.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { readFile } from '../../../src/domain/files/read-file.ts'

const { path, options, keeps } = workerData
const kept: unknown[] = []
const rejected: Record<string, number> = {}
let rows = 0
try {
  for await (const block of readFile(path, options)) {
    rows += block.rows.length
    if (keeps) kept.push(block)
    for (const { reason } of block.rejected) rejected[reason] = (rejected[reason] ?? 0) + 1
  }
  parentPort!.postMessage({ rows, rejected })
} catch (error) {
  parentPort!.postMessage({ rows, rejected, error: (error as Error).message })
}
