/**
 * Ids chosen by a caller, as of an account that moves in. An id at or beyond the counter moves the
 * counter behind it, so that no process takes it in a block; the ids passed over can be chosen
 * later, and are never taken by a counter.
 */
import { atomically, type Store, type Tx } from './db.ts'
import { lockCounter, notForChoice, passOver } from './ids.sql.ts'
import type { IdKind } from './ids.ts'

/**
 * In the transaction that uses the ids: it locks the counter, so that no other transaction chooses
 * an id of the kind until it ends. Returns the ids that a counter has given out already, which may
 * be in use by a process.
 */
export async function chooseIds(
  tx: Tx,
  accountId: number,
  kind: IdKind,
  ids: readonly number[],
): Promise<number[]> {
  const { nextId } = await lockCounter(tx, { accountId, kind })
  const endId = ids.reduce((most, id) => Math.max(most, id), 0) + 1
  if (endId > nextId) await passOver(tx, { accountId, kind, firstId: nextId, endId })
  const given = await notForChoice(tx, { accountId, kind, ids: [...ids] })
  return given.map(({ id }) => id)
}

/**
 * Moves the counter behind an id of a former service, in a transaction of its own. A block that a
 * process took before may hold lower ones: an insert then finds them taken, see `withFreshIds`.
 */
export const passIds = (
  store: Store,
  accountId: number,
  kind: IdKind,
  highest: number,
): Promise<unknown> =>
  atomically(store, tx => chooseIds(tx, accountId, kind, [highest]), { again: true })
