/**
 * The obstacles of distributing a store, and the risks of a cluster, each with its remedy. Nothing
 * is changed here.
 */
import type pg from 'pg'
import { hasCitus, type PlacedTable, placedTables } from './distribute.ts'
import { type ClusterNode, clusterNodes, nodeAddress } from './nodes.ts'
import { onAllNodes } from './on-all-nodes.ts'
import { NODE_SETTINGS } from './places.ts'

export interface ClusterObstacle {
  says: string
  todo: string
}

/** The oldest Citus that all statements ran on. */
const OLDEST = [13, 2] as const
const OLDEST_POSTGRES = 15
/** Moments that two nodes write are compared; the margins of the program are longer than this. */
const CLOCKS_MILLIS = 1000

const obstacle = (says: string, todo: string): ClusterObstacle => ({ says, todo })

/** Whether the server can distribute at all; the remaining checks need that. */
async function withoutExtension(client: pg.ClientBase): Promise<ClusterObstacle | undefined> {
  if (await hasCitus(client)) return undefined
  const { rows } = await client.query<{ there: boolean; name: string }>(
    `select exists (select from pg_available_extensions where name = 'citus') as there,
       current_database() as name`,
  )
  return rows[0]!.there
    ? obstacle(
        `The database ${rows[0]!.name} does not have the extension citus.`,
        'Run there as a superuser, and in the database of that name on each worker: create ' +
          'extension citus',
      )
    : obstacle(
        'The server does not have Citus.',
        'Install Citus 13.2 or later on each server, and set shared_preload_libraries = citus.',
      )
}

/** Before anything of Citus is called: a library of another version refuses all calls. */
async function olderExtension(client: pg.ClientBase): Promise<ClusterObstacle | undefined> {
  const { rows } = await client.query<{ version: string }>(
    "select extversion as version from pg_extension where extname = 'citus'",
  )
  return ofVersion('The coordinator', rows[0]!.version)
}

function ofVersion(who: string, version: string): ClusterObstacle | undefined {
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined
  return obstacle(
    `${who} has Citus ${version}; ${OLDEST.join('.')} or later is wanted.`,
    'Install it on all servers, restart them, then run as a superuser in the database on each: ' +
      'alter extension citus update',
  )
}

/** Obstacles on nodes, for `distribute`, `rebalance`, `drain` and `doctor`. */
export function nodeObstacles(nodes: ClusterNode[], connections: number): ClusterObstacle[] {
  const found: ClusterObstacle[] = []
  const add = (says: string, todo: string) => found.push({ says, todo })
  const [coordinator] = nodes
  for (const { name, down, facts, clockAheadMillis = 0, knowsNothing } of nodes) {
    const who = `The node ${name}`
    if (down !== undefined || !facts) {
      add(`${who} does not answer: ${firstLine(down ?? '')}`, 'Start it, or check its address.')
      continue
    }
    if (facts.citus === null) {
      add(
        `${who} does not have the extension citus in this database.`,
        'Run there as a superuser: create extension citus',
      )
      continue
    }
    if (knowsNothing) {
      const { host, port } = nodeAddress(name)!
      const place = `'${host}', ${port}`
      add(
        `${who} does not know the cluster: its extension was dropped and made again. ` +
          'Its rows are still there.',
        'Stop all processes, and run at the coordinator as a superuser: select ' +
          `stop_metadata_sync_to_node(${place}); select start_metadata_sync_to_node(${place})`,
      )
    }
    const older = ofVersion(who, facts.citus)
    if (older) found.push(older)
    else if (coordinator?.facts?.citus && facts.citus !== coordinator.facts.citus)
      add(
        `${who} is behind: it has Citus ${facts.citus}, the coordinator ` +
          `${coordinator.facts.citus}.`,
        'Run as a superuser in the database on each: alter extension citus update',
      )
    if (Math.floor(facts.version / 10_000) < OLDEST_POSTGRES)
      add(`${who} has PostgreSQL ${Math.floor(facts.version / 10_000)}.`, 'Use 15 or later.')
    if (Math.abs(clockAheadMillis) > CLOCKS_MILLIS)
      add(
        `The clock of the node ${name} is ${(Math.abs(clockAheadMillis) / 1000).toFixed(1)} s ` +
          `${clockAheadMillis < 0 ? 'behind' : 'ahead'}.`,
        'Set the clocks of all machines by NTP.',
      )
    if (facts.walLevel !== 'logical')
      add(
        `${who} has wal_level = ${facts.walLevel}: no shard could be moved without a stop.`,
        'Run there, then restart it: alter system set wal_level = logical',
      )
    if (facts.preparedTransactions < connections)
      add(
        `${who} has max_prepared_transactions = ${facts.preparedTransactions}, fewer than the ` +
          `${connections} connections that the coordinator takes.`,
        `Run there, then restart it: alter system set max_prepared_transactions = ${connections}`,
      )
    if (facts.outputPlugins !== null && !/\bcitus\b/.test(facts.outputPlugins))
      add(
        `${who} does not let Citus move shards: output_plugin_libraries lacks citus.`,
        'Run there: alter system set output_plugin_libraries = pgoutput, citus; then ' +
          'select pg_reload_conf()',
      )
    for (const [setting, value] of Object.entries(NODE_SETTINGS)) {
      const strongest = facts.settings.findLast(s => keyOf(s.setting) === setting)
      if (strongest?.ofRole && textOf(strongest.setting) !== value)
        add(
          `${who} gives our role ${strongest.setting}, which wins over the database's.`,
          `Run there: alter role ROLE reset ${setting}, and the same with "in database".`,
        )
    }
  }
  return found
}

