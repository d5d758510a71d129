/**
 * Looks up and judges the known subscribers of a batch. They are prefetched while the store applies
 * the previous batch: docs/decisions/0015-imports.md says why the result is the same.
 */
import type { Store, Tx } from '../../../db/db.ts'
import type { RunningImport } from '../running.ts'
import { knownPeople, lockedPeople } from './apply.sql.ts'
import { type Batch, keysOf } from './prepare.ts'
import { type ImportVerdict, judgeKnown, type StoredPerson } from './sort-out.ts'

/**
 * Starts to read the known subscribers of a full batch. Does nothing if the previous batch, which
 * may not be committed yet, has one of the addresses: it may change that subscriber.
 */
export function prefetchPeople(
  db: Store,
  { accountId, listId, lockFirst }: RunningImport,
  batch: Batch,
  previous: Batch | undefined,
): void {
  if (lockFirst || batch.departures.size > 0 || (previous && overlaps(batch, previous))) return
  const emailKeys = keysAsArray(keysOf(batch))
  // If it fails, they are read in the transaction.
  batch.prefetched = knownPeople(db, { accountId, listId, emailKeys }).catch(() => undefined)
}

function overlaps({ people }: Batch, previous: Batch): boolean {
  for (const key of people.keys())
    if (previous.people.has(key) || previous.departures.has(key)) return true
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
  // Used once: a retry must see the row that made the first attempt fail.
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
