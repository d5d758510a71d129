/**
 * Databases of the tests on a cluster: TEST_DATABASE_URL leads to a coordinator with Citus and its
 * workers. A database is made on every node, and so is its copy.
 */
import pg from 'pg'
import { hasCitus } from '../../src/db/cluster/distribute.ts'
import { NODE_SETTINGS } from '../../src/db/cluster/places.ts'
import { urlConnection } from './url-connection.ts'

let known: Promise<pg.ClientConfig[]> | undefined

async function readNodes(server: pg.ClientConfig): Promise<pg.ClientConfig[]> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    if (!(await hasCitus(client))) return []
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node order by groupid',
    )
    return rows.map(({ host, port }) => ({ ...server, host, port }))
  } finally {
    await client.end()
  }
}

function nodesOfTests(url: string): Promise<pg.ClientConfig[]> {
  known ??= readNodes(urlConnection(url))
  return known
}

/** The nodes, the coordinator first; none for a plain PostgreSQL. */
export const clusterNodes = (server: pg.ClientConfig): Promise<pg.ClientConfig[]> =>
  process.env.TEST_DATABASE_URL === undefined
    ? Promise.resolve([])
    : nodesOfTests(process.env.TEST_DATABASE_URL).then(nodes =>
        nodes.map(node => ({ ...node, database: server.database })),
      )

/** Whether the server of the tests is one, for what can't hold there. */
export const isCluster = async (): Promise<boolean> => (await clusterNodes({})).length > 0

/** Runs one statement on each node. */
export async function onEachNode(nodes: pg.ClientConfig[], statement: string): Promise<void> {
  for (const node of nodes) {
    const client = new pg.Client(node)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
}

/** As `store distribute` does: the settings of a database are not copied with it. */
export async function setNodes(nodes: pg.ClientConfig[], database: string): Promise<void> {
  for (const [setting, value] of Object.entries(NODE_SETTINGS))
    await onEachNode(nodes, `alter database ${database} set ${setting} = '${value}'`)
}

/** Makes the database of that name a cluster of its own, on the same nodes. */
export async function joinNodes(nodes: pg.ClientConfig[], database: string): Promise<void> {
  const here = nodes.map(node => ({ ...node, database }))
  await onEachNode(here, 'create extension citus')
  const [coordinator, ...workers] = here
  const place = ({ host, port }: pg.ClientConfig) => `'${host}', ${port}`
  await onEachNode([coordinator!], `select citus_set_coordinator_host(${place(coordinator!)})`)
  for (const worker of workers)
    await onEachNode([coordinator!], `select citus_add_node(${place(worker)})`)
}

/** Ends all sessions, those of the nodes among each other too, so that it can be copied. */
export async function closeDatabase(nodes: pg.ClientConfig[], database: string): Promise<void> {
  await onEachNode(nodes, `alter database ${database} allow_connections false`)
  await onEachNode(
    nodes,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`,
  )
}
