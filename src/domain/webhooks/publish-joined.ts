/**
 * Adds subscribers to lists and writes the event in the same transaction; used if a webhook
 * listens.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { publish } from './publish.ts'

interface Saved {
  id: number
  joined: boolean
}

/**
 * Repeated after a COMMIT whose answer was lost, it joins no subscriber, and the first run has
 * written the event.
 */
export async function saveAndPublishJoined<Row extends Saved>(
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
        await publish(tx, accountId, {
          kind: 'subscribed',
          listId,
          ids: joined.map(({ id }) => id),
        })
      return rows
    },
    { again: true },
  )
}
