/** Putting people on lists where somebody wants to know of it: it takes a transaction then. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { tell } from './tell.ts'

interface Saved {
  id: number
  joined: boolean
}

/**
 * Done a second time after a COMMIT that nobody answered, nobody joins, and the first time has
 * told.
 */
export async function saveAndTellJoined<Row extends Saved>(
  db: Store,
  accountId: number,
  save: (db: Db) => Promise<Row[]>,
  listOf: (row: Row) => number,
): Promise<Row[]> {
  return atomically(
    db,
    async tx => {
      const rows = await save(tx)
      const byList = Map.groupBy(
        rows.filter(({ joined }) => joined),
        listOf,
      )
      for (const [listId, joined] of byList)
        await tell(tx, accountId, { kind: 'subscribed', listId, ids: joined.map(({ id }) => id) })
      return rows
    },
    { again: true },
  )
}
