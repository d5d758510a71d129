/** Files of transactions, and batches as they end. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../src/db/db.ts'
import { type BatchProgress, batchProgress } from '../../src/domain/transactions/batches/batches.ts'

export interface FileRow {
  Identifier?: string
  Email?: string
  Name?: string
  Format?: string
  SendTime?: string
  [field: string]: string | undefined
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const elementOf = (row: FileRow): string =>
  `<Transaction>${Object.entries(row)
    .map(([name, value]) => `<${name}>${escaped(value ?? '')}</${name}>`)
    .join('')}</Transaction>\n`

export const fileOf = (rows: FileRow[]): string =>
  `<?xml version="1.0"?>\n<Transactions>\n${rows.map(elementOf).join('')}</Transactions>\n`

/** The batch when it has ended; what does not end in time is answered as it is. */
export async function batchEnded(
  db: Db,
  accountId: number,
  guid: string,
  millis = 300_000,
): Promise<BatchProgress> {
  const until = Date.now() + millis
  for (;;) {
    const progress = await batchProgress(db, accountId, guid)
    if (progress.state > 1 || Date.now() > until) return progress
    await pause(20)
  }
}
