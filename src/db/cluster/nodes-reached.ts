/** Which nodes of a cluster (Citus) answer its coordinator. */
import type pg from 'pg'

/**
 * The nodes of a distributed store with whether the coordinator can connect to each; none on one
 * server. Those in `silent` are down without being asked. Connections that are open already might
 * lead to a node that says nothing, and are not used.
 */
export async function nodesReached(
  client: pg.ClientBase,
  silent: string[],
): Promise<{ name: string; up: boolean }[]> {
  const { rows } = await client.query("select to_regclass('pg_dist_node') is not null as here")
  if (!rows[0].here) return []
  const answer = await client.query<{ name: string; up: boolean }>(
    `select n.name, n.groupid = 0 or n.name <> all ($1) and (
       set_config('citus.node_connection_timeout', '700', true) is not null
       and citus_check_connection_to_node(n.nodename, n.nodeport)) as up
     from (select *, nodename || ':' || nodeport as name from pg_dist_node
           where noderole = 'primary') n order by n.groupid`,
    [silent],
  )
  return answer.rows
}
