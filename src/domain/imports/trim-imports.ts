/**
 * Clears away what imports leave behind, once its time is over: files, rejected rows, what an undo
 * needs. Their counts stay.
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
 * Small statements: each is over in a moment. A piece of a file has a megabyte, a part up to some
 * ten thousand ids.
 */
const STEPS = [
  { trim: trimRejects, most: 2000 },
  { trim: trimOldValues, most: 2000 },
  { trim: trimDocument, most: 16 },
  { trim: trimParts, most: 50 },
] as const

const AT_ONCE = 20

/**
 * Answers how many imports were cleared. `stopping` ends it between two statements; what is left is
 * done the next time.
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
    // Last: one that is cut in the middle is found again.
    await markTrimmed(db, { accountId, importId })
  }
  return over.length
}
