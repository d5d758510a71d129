/**
 * Deletes what imports leave behind, after its retention period: files, rejected rows, and the data
 * for an undo. Counts are kept.
 */
import type { Db } from '../../db/db.ts'
import {
  importsToTrim,
  markTrimmed,
  trimDocument,
  trimOldValues,
  trimParts,
  trimRejects,
} from './trim.sql.ts'

/**
 * Small statements, so that each is short. A piece of a file has a megabyte, a part up to some ten
 * thousand ids.
 */
const STEPS = [
  { trim: trimRejects, most: 2000 },
  { trim: trimOldValues, most: 2000 },
  { trim: trimDocument, most: 16 },
  { trim: trimParts, most: 50 },
] as const

const AT_ONCE = 20

/**
 * Returns the number of trimmed imports. `stopping` ends it between two statements; the next run
 * continues.
 */
export async function trimImports(
  db: Db,
  keepDays: number,
  stopping: AbortSignal,
): Promise<number> {
  const over = await importsToTrim(db, { keepDays, most: AT_ONCE })
  for (const { accountId, importId } of over) {
    for (const { trim, most } of STEPS) {
      while (!stopping.aborted && (await trim(db, { accountId, importId, most })) > 0);
      if (stopping.aborted) return 0
    }
    // Last: an interrupted one is found again.
    await markTrimmed(db, { accountId, importId })
  }
  return over.length
}
