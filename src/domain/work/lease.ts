/**
 * Work under a lease: its row names a worker and a fence (fencing token), and its work row comes
 * due when the lease lapses. Both change in one transaction, so that they always agree.
 */
import { atomically, type Db, type Store, type Tx } from '../../db/db.ts'
import { clearWork, setWork } from './work.sql.ts'
import type { WorkKind } from './work-kinds.ts'

interface MarkedWork {
  accountId: number
  kind: WorkKind
  sourceId: number
}

interface Claiming<Row> {
  leaseMillis: number
  /** Claims the row, unless another worker holds it. */
  claim(tx: Tx): Promise<Row | undefined>
  /** Whether the work is unfinished, claimed or not. */
  isOpen(tx: Tx): Promise<boolean>
}

/** Undefined: it is finished, removed, or claimed; its work row is updated. */
export function takeLease<Row>(
  db: Db,
  work: MarkedWork,
  claiming: Claiming<Row>,
): Promise<Row | undefined> {
  const { leaseMillis, claim, isOpen } = claiming
  const take = async (tx: Tx): Promise<Row | undefined> => {
    const row = await claim(tx)
    if (row || (await isOpen(tx))) await setWork(tx, { ...work, due: lapseOf(leaseMillis) })
    else await clearWork(tx, work)
    return row
  }
  return atomically(db, take, { accountId: work.accountId })
}

/** When a lease renewed now lapses. */
export const lapseOf = (leaseMillis: number): Date => new Date(Date.now() + leaseMillis)

interface Fenced {
  /** Returns how many rows it changed: none if worker and fence have changed. */
  statement(tx: Tx): Promise<number>
  /** When the work is due again; undefined: it has ended. */
  due: Date | undefined
  /** Runs in the same transaction. */
  also?(tx: Tx): Promise<unknown>
  /** Idempotent: it may be retried. */
  again?: boolean
}

/** Runs a statement under the fence. False: the lease is lost, and nothing was changed. */
export function underFence(db: Store, work: MarkedWork, fenced: Fenced): Promise<boolean> {
  const { statement, due, also, again = false } = fenced
  return atomically(
    db,
    async tx => {
      if ((await statement(tx)) === 0) return false
      if (due) await setWork(tx, { ...work, due })
      else await clearWork(tx, work)
      await also?.(tx)
      return true
    },
    { again, accountId: work.accountId },
  )
}
