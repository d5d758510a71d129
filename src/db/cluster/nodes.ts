/** The nodes of a cluster (Citus): which there are, whether each answers, and its settings. */
import type pg from 'pg'
import { hasCitus } from './distribute.ts'
import { onAllNodes } from './on-all-nodes.ts'
import { ANCHOR } from './places.ts'

/** The facts that a node reports. */
export interface NodeFacts {
  /** The version of PostgreSQL, as 150020. */
  version: number
  /** The version of the extension in this database; null without it. */
  citus: string | null
  walLevel: string
  preparedTransactions: number
  /** Null in a release of PostgreSQL without the setting, or if our role may not read it. */
  outputPlugins: string | null
  /** Settings of the database and of our role there, the stronger last. */
  settings: { setting: string; ofRole: boolean }[]
  bytes: number
  /** Milliseconds since 1970. */
  now: number
}

export interface ClusterNode {
  /** As in `10.0.0.2:5432`. */
  name: string
  isCoordinator: boolean
  takesShards: boolean
  shards: number
  /** Why it does not answer. */
  down?: string
  /** Its extension was made anew, so it does not know the cluster, nor the tables. */
  knowsNothing?: true
  /** How far its clock is ahead of ours, as far as that is certain. */
  clockAheadMillis?: number
  facts?: NodeFacts
}

const FACTS = `select json_build_object(
  'version', current_setting('server_version_num')::int,
  'citus', (select extversion from pg_extension where extname = 'citus'),
  'walLevel', current_setting('wal_level'),
  'preparedTransactions', current_setting('max_prepared_transactions')::int,
  'outputPlugins', case when pg_has_role('pg_read_all_settings', 'usage')
    then current_setting('output_plugin_libraries', true) end,
  'settings', (select coalesce(json_agg(json_build_object('setting', s.one,
      'ofRole', d.setrole <> 0) order by d.setrole <> 0, d.setdatabase <> 0), '[]')
    from pg_db_role_setting d, unnest(d.setconfig) s (one)
    where d.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and d.setrole in (0, (select oid from pg_roles where rolname = current_user))),
  'bytes', pg_database_size(current_database()),
  'now', extract(epoch from clock_timestamp()) * 1000)::text`

/** The nodes, the coordinator first; one alone when no other was added; none without Citus. */
export async function clusterNodes(client: pg.ClientBase): Promise<ClusterNode[]> {
  if (!(await hasCitus(client))) return []
  const { rows } = await client.query<{
    id: number
    name: string
    group: number
    takes: boolean
    shards: number
  }>(
    `select n.nodeid as id, n.nodename || ':' || n.nodeport as name, n.groupid as "group",
       n.shouldhaveshards as takes,
       (select count(*)::int from pg_dist_placement p join pg_dist_shard s using (shardid)
        join pg_dist_partition t using (logicalrelid)
        where p.groupid = n.groupid and t.logicalrelid = to_regclass('${ANCHOR}')) as shards
     from pg_dist_node n where n.noderole = 'primary' order by n.groupid`,
  )
  const before = Date.now()
  const answers = await onAllNodes(client, FACTS)
  const after = Date.now()
  const groups = await onAllNodes(client, 'select groupid from pg_dist_local_group')
  const groupOf = new Map(groups.map(({ nodeId, result }) => [nodeId, result]))
  const answerOf = new Map(answers.map(answer => [answer.nodeId, answer]))
  // A coordinator without nodes answers for itself, under the number 0.
  const nodes = rows.length > 0 ? rows : [ALONE]
  return nodes.map(({ id, name, group, takes, shards }) => {
    const node = { name, isCoordinator: group === 0, takesShards: takes, shards }
    const answer = answerOf.get(id)
    if (!answer?.success) return { ...node, down: answer?.result ?? 'it gave no answer' }
    const facts = JSON.parse(answer.result) as NodeFacts
    return {
      ...node,
      facts,
      clockAheadMillis: aheadOf(facts.now, before, after),
      ...(group !== 0 && groupOf.get(id) === '0' && { knowsNothing: true as const }),
    }
  })
}

const ALONE = { id: 0, name: 'the coordinator', group: 0, takes: false, shards: 0 }

const aheadOf = (now: number, before: number, after: number): number =>
  Math.round(now > after ? now - after : now < before ? now - before : 0)

/** `10.0.0.2:5432`, `worker-2`, `[::1]:5432`. */
export function nodeAddress(text: string): { host: string; port: number } | undefined {
  const [, host, port = '5432'] =
    /^\[?([\w.:%-]{1,253}?)\]?(?::(\d{1,5}))?$/.exec(text.slice(0, 300)) ?? []
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined
  return { host, port: Number(port) }
}
