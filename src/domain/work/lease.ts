/**
 * Work under a lease: its row names a worker and a fence (fencing token), and its mark of work
 * comes due when the lease lapses. Row and mark change in one transaction, so that neither is
 * without the other.
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
  /** Takes the row, unless somebody has it. */
  claim(tx: Tx): Promise<Row | undefined>
  /** Whether it is still to be done, by whoever has it. */
  isOpen(tx: Tx): Promise<boolean>
}

/** Undefined: it is done, gone, or in other hands; its mark says so afterwards. */
export function takeLease<Row>(
  db: Db,
  work: MarkedWork,
  claiming: Claiming<Row>,
): Promise<Row | undefined> {
  const { leaseMillis, claim, isOpen } = claiming
  return atomically(db, async tx => {
    const row = await claim(tx)
    if (row || (await isOpen(tx))) await setWork(tx, { ...work, due: lapseOf(leaseMillis) })
    else await clearWork(tx, work)
    return row
  })
}

/** When a lease that is renewed now lapses. */
export const lapseOf = (leaseMillis: number): Date => new Date(Date.now() + leaseMillis)

interface Fenced {
  /** Answers how many rows it has changed: none when worker and fence are others by now. */
  statement(tx: Tx): Promise<number>
  /** When the work is due again; undefined: it has ended. */
  due: Date | undefined
  /** Belongs to the same transaction. */
  also?(tx: Tx): Promise<unknown>
  /** Done twice it leaves the same. */
  again?: boolean
}

/**
 * Runs a statement under the fence. False: the lease is not ours any more, and nothing was changed.
 */
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
    { again },
  )
}
