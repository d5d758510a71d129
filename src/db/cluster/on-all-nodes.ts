/** Questions to all nodes of a cluster (Citus). */
import type pg from 'pg'

/** The answer of a node to a statement. */
interface NodeAnswer {
  nodeId: number
  success: boolean
  result: string
}

/** Runs a statement with one answer on each node that is part of the cluster. */
export async function onAllNodes(client: pg.ClientBase, statement: string): Promise<NodeAnswer[]> {
  const { rows } = await client.query<NodeAnswer>(
    `select nodeid as "nodeId", success, result
     from run_command_on_all_nodes($1, parallel => true, give_warning_for_connection_errors => true)
     order by nodeid`,
    [statement],
  )
  return rows
}
