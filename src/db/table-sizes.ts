/** The sizes of our tables, with their indexes; on a cluster on all of its nodes. */
import type pg from 'pg'
import { tableNames } from './backup/our-tables.ts'
import { hasCitus } from './cluster/distribute.ts'
import { schemaNumber } from './migrate.ts'
import { withinTime } from './within-time.ts'

export interface TableSize {
  /** With indexes, and values that are stored apart (TOAST). */
  bytes: number
  /** Of the rows alone. */
  rowBytes: number
}

/** A cluster asks each of its nodes. */
const PATIENCE_MILLIS = 3_000

/**
 * In bytes, by name. A table in partitions is counted with them; of a distributed one Citus does
 * it. Undefined: they could not be read in time.
 */
export async function tableSizes(
  client: pg.ClientBase,
  patienceMillis = PATIENCE_MILLIS,
): Promise<Map<string, TableSize> | undefined> {
  const isCluster = await hasCitus(client)
  const sizeBy = (ours: string, citus: string) =>
    isCluster
      ? `case when not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
           then ${ours}(p.relid)
           when p.relid = c.oid then ${citus}(c.oid, fail_on_error => false) end`
      : `${ours}(p.relid)`
  return await withinTime(client, patienceMillis, async () => {
    const { rows } = await client.query<
      { name: string } & { [K in keyof TableSize]: number | null }
    >(
      `select c.relname as name,
         sum(${sizeBy('pg_total_relation_size', 'citus_total_relation_size')})::float8 as bytes,
         sum(${sizeBy('pg_relation_size', 'citus_relation_size')})::float8 as "rowBytes"
       from pg_class c cross join lateral (
         select relid from pg_partition_tree(c.oid) where c.relkind = 'p'
         union all select c.oid where c.relkind = 'r') p
       where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
       group by c.relname`,
      [tableNames(schemaNumber())],
    )
    return new Map(
      rows.map(({ name, bytes, rowBytes }) => [
        name,
        { bytes: bytes ?? 0, rowBytes: rowBytes ?? 0 },
      ]),
    )
  })
}
