/** The sizes of our tables, with their indexes; on a cluster on all of its nodes. */
import type pg from 'pg'
import { tableNames } from './backup/our-tables.ts'
import { hasCitus } from './cluster/distribute.ts'
import { schemaNumber } from './migrate.ts'

/** In bytes, by name. A table in partitions is counted with them. */
export async function tableSizes(client: pg.ClientBase): Promise<Map<string, number>> {
  const isCluster = await hasCitus(client)
  const sizeOfTable = isCluster
    ? `case when exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
         then citus_total_relation_size(c.oid, fail_on_error => false)
         else pg_total_relation_size(p.relid) end`
    : 'pg_total_relation_size(p.relid)'
  const { rows } = await client.query<{ name: string; bytes: number | null }>(
    `select c.relname as name, sum(${sizeOfTable})::float8 as bytes
     from pg_class c cross join lateral (
       select relid from pg_partition_tree(c.oid) where c.relkind = 'p'
       union all select c.oid where c.relkind = 'r') p
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
     group by c.relname`,
    [tableNames(schemaNumber())],
  )
  return new Map(rows.map(({ name, bytes }) => [name, bytes ?? 0]))
}
