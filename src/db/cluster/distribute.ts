/**
 * Distributes the tables of a store over the nodes of a cluster (Citus). Repeatable: it skips
 * distributed tables. A migration of a distributed store does so in its own transaction.
 */
import type pg from 'pg'
import { inTransaction } from '../client-transaction.ts'
import type { Store } from '../db.ts'
import { ANCHOR, NODE_SETTINGS, UNDISTRIBUTED } from './places.ts'
import { copyFunctions } from './shard-functions.ts'

type Place = 'distributed' | 'reference' | 'local'

/** A table of the store. */
export interface PlacedTable {
  name: string
  wanted: Place
  /** Undefined: it is not part of the cluster yet. */
  is: Place | undefined
  /** Whether a distributed table is colocated with the tables of its account. */
  fits: boolean
  /** The tables of its foreign keys. */
  refers: string[]
}

/** Whether the database has the extension. */
export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'")
  return rowCount === 1
}

/** Whether the tables of the store lie on the nodes of a cluster. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  if (!(await hasCitus(client))) return false
  const { rowCount } = await client.query(
    'select from pg_dist_partition where logicalrelid = to_regclass($1)',
    [ANCHOR],
  )
  return rowCount === 1
}

/** The tables of the store with where each lies, a table after those that it refers to. */
export async function placedTables(client: pg.ClientBase): Promise<PlacedTable[]> {
  const { rows } = await client.query<{
    name: string
    method: string | null
    model: string | null
    fits: boolean | null
    refers: string[]
  }>(
    `select c.relname as name, p.partmethod as method, p.repmodel as model,
       column_to_column_name(c.oid, p.partkey) = 'account_id' and p.colocationid =
         (select a.colocationid from pg_dist_partition a
          where a.logicalrelid = to_regclass('${ANCHOR}')) as fits,
       (select coalesce(json_agg(distinct r.relname), '[]') from pg_constraint f
        join pg_class r on r.oid = f.confrelid
        where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     left join pg_dist_partition p on p.logicalrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
  )
  const tables = rows.map(
    ({ name, method, model, fits, refers }): PlacedTable => ({
      name,
      refers,
      wanted: UNDISTRIBUTED[name] ?? 'distributed',
      fits: method !== 'h' || fits === true,
      is: method === null ? undefined : method === 'h' ? 'distributed' : whole(model),
    }),
  )
  return parentsFirst(tables)
}

/** A table without shards: a reference table is replicated by two-phase commit. */
const whole = (model: string | null): Place => (model === 't' ? 'reference' : 'local')

function parentsFirst(tables: PlacedTable[]): PlacedTable[] {
  const byName = new Map(tables.map(table => [table.name, table]))
  const ordered = new Map<string, PlacedTable>()
  const add = (name: string): void => {
    const table = byName.get(name)
    if (!table || ordered.has(name)) return
    byName.delete(name)
    for (const other of table.refers) add(other)
    ordered.set(name, table)
  }
  add(ANCHOR)
  for (const kind of ['reference', 'distributed', 'local'] as const)
    for (const { name } of tables.filter(({ wanted }) => wanted === kind)) add(name)
  return [...ordered.values()]
}

export interface DistributedTable {
  name: string
  place: Place
  rows: number
  seconds: number
}

/**
 * Distributes the tables that are not, and the functions of an account, in the client's
 * transaction.
 */
export async function distributeTables(
  client: pg.ClientBase,
  onTable: (table: DistributedTable) => void = () => {},
): Promise<number> {
  const missing = (await placedTables(client)).filter(({ is }) => is === undefined)
  // Tables of one transaction refer to each other: their shards are made one after the other.
  await client.query("set local citus.multi_shard_modify_mode to 'sequential'")
  for (const { name, wanted } of missing) {
    const began = performance.now()
    const { rows } = await client.query(`select count(*)::float8 as rows from ${name}`)
    await client.query(STATEMENTS[wanted](name))
    const seconds = (performance.now() - began) / 1000
    onTable({ name, place: wanted, rows: rows[0].rows, seconds })
  }
  await distributeFunctions(client)
  await copyFunctions(client)
  return missing.length
}

const STATEMENTS: Record<Place, (name: string) => string> = {
  reference: name => `select create_reference_table('${name}')`,
  local: name => `select citus_add_local_table_to_metadata('${name}')`,
  distributed: name =>
    name === ANCHOR
      ? `select create_distributed_table('${name}', 'account_id', colocate_with => 'none')`
      : `select create_distributed_table('${name}', 'account_id', colocate_with => '${ANCHOR}')`,
}

/**
 * Functions that begin with an account run whole on the node that has it. They are planned anew by
 * each call: Citus 13.2.1 to 14.0.1 adds another copy of a plan that it should use again, 150 kB
 * for a subscriber, until the memory is full (citusdata/citus#8824).
 */
async function distributeFunctions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
     where p.proargnames[1] = 'p_account_id' and p.proname !~ '_[0-9]+$' and p.prolang <> (
       select oid from pg_language where lanname = 'c')`,
  )
  for (const { signature } of rows) {
    await client.query(
      `select create_distributed_function($1::regprocedure, 'p_account_id',
         colocate_with => '${ANCHOR}')`,
      [signature],
    )
    await client.query(`alter function ${signature} set plan_cache_mode = 'force_custom_plan'`)
  }
}

/**
 * Frees the copies that the coordinator keeps of rows that lie on the nodes now. After the
 * transaction of distributeTables(), children first.
 */
export async function dropLocalCopies(client: pg.ClientBase): Promise<void> {
  const tables = (await placedTables(client)).filter(({ is }) => is === 'distributed')
  for (const { name } of tables.toReversed())
    await client.query(`select truncate_local_data_after_distributing_table('${name}')`)
}

/** Lets the sessions among the nodes have the settings of ours; Citus tells all nodes. */
async function setNodes(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select quote_ident(current_database()) as name')
  for (const [setting, value] of Object.entries(NODE_SETTINGS))
    await client.query(`alter database ${rows[0].name} set ${setting} = '${value}'`)
}

/** Distributes a store that no other process uses. Returns the number of tables. */
export const distributeStore = (
  store: Store,
  onTable: (table: DistributedTable) => void = () => {},
): Promise<number> =>
  store.withClient(async client => {
    await setNodes(client)
    const tables = await inTransaction(client, () => distributeTables(client, onTable))
    await dropLocalCopies(client)
    return tables
  }, 'upkeep')
