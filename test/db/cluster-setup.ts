/** Databases on all nodes of a cluster, migrated and not distributed, for tests of that. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Store } from '../../src/db/db.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openStore } from '../../src/db/open-store.ts'
import { clusterNodes, joinNodes, onEachNode } from '../support/cluster.ts'
import { testServer } from '../support/database.ts'
import { type Checksums, checksums } from './backup-setup.ts'

export interface ClusterDatabase {
  store: Store
  /** The coordinator first. */
  nodes: pg.ClientConfig[]
  /** `host:port` of a node. */
  address(node: number): string
}

export async function withCluster<T>(
  work: (database: ClusterDatabase) => Promise<T>,
  { migrated = true } = {},
): Promise<T> {
  const { connection } = await testServer()
  const server = await clusterNodes(connection)
  assert.ok(server.length > 2, 'TEST_DATABASE_URL names a coordinator with two workers')
  const database = `cluster_${randomBytes(6).toString('hex')}`
  await onEachNode(server, `create database ${database}`)
  await joinNodes(server, database)
  const nodes = server.map(node => ({ ...node, database }))
  const store = openStore({ connection: nodes[0]! })
  try {
    if (migrated) await migrate(store)
    return await work({
      store,
      nodes,
      address: node => `${nodes[node]!.host}:${nodes[node]!.port}`,
    })
  } finally {
    await store.close()
    await onEachNode(server, `drop database ${database} with (force)`)
  }
}

/** Of a session that begins now, as those among the nodes then do: they have the new settings. */
export async function sumsAt(node: pg.ClientConfig): Promise<Checksums> {
  const client = new pg.Client(node)
  await client.connect()
  await client.query("set timezone = 'Etc/GMT-1'")
  return await checksums(client).finally(() => client.end())
}

/** Runs a statement on one node. */
export async function on(
  node: pg.ClientConfig,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(node)
  await client.connect()
  return await client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
