/** The rows that an index gave to statements, from the store's own counters. */
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

/** A session reports what it read when it ends; the one that asks, when it is told to. */
async function counted(ask: Ask, indexes: string): Promise<number> {
  const [ended] = await ask(
    `select coalesce(array_agg(pid) filter (where pg_terminate_backend(pid)), '{}'),
       pg_stat_force_next_flush()
     from pg_stat_activity where datname = current_database() and state = 'idle'
       and pid <> pg_backend_pid()`,
  )
  const gone = async () =>
    (await ask(`select 1 from pg_stat_activity where pid = any ('${ended![0]}')`)).length === 0
  await until(gone)
  const [row] = await ask(
    `select sum(idx_tup_read) from pg_stat_user_indexes where indexrelname like '${indexes}'`,
  )
  return Number(row![0])
}
