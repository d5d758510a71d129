/** Ids chosen by a caller, so that programs of a former service find their records. */
import { chooseIds } from '../db/chosen-ids.ts'
import type { Store, Tx } from '../db/db.ts'
import { type IdKind, takeId } from '../db/ids.ts'
import { refused } from './refusal.ts'

export interface GivenId {
  /** Undefined: the next one of the account. */
  id?: number | undefined
}

/** Ids are int in the interface; the counter continues above the highest. */
export const MOST_GIVEN = 2_000_000_000

/** The id of a new record. Refuses a given one that does not fit. */
export function idFor(
  db: Store,
  accountId: number,
  kind: IdKind,
  { id }: GivenId,
): number | Promise<number> {
  if (id === undefined) return takeId(db, accountId, kind)
  if (Number.isInteger(id) && id >= 1 && id <= MOST_GIVEN) return id
  throw refused('not-valid', 'id-high', { id, kind, most: MOST_GIVEN })
}

/**
 * Call it in the transaction that makes the record, before all else. Refuses a given id that
 * another record has, which `holder` names, and one that was given out before: the record may be
 * gone, or be about to be stored by another process.
 */
export async function holdGivenId(
  tx: Tx,
  accountId: number,
  kind: IdKind,
  { id }: GivenId,
  holder: (id: number) => Promise<{ name: string } | undefined>,
): Promise<void> {
  if (id === undefined) return
  const givenOut = await chooseIds(tx, accountId, kind, [id])
  const there = await holder(id)
  if (there) throw refused('not-valid', 'id-taken', { id, kind, name: there.name.slice(0, 60) })
  if (givenOut.length === 0) return
  throw refused('not-valid', 'id-used', { id, kind })
}
