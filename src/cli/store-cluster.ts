/** `pennypost store distribute|add-node|rebalance|drain`: a store on several servers (Citus). */
import type { Command } from 'commander'
import type { DistributedTable } from '../db/cluster/distribute.ts'
import { addNode, drain, type MovedShards, rebalance } from '../db/cluster/moving.ts'
import { distributeChecked, distributionPlan } from '../db/cluster/prepare.ts'
import { placesOf } from '../db/store-url.ts'
import type { Config } from '../settings/config.ts'
import { CommandFailed, type Context, withOpened, withStore } from './context.ts'
import { rowCount } from './long-work.ts'

interface Options {
  json?: boolean
  dryRun?: boolean
  coordinator?: string
}

export function register(store: Command, context: Context): void {
  store
    .command('distribute')
    .option('--dry-run', 'only check, and show what would be done')
    .option('--json', 'as JSON, for programs')
    .description(
      'Put the tables on the nodes of a cluster (Citus), by account. Stop all processes first.',
    )
    .addHelpText(
      'after',
      `
DATABASE_URL leads to the coordinator; docs/scaling.md has each step. All tables are distributed
in one transaction, or none. Run it again after a failure: it does what is not done.

Examples:
  $ pennypost store distribute --dry-run
  $ pennypost store distribute`,
    )
    .action((options: Options) => distribute(context, options))

  store
    .command('add-node')
    .argument('<host:port>', 'the address of the worker, as the coordinator calls it')
    .option('--coordinator <host:port>', 'the address of the coordinator, as workers call it')
    .option('--json', 'as JSON, for programs')
    .description('Add a server to the cluster. It gets shards by: store rebalance')
    .addHelpText('after', '\nExample:\n  $ pennypost store add-node 10.0.0.2:5432')
    .action((address: string, options: Options) => add(context, address, options))

  store
    .command('rebalance')
    .option('--json', 'as JSON, for programs')
    .description('Spread the shards evenly over the nodes, while the service runs.')
    .addHelpText('after', '\nExample:\n  $ pennypost store rebalance')
    .action((options: Options) => move(context, options))

  store
    .command('drain')
    .argument('<host:port>', 'the node, as `store status` shows it')
    .option('--json', 'as JSON, for programs')
    .description('Move all shards from a node to the others, while the service runs.')
    .addHelpText('after', '\nExample:\n  $ pennypost store drain 10.0.0.2:5432')
    .action((address: string, options: Options) => move(context, options, address))
}

/** Embedded stores have no extension. */
function onServer(context: Context): Config {
  const config = context.config()
  if (config.store.databaseUrl === undefined)
    throw new CommandFailed(
      'The embedded store lies on one machine. Make a cluster (docs/scaling.md), then move ' +
        'there: pennypost backup FILE, and with DATABASE_URL of its coordinator: pennypost ' +
        'store upgrade, store distribute, restore FILE',
    )
  return config
}

async function distribute(context: Context, { json, dryRun }: Options): Promise<void> {
  const config = onServer(context)
  if (dryRun) {
    const plan = await withOpened(config, ({ store }) => distributionPlan(store))
    if (json) context.printJson(plan)
    else printPlan(context, plan)
    if (plan.obstacles.length > 0) process.exitCode = 1
    return
  }
  const done: DistributedTable[] = []
  const tables = await withStore(config, store =>
    distributeChecked(store, table => {
      done.push(table)
      if (!json) context.print(lineOf(table))
    }),
  )
  if (json) context.printJson({ tables: done })
  else
    context.print(
      tables === 0 ? 'All tables were distributed already.' : `${tables} tables are distributed.`,
    )
}

function printPlan(
  { print }: Context,
  { obstacles, missing, upgrades }: Awaited<ReturnType<typeof distributionPlan>>,
): void {
  for (const { says, todo } of obstacles) {
    print(says)
    print(`  -> ${todo}`)
  }
  for (const { name, place } of missing) print(`${name}: ${place}`)
  if (obstacles.length > 0) print('Nothing can be distributed yet.')
  else if (upgrades)
    print('The schema is brought up to date first, then its tables are distributed.')
  else if (missing.length === 0) print('All tables are distributed already.')
  else print(`${missing.length} tables would be distributed. Nothing was changed.`)
}

const lineOf = ({ name, place, rows, seconds }: DistributedTable): string =>
  `${name}: ${place}, ${rowCount(rows)}, ${seconds.toFixed(1)} s`

async function add(
  context: Context,
  address: string,
  { coordinator, json }: Options,
): Promise<void> {
  const config = onServer(context)
  await withOpened(config, ({ store, connection }) =>
    addNode(store, address, coordinator ?? placesOf(connection).split(', ')[0]!),
  )
  if (json) context.printJson({ added: address })
  else context.print(`${address} is a node of the cluster now.`)
}

async function move(context: Context, { json }: Options, from?: string): Promise<void> {
  const config = onServer(context)
  const show = ({ done, of, says }: MovedShards) =>
    context.progress(`${done} of ${of} moves done${says === '' ? '' : `: ${says}`}`)
  const moved = await withOpened(config, ({ store }) =>
    from === undefined ? rebalance(store, show) : drain(store, from, show),
  )
  if (json) return context.printJson({ moved })
  if (from !== undefined) return context.print(`${from} has no shards any more, and takes none.`)
  context.print(moved ? 'The shards are spread evenly.' : 'The shards are spread evenly already.')
}
