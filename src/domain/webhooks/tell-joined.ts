/** Putting people on lists, told where somebody listens: then it takes a transaction, else the statement goes as it is. */
import { atomically, type Db } from '../../db/db.ts'
import { listens, tell } from './tell.ts'

interface Saved {
  id: number
  joined: boolean
}

/** `db` is the store. Done a second time after a COMMIT that nobody answered, nobody joins, and the first time has told. */
export async function tellingWhoJoined<Row extends Saved>(
  db: Db,
  accountId: number,
  save: (db: Db) => Promise<Row[]>,
  listOf: (row: Row) => number,
): Promise<Row[]> {
  if (!(await listens(db, accountId, 'subscribed'))) return save(db)
  return atomically(
    db,
    accountId,
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
