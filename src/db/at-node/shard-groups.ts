/**
 * The groups of shards of a cluster (Citus): the shards with the rows of the same accounts, one of
 * each distributed table, which always lie on one node.
 */

import { ANCHOR } from '../cluster/places.ts'
import type { Cells, Statement } from '../statement.ts'

export interface ShardGroup {
  /** The shard of the table `tenants`. */
  id: string
  host: string
  port: number
  /** The name of a table there, and of a function of an account that has a copy for the group. */
  names: ReadonlyMap<string, string>
}

/** Shards of the distributed tables by their place among the hashes; reference tables have none. */
const TABLES: Statement = {
  name: 'shards.tables',
  text:
    "select coalesce(s.shardminvalue, ''), s.logicalrelid::text, s.shardid::text " +
    'from pg_dist_shard s join pg_dist_partition d on d.logicalrelid = s.logicalrelid ' +
    "where d.repmodel = 't' or d.colocationid = (select t.colocationid from pg_dist_partition t " +
    `where t.logicalrelid = to_regclass('${ANCHOR}'))`,
  again: true,
}

const PLACES: Statement = {
  name: 'shards.places',
  text:
    'select s.shardid::text, s.shardminvalue, n.nodename, n.nodeport::text from pg_dist_shard s ' +
    'join pg_dist_placement p on p.shardid = s.shardid ' +
    "join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary' " +
    `where s.logicalrelid = to_regclass('${ANCHOR}')`,
  again: true,
}

const COPIES: Statement = {
  name: 'shards.copies',
  text:
    "select proname from pg_proc where pronamespace = 'public'::regnamespace " +
    "and proargnames[1] = 'p_account_id' and proname ~ '_[0-9]+$'",
  again: true,
}

/** By id; none if the store is not distributed. Of a server with the extension. */
export async function shardGroups(
  ask: (statement: Statement) => Promise<Cells[]>,
): Promise<Map<string, ShardGroup>> {
  const places = await ask(PLACES)
  if (places.length === 0) return new Map()
  const tables = Map.groupBy(await ask(TABLES), ([place]) => place)
  const copies = Map.groupBy(await ask(COPIES), ([name]) => name!.slice(name!.lastIndexOf('_') + 1))
  return new Map(
    places.map(([id, place, host, port]) => {
      const named = [...(tables.get('') ?? []), ...(tables.get(place!) ?? [])]
      const names = new Map(named.map(([, table, shard]) => [table!, `${table}_${shard}`]))
      for (const [copy] of copies.get(id!) ?? []) names.set(copy!.slice(0, -`_${id}`.length), copy!)
      return [id!, { id: id!, host: host!, port: Number(port), names }]
    }),
  )
}

/**
 * A statement, or the definition of a function, with the names of a group. A word behind a dot is a
 * column.
 */
export const inShards = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/(?<![.\w])[a-z]\w*/g, word => names.get(word) ?? word)
