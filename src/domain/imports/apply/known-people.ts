/**
 * The known subscribers of a batch, judged. A batch's are read ahead, while the store applies the
 * batch before: docs/decisions/0015-imports.md says why the result is the same.
 */
import type { Store, Tx } from '../../../db/db.ts'
import type { RunningImport } from '../running.ts'
import { knownPeople, lockedPeople } from './apply.sql.ts'
import { type Batch, keysOf } from './prepare.ts'
import { type ImportVerdict, judgeKnown, type StoredPerson } from './sort-out.ts'

/**
 * Reads the known subscribers of a full batch ahead. `before` is the batch that may be being
 * applied: nothing is read when it has one of the addresses, which it may change.
 */
export function prefetchPeople(
  db: Store,
  { accountId, listId, lockFirst }: RunningImport,
  batch: Batch,
  before: Batch | undefined,
): void {
  if (lockFirst || batch.departures.size > 0 || (before && overlaps(batch, before))) return
  const emailKeys = keysAsArray(keysOf(batch))
  // After a failure they are read in the transaction, as without it.
  batch.prefetched = knownPeople(db, { accountId, listId, emailKeys }).catch(() => undefined)
}

function overlaps({ people }: Batch, before: Batch): boolean {
  for (const key of people.keys())
    if (before.people.has(key) || before.departures.has(key)) return true
  return false
}

/** Judges the known subscribers of the batch by the key, and locks those that change. */
export async function judgePeople(
  tx: Tx,
  { accountId, listId, lockFirst }: RunningImport,
  batch: Batch,
) {
  const verdicts = new Map<string, ImportVerdict>()
  const judge = (rows: StoredPerson[]) => {
    for (const row of rows)
      verdicts.set(row.emailKey, judgeKnown(row, batch.people.get(row.emailKey)!))
  }
  const read = (lookUp: typeof knownPeople, emailKeys: string[]): Promise<StoredPerson[]> =>
    lookUp(tx, { accountId, listId, emailKeys: keysAsArray(emailKeys) })
  const keys = keysOf(batch)
  const prefetched = await batch.prefetched
  // For the first attempt only: a later one has to see what made that fail.
  batch.prefetched = undefined
  if (lockFirst) judge(await read(lockedPeople, keys))
  else judge(prefetched ?? (await read(knownPeople, keys)))
  const moving = keys.filter(key => moves(verdicts.get(key)))
  if (!lockFirst && moving.length > 0) {
    // Subscribers deleted meanwhile are missing now, and are created again.
    for (const key of moving) verdicts.delete(key)
    judge(await read(lockedPeople, moving))
  }
  return { verdicts, locked: moving.length }
}

const moves = (verdict: ImportVerdict | undefined): boolean =>
  verdict !== undefined &&
  !('refused' in verdict) &&
  (verdict.joins || verdict.values !== undefined)

/** Keys of addresses contain no character that needs escaping. */
const keysAsArray = (keys: string[]) =>
  (keys.length === 0 ? '{}' : `{"${keys.join('","')}"}`) as unknown as string[]
