/** What an index gave to statements, from the store's own counters. */
import { until } from './until.ts'

type Ask = (text: string) => Promise<(string | null)[][]>

/** Rows read by the indexes of a name, with `%` for the rest of it, while the work was done. */
export async function rowsReadBy(
  ask: Ask,
  indexes: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await counted(ask, indexes)
  await work()
  return (await counted(ask, indexes)) - before
}

/** By sessions that have told: a session that ends has. */
async function counted(ask: Ask, indexes: string): Promise<number> {
  const others = `from pg_stat_activity where datname = current_database() and state = 'idle'
    and pid <> pg_backend_pid()`
  const ended = (await ask(`select pid, pg_terminate_backend(pid) ${others}`)).map(([pid]) => pid)
  const gone = async () =>
    (await ask(`select 1 from pg_stat_activity where pid = any ('{${ended}}')`)).length === 0
  await until(gone)
  const [row] = await ask(
    `select sum(idx_tup_read) from pg_stat_user_indexes where indexrelname like '${indexes}'`,
  )
  return Number(row![0])
}
