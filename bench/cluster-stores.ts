/**
 * Two databases on the coordinator that TEST_DATABASE_URL names, both with accounts of the same
 * kind: one distributed over its nodes, one without the extension, which is plain PostgreSQL.
 */
import pg from 'pg'
import { distributeStore } from '../src/db/cluster/distribute.ts'
import type { Store } from '../src/db/db.ts'
import { migrate } from '../src/db/migrate.ts'
import { openStore } from '../src/db/open-store.ts'
import type { StoreConnection } from '../src/db/store-url.ts'
import { addAccount } from '../src/domain/accounts/add-account.ts'
import { makeList } from '../src/domain/lists/add-list.ts'
import { addDraft } from '../src/domain/newsletters/save-newsletter.ts'
import { clusterNodes, joinNodes, onEachNode } from '../test/support/cluster.ts'
import { dropDatabase } from '../test/support/database.ts'
import { urlConnection } from '../test/support/url-connection.ts'
import { PASSWORD } from './fixture.ts'
import { postmasterOfBackend, secondsOfServer } from './processors.ts'
import { newsletter } from './send-fixture.ts'
import { sized } from './smoke.ts'
import { projectIn } from './transactions.ts'

const ACCOUNTS = sized(20, 2)

export interface BenchAccount {
  accountId: number
  listId: number
  newsletterId: number
  /** Of a project for transactions. */
  guid: string
}

export interface Side {
  connection: StoreConnection
  store: Store
  accounts: BenchAccount[]
  /** Processor seconds so far: of the server that is called, and of the others together. */
  seconds(): { called: number; others: number }
}

interface Sides {
  cluster: Side
  plain: Side
  workers: number
  close(): Promise<void>
}

const NAMES = { cluster: 'bench_cluster', plain: 'bench_plain' }

/** The address of the coordinator; undefined where there is none. */
export async function coordinator(): Promise<pg.ClientConfig | undefined> {
  const url = process.env.TEST_DATABASE_URL
  if (url === undefined) return undefined
  const server = urlConnection(url)
  return (await clusterNodes(server)).length > 2 ? server : undefined
}

export async function openSides(server: pg.ClientConfig): Promise<Sides> {
  const nodes = await clusterNodes(server)
  const processes = await Promise.all(nodes.map(processOf))
  const [first, ...rest] = processes
  const seconds = () => ({
    called: secondsOfServer(first!),
    others: rest.reduce((sum, pid) => sum + secondsOfServer(pid), 0),
  })
  const dropAll = async () => {
    for (const name of Object.values(NAMES)) await dropDatabase(server, name)
  }
  await dropAll()
  await onEachNode(nodes, `create database ${NAMES.cluster}`)
  await joinNodes(nodes, NAMES.cluster)
  await onEachNode([nodes[0]!], `create database ${NAMES.plain}`)
  const open = async (name: keyof typeof NAMES): Promise<Side> => {
    const connection = { ...server, database: NAMES[name] } as StoreConnection
    const making = openStore({ connection, connections: 4 })
    await migrate(making)
    if (name === 'cluster') await distributeStore(making)
    // It works at times of its own, often in the turn of the other side.
    for (const table of ['subscribers', 'subscriptions', 'import_old_values', 'deliveries'])
      await making.withClient(client =>
        client.query(`alter table ${table} set (autovacuum_enabled = off)`),
      )
    await making.close()
    // Opened anew: the sessions among the nodes have the settings of the database then.
    const store = openStore({ connection, connections: 16 })
    return { connection, store, accounts: await accountsIn(store, connection), seconds }
  }
  const [cluster, plain] = [await open('cluster'), await open('plain')]
  return {
    cluster,
    plain,
    workers: rest.length,
    async close() {
      await Promise.all([cluster.store.close(), plain.store.close()])
      await dropAll()
    },
  }
}

/** The main process of a server on this machine. */
async function processOf(node: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(node)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const parent = postmasterOfBackend(rows[0]!.pid)
    if (parent === undefined) throw new Error(`the node ${node.port} is not on this machine`)
    return parent
  } finally {
    await client.end()
  }
}

async function accountsIn(store: Store, connection: StoreConnection): Promise<BenchAccount[]> {
  const made: BenchAccount[] = []
  for (let n = 0; n < ACCOUNTS; n++) {
    const given = { username: `bench ${n}`, password: PASSWORD }
    const { id: accountId } = (await addAccount(store, given))!
    const listId = await makeList(store, accountId, {
      name: 'All',
      fromName: 'News',
      fromEmail: 'news@example.org',
      description: '',
      characterSet: '',
    })
    const newsletterId = await addDraft(store, accountId, newsletter('News', 'news@example.org'))
    const guid = await projectIn({ store, accountId, listId, connection })
    made.push({ accountId, listId, newsletterId, guid })
  }
  return made
}
