/** Which rows a statement has locked when it comes to one that it must wait for. */
import { atomically, type Db, type Store } from '../../src/db/db.ts'
import { isCluster } from './cluster.ts'
import { until } from './until.ts'

/** How many of our sessions wait for a lock; on a cluster they wait at the node with the rows. */
async function waiting(store: Store): Promise<number> {
  const sessions = (await isCluster()) ? 'citus_stat_activity' : 'pg_stat_activity'
  const text = `select count(*) from ${sessions}
    where datname = current_database() and wait_event_type = 'Lock'`
  const { rows } = await store.run({ name: '', text, again: true }, [])
  return Number(rows[0]![0])
}

/**
 * The rows that nobody has while `work` waits for those of a table that are held; of the same
 * table, or another one. The database is the test's own.
 */
export async function freeWhileHeld(
  { store, accountId }: { store: Store; accountId: number },
  {
    table,
    held,
    of = table,
    key = 'id',
  }: { table: string; held: string; of?: string; key?: string },
  work: (tx: Db) => Promise<unknown>,
): Promise<number[]> {
  return store.withClient(async client => {
    await client.query('begin')
    await client.query(`select from ${table} where account_id = $1 and ${held} for update`, [
      accountId,
    ])
    const done = atomically(store, work)
    done.catch(() => {})
    try {
      await until(async () => (await waiting(store)) > 0)
      return await atomically(store, async tx => {
        const text = `select ${key} from ${of} where account_id = $1 for update skip locked`
        const { rows } = await tx.run({ name: '', text, again: false }, [accountId])
        return rows.map(([id]) => Number(id)).sort((a, b) => a - b)
      })
    } finally {
      await client.query('rollback')
      await done
    }
  })
}
