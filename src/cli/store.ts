/** `pennypost store ...`: facts about the store, migration of its schema, and its nodes. */

import type { Command } from 'commander'
import { backupActions } from '../actions/installation/backups.ts'
import { type ClusterStatus, clusterStatus } from '../db/cluster/status.ts'
import { embeddedStatus } from '../db/embedded/embedded.ts'
import { migrate, schemaNumber } from '../db/migrate.ts'
import { size } from '../lib/size.ts'
import type { Config } from '../settings/config.ts'
import { schemaLine, storeFacts } from '../start/doctor/store-facts.ts'
import { CommandFailed, type Context, withOpened } from './context.ts'
import { derive } from './derived/derive.ts'
import { count } from './long-work.ts'
import { register as registerCluster } from './store-cluster.ts'

interface Options {
  json?: boolean
}

export function register(store: Command, context: Context): void {
  store
    .command('status')
    .option('--json', 'as JSON, for programs')
    .description('What the store is: version, schema, size, who uses it.')
    .addHelpText('after', '\nExample:\n  $ pennypost store status --json')
    .action((options: Options) => status(context, options))

  store
    .command('upgrade')
    .option('--json', 'as JSON, for programs')
    .description(
      'Bring the schema up to date, as the service does when it starts. Make a backup ' +
        'first: there is no way back.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost backup before.backup && pennypost store upgrade',
    )
    .action((options: Options) => upgrade(context, options))

  derive(store, context, backupActions, {
    'store backups': {
      examples: ['store backups'],
      text({ items, expected }, { print }) {
        if (items.length === 0) print('There is none yet: pennypost backup FILE')
        for (const { kind, ended, bytes, trouble } of items)
          print(
            `${kind.padEnd(8)}  ${ended}  ${trouble ?? `well${bytes === null ? '' : `, ${size(bytes)}`}`}`,
          )
        if (expected !== null) print(`The next is due about ${expected}.`)
      },
    },
    'store load': {
      examples: ['store load --json'],
      text({ items }, { print }) {
        if (items.length === 0) print('No sample was taken yet.')
        for (const { at, ...figures } of items)
          print(
            `${at}  ${Object.entries(figures)
              .map(([name, value]) => `${name} ${value === null ? 'not known' : count(value)}`)
              .join(', ')}`,
          )
      },
    },
  })

  registerCluster(store, context)
}

/** For commands that need an existing store and must not make a new one. */
export async function refuseWithoutStore(config: Config): Promise<void> {
  if (
    config.store.databaseUrl !== undefined ||
    (await embeddedStatus(config.store.dataDir)).storeMajor !== undefined
  )
    return
  throw new CommandFailed(
    `There is no store in ${config.store.dataDir} yet. Is DATA_DIR set as for the service?`,
  )
}

async function status(context: Context, { json }: Options): Promise<void> {
  const config = context.config()
  const { print, printJson } = context
  const before =
    config.store.databaseUrl === undefined ? await embeddedStatus(config.store.dataDir) : undefined
  if (before && before.storeMajor === undefined) {
    if (json) return printJson({ kind: 'embedded', dataDir: config.store.dataDir, there: false })
    return print(`There is no store in ${config.store.dataDir} yet: the first start makes one.`)
  }
  const [{ clockAheadMillis: _, ...facts }, cluster] = await withOpened(
    config,
    async ({ store }) => [await storeFacts(store, config.store), await clusterStatus(store)],
  )
  const where = before
    ? { dataDir: config.store.dataDir, running: before.running, pid: before.pid }
    : {}
  if (json) return printJson({ ...facts, there: true, ...where, cluster })
  const running = before?.running
    ? `running, process ${before.pid}`
    : 'not running before this command'
  print(
    before
      ? `Store:     embedded, in ${config.store.dataDir} (${running})`
      : `Store:     the PostgreSQL of DATABASE_URL, ${facts.database}`,
  )
  print(`Server:    PostgreSQL ${facts.version}`)
  print(`Schema:    ${schemaLine(facts)}`)
  print(`Size:      ${size(facts.bytes)}`)
  print(
    'Used by:   ' +
      `${facts.sessions === 0 ? 'no other session' : `${count(facts.sessions)} other sessions`}`,
  )
  if (cluster) for (const line of clusterLines(cluster)) print(line)
}

function clusterLines({ distributed, tables, undistributed, nodes }: ClusterStatus): string[] {
  const placed =
    `${tables.distributed} tables distributed, ${tables.reference} on every node, ` +
    `${tables.local} on the coordinator`
  const missing = undistributed.length
  return [
    `Cluster:   ${
      !distributed
        ? 'Citus, not distributed'
        : missing === 0
          ? placed
          : `${placed}; ${count(missing)} not yet: pennypost store distribute`
    }`,
    ...nodes.map(({ name, down, facts, shards, isCoordinator, takesShards }) => {
      const role = isCoordinator ? 'coordinator' : takesShards ? 'worker' : 'worker, drained'
      const state =
        down === undefined
          ? `${count(shards)} shards, ${size(facts?.bytes ?? 0)}, ` +
            `Citus ${facts?.citus ?? 'missing'}`
          : `does not answer: ${down.split('\n')[0]}`
      return `Node:      ${name} (${role}): ${state}`
    }),
  ]
}

async function upgrade(context: Context, { json }: Options): Promise<void> {
  const config = context.config()
  const applied = await withOpened(config, ({ store }) =>
    migrate(store, file => context.progress(`applied ${file}`)),
  )
  if (json) context.printJson({ schema: schemaNumber(), applied })
  else
    context.print(
      applied.length === 0
        ? `The schema is up to date (${schemaNumber()}).`
        : `The schema is now ${schemaNumber()}.`,
    )
}