const firstLine = (text: string): string => text.slice(0, 500).split('\n')[0]!
const keyOf = (setting: string): string => setting.slice(0, setting.indexOf('=')).toLowerCase()
const textOf = (setting: string): string => setting.slice(setting.indexOf('=') + 1)

/** Tables that were moved away from their place. */
function misplaced(tables: PlacedTable[]): ClusterObstacle[] {
  return tables
    .filter(({ is, wanted, fits }) => is !== undefined && (is !== wanted || !fits))
    .map(({ name, is, wanted }) =>
      is === wanted
        ? obstacle(
            `The table ${name} is distributed, but not beside the others by account_id.`,
            `Run: select undistribute_table('${name}', cascade_via_foreign_keys => true)`,
          )
        : obstacle(
            `The table ${name} is a ${is} table of the cluster; it must be ${wanted}.`,
            `Run: select undistribute_table('${name}', cascade_via_foreign_keys => true)`,
          ),
    )
}

async function ofDatabase(client: pg.ClientBase): Promise<ClusterObstacle[]> {
  const { rows } = await client.query<{ others: string[]; foreign: string[]; me: string }>(
    `select current_user as me,
       (select coalesce(json_agg(distinct c.relname), '[]') from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and not pg_has_role(c.relowner, 'usage')) as foreign,
       (select coalesce(json_agg(coalesce(nullif(application_name, ''), 'process ' || pid)), '[]')
        from pg_stat_activity where datname = current_database()
          and backend_type = 'client backend' and pid <> pg_backend_pid()
          and application_name not like 'citus%') as others`,
  )
  const { others, foreign, me } = rows[0]!
  const found: ClusterObstacle[] = []
  if (foreign.length > 0)
    found.push(
      obstacle(
        `The role ${me} does not own ${foreign.length} of the tables (${foreign[0]}).`,
        'Name the owner in DATABASE_URL.',
      ),
    )
  if (others.length > 0)
    found.push(
      obstacle(
        `${others.length} other sessions use the database: ${others.slice(0, 5).join(', ')}.`,
        'Stop all web and worker processes, and other programs.',
      ),
    )
  return found
}

/** Rows are copied: each node needs room for its part, and for the log of it. */
async function withoutRoom(
  client: pg.ClientBase,
  nodes: ClusterNode[],
): Promise<ClusterObstacle[]> {
  const takers = nodes.filter(({ takesShards }) => takesShards).length
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`,
  )
  const wanted = (2 * rows[0]!.bytes) / Math.max(1, takers)
  const answers = await onAllNodes(
    client,
    'select available_disk_size from citus_local_disk_space_stats()',
  )
  const short = answers.filter(({ success, result }) => success && Number(result) < wanted)
  return short.map(({ result }) =>
    obstacle(
      `A node has ${megabytes(Number(result))} free; its part and the log take up to ` +
        `${megabytes(wanted)}.`,
      'Give it a larger disk.',
    ),
  )
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`

export const connectionsOf = async (client: pg.ClientBase): Promise<number> =>
  Number((await client.query('show max_connections')).rows[0].max_connections)

/** All that keeps the store from being distributed now; the tables as they are. */
export async function obstacles(client: pg.ClientBase): Promise<ClusterObstacle[]> {
  const missing = (await withoutExtension(client)) ?? (await olderExtension(client))
  if (missing) return [missing]
  const { rows } = await client.query('select citus_is_coordinator() as here')
  const nodes = await clusterNodes(client)
  if (!rows[0].here && nodes.length > 1)
    return [
      obstacle('DATABASE_URL leads to a worker of the cluster.', 'Name the coordinator there.'),
    ]
  if (!nodes.some(({ takesShards, isCoordinator }) => takesShards && !isCoordinator))
    return [obstacle('The cluster has no worker.', 'Add them: pennypost store add-node HOST:PORT')]
  const found = nodeObstacles(nodes, await connectionsOf(client))
  if (found.length === 0) found.push(...(await withoutRoom(client, nodes)))
  return [...found, ...(await ofDatabase(client)), ...misplaced(await placedTables(client))]
}
