/**
 * The migrated database that those of the tests are copied from: made once per server and schema,
 * since applying all migrations takes longer than most tests.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { distributeStore } from '../../src/db/cluster/distribute.ts'
import { functionFiles } from '../../src/db/functions.ts'
import { migrate, migrations } from '../../src/db/migrate.ts'
import { openStore } from '../../src/db/open-store.ts'
import { CLOSED, checkClosedValues } from './closed-values.ts'
import { closeDatabase, clusterNodes, joinNodes, onEachNode } from './cluster.ts'

/** Any number, the same for all processes of the tests: the lock under which a template is made. */
const LOCK = 7_302_116

export const schemaHash = (): string =>
  createHash('sha256')
    .update(JSON.stringify([migrations(), functionFiles(), CLOSED]))
    .digest('hex')
    .slice(0, 16)

/** The name of the template of the schema as it is now. It is made by the first who asks. */
export async function templateDatabase(server: pg.ClientConfig): Promise<string> {
  const name = `template_${schemaHash()}`
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await makeTemplate(client, server, name)
  } finally {
    await client.end()
  }
  return name
}

/** Those of other schemas go a day after they were made. */
async function dropOldTemplates(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select datname from pg_database where datname ~ '^template_[0-9a-f]{16}$'
     and shobj_description(oid, 'pg_database')::timestamptz < now() - interval '1 day'`,
  )
  for (const { datname } of rows) await client.query(`drop database if exists ${datname}`)
}

/** Renamed when it is complete, so that one left half-made is never copied. */
async function makeTemplate(
  client: pg.Client,
  server: pg.ClientConfig,
  name: string,
): Promise<void> {
  await dropOldTemplates(client)
  const draft = `${name}_draft`
  const nodes = await clusterNodes(server)
  const isCluster = nodes.length > 0
  const everywhere = (statement: string) =>
    isCluster ? onEachNode(nodes, statement) : client.query(statement)
  await everywhere(`drop database if exists ${draft} with (force)`)
  await everywhere(`create database ${draft}`)
  if (isCluster) await joinNodes(nodes, draft)
  const store = openStore({ connection: { ...server, database: draft } })
  try {
    await migrate(store)
    if (isCluster) await distributeStore(store)
    await checkClosedValues(store)
  } finally {
    await store.close()
  }
  await client.query(`comment on database ${draft} is '${new Date().toISOString()}'`)
  if (isCluster) await closeDatabase(nodes, draft)
  await everywhere(`alter database ${draft} rename to ${name}`)
}
