/** Distributing a store over the nodes of a real cluster, and what keeps it from that. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { explain } from '../../src/cli/failure.ts'
import { ClusterFailed } from '../../src/db/cluster/failure.ts'
import { drain, type MovedShards, rebalance } from '../../src/db/cluster/moving.ts'
import { distributeChecked, distributionPlan } from '../../src/db/cluster/prepare.ts'
import { clusterStatus } from '../../src/db/cluster/status.ts'
import { migrate, storeNumber } from '../../src/db/migrate.ts'
import { openStore } from '../../src/db/open-store.ts'
import { clusterFindings } from '../../src/start/doctor/store-checks.ts'
import { backedUp, fillWithWeird, restored, sumsOf, withDatabase } from './backup-setup.ts'
import { on, sumsAt, withCluster } from './cluster-setup.ts'

const nothing = () => {}
const OF_CITUS = "where extname = 'citus'"
const RELEASE = `select extversion as "is" from pg_extension ${OF_CITUS}`
const fails = (text: RegExp) => (error: unknown) =>
  error instanceof ClusterFailed && text.test(error.message)

describe('distribute', () => {
  test('puts each table in its place, keeps all rows, and is repeatable', () =>
    withCluster(async ({ store, nodes }) => {
      await fillWithWeird(store)
      const before = await sumsAt(nodes[0]!)
      const { missing, obstacles } = await distributionPlan(store)
      assert.deepEqual(obstacles, [])
      const lines: string[] = []
      const tables = await distributeChecked(store, ({ name, rows }) =>
        lines.push(`${name} ${rows}`),
      )
      assert.equal(tables, missing.length)
      assert.ok(lines.includes('subscribers 14') && lines.indexOf('tenants 1') === 0, lines.join())
      assert.deepEqual(await sumsAt(nodes[0]!), before)
      const status = (await clusterStatus(store))!
      assert.deepEqual([status.undistributed, status.unset, status.obstacles], [[], [], []])
      assert.ok(status.nodes.every(node => node.isCoordinator === (node.shards === 0)))
      // The coordinator keeps no copy.
      const local = await on(nodes[0]!, 'select pg_relation_size($$subscribers$$)::int as bytes')
      assert.deepEqual(local, [{ bytes: 0 }])
      assert.equal(await distributeChecked(store, nothing), 0)
      assert.deepEqual(await sumsAt(nodes[0]!), before)
      const states = async () => (await clusterFindings(store)).map(({ state }) => state)
      assert.deepEqual(await states(), ['ok'])

      // Functions that a split left out.
      const copies = `select oid::regprocedure::text as name from pg_proc
        where proname ~ '^save_subscription_' order by 1`
      const [lost] = await on(nodes[0]!, copies)
      await on(nodes[0]!, `drop function ${lost!.name}`)
      const [warning, ...others] = await clusterFindings(store)
      assert.match(warning!.found.detail, /^1 groups of shards lack our functions/)
      assert.deepEqual([warning!.state, others], ['warn', []])
      assert.equal(await distributeChecked(store, nothing), 0)
      assert.deepEqual(await states(), ['ok'])

      // A node whose extension was dropped and made again.
      await on(nodes[2]!, 'drop extension citus cascade')
      await on(nodes[2]!, 'create extension citus')
      const told = await distributeChecked(store, nothing).then(String, String)
      assert.match(told, /The node \S+ does not know the cluster/)
      for (const [remedy] of told.matchAll(/select \w+_metadata_sync_to_node\([^)]+\)/g))
        await on(nodes[0]!, remedy)
      assert.equal(await distributeChecked(store, nothing), 0)
      assert.deepEqual(await states(), ['ok'])
      assert.deepEqual(await sumsAt(nodes[0]!), before)
    }))

  test('continues after manual changes, and reports wrong ones', () =>
    withCluster(async ({ store, nodes }) => {
      await on(nodes[0]!, "select create_reference_table('accounts')")
      await on(nodes[0]!, "select create_reference_table('moves')")
      await assert.rejects(
        distributeChecked(store, nothing),
        fails(/The table moves is a reference table .*; it must be distributed.*\n?.*undistribute/),
      )
      await on(nodes[0]!, "select undistribute_table('moves')")
      await on(nodes[0]!, "select create_distributed_table('moves', 'account_id')")
      await assert.rejects(
        distributeChecked(store, nothing),
        fails(/The table moves is distributed, but not beside the others/),
      )
      await on(nodes[0]!, "select undistribute_table('moves')")
      await on(
        nodes[0]!,
        "select create_distributed_table('tenants', 'account_id', colocate_with => 'none')",
      )
      await on(
        nodes[0]!,
        "select create_distributed_table('moves', 'account_id', colocate_with => 'tenants')",
      )
      const { missing } = await distributionPlan(store)
      assert.equal(await distributeChecked(store, nothing), missing.length)
      assert.deepEqual((await clusterStatus(store))?.undistributed, [])
    }))

  test('is refused while another process is connected', () =>
    withCluster(async ({ store, nodes }) => {
      const other = new pg.Client({ ...nodes[0]!, application_name: 'pennypost web' })
      await other.connect()
      await assert.rejects(
        distributeChecked(store, nothing),
        fails(/1 other sessions use the database: pennypost web\. Stop all web and worker/),
      )
      await other.end()
    }))

  test('is refused where a node lacks the extension, or our role has another time zone', () =>
    withCluster(async ({ store, nodes }) => {
      const [{ me }] = (await on(nodes[2]!, 'select current_user as me')) as [{ me: string }]
      const ours = `alter role ${me} in database ${nodes[2]!.database}`
      await on(nodes[2]!, `${ours} set timezone = 'Asia/Tokyo'`)
      await assert.rejects(
        distributeChecked(store, nothing),
        fails(/gives our role TimeZone=Asia\/Tokyo.*\n?.*reset timezone/),
      )
      await on(nodes[2]!, `${ours} reset timezone`)
      await on(nodes[2]!, 'drop extension citus cascade')
      await assert.rejects(
        distributeChecked(store, nothing),
        fails(/The node \S+ does not have the extension citus.*create extension citus/),
      )
    }))

  test('is refused where a release of Citus was not brought to a database', () =>
    withCluster(async ({ store, nodes }) => {
      const [{ is }] = (await on(nodes[0]!, RELEASE)) as [{ is: string }]
      const has = (node: number, release: string) =>
        on(nodes[node]!, `update pg_extension set extversion = '${release}' ${OF_CITUS}`)
      await has(2, '13.1-1')
      await assert.rejects(
        distributeChecked(store, nothing),
        fails(/The node \S+ has Citus 13\.1-1; 13\.2 or later is wanted.*citus update/),
      )
      await has(2, is)
      assert.ok((await distributeChecked(store, nothing)) > 100)
      await has(0, '12.1-1')
      const fresh = openStore({ connection: nodes[0]!, connections: 1 })
      await assert.rejects(fresh.withClient(storeNumber), error =>
        /another release of Citus .*alter extension citus update$/.test(explain(error)),
      )
      await fresh.close()
    }))

  test('is whole or not at all when a node breaks off', () =>
    withCluster(async ({ store, nodes }) => {
      await fillWithWeird(store)
      const before = await sumsAt(nodes[0]!)
      const kill = () =>
        on(
          nodes[1]!,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()
             and backend_type = 'client backend'`,
        )
      let killed: Promise<unknown> | undefined
      await assert.rejects(
        distributeChecked(store, ({ name }) => {
          if (name === 'sendings') killed = kill()
        }),
        fails(/^It stopped: .*run this again/s),
      )
      await killed
      assert.equal((await clusterStatus(store))?.distributed, false)
      assert.deepEqual(await sumsAt(nodes[0]!), before)
      assert.ok((await distributeChecked(store, nothing)) > 100)
      assert.deepEqual(await sumsAt(nodes[0]!), before)
    }))
})

test('a restore distributes what it makes', () =>
  withDatabase(async from => {
    await migrate(from)
    await fillWithWeird(from)
    const file = await backedUp(from)
    await withCluster(async ({ store, nodes }) => {
      await distributeChecked(store, nothing)
      await restored(store, file)
      assert.deepEqual(await sumsAt(nodes[0]!), await sumsOf(from))
      assert.deepEqual((await clusterStatus(store))?.undistributed, [])
    })
  }))

test('a node is drained and used again, and no row is lost', () =>
  withCluster(async ({ store, nodes, address }) => {
    await fillWithWeird(store)
    await distributeChecked(store, nothing)
    const before = await sumsAt(nodes[0]!)
    const shardsOf = async () => (await clusterStatus(store))!.nodes.map(({ shards }) => shards)
    const told: MovedShards[] = []
    const even = await shardsOf()
    assert.equal(await drain(store, address(2), moved => told.push(moved)), true)
    assert.deepEqual(await shardsOf(), [0, even[1]! + even[2]!, 0])
    assert.equal(told.at(-1)?.done, even[2])
    assert.equal(await rebalance(store, nothing), false)
    await on(
      nodes[0]!,
      `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true)
       from pg_dist_node where nodeport = ${nodes[2]!.port}`,
    )
    assert.equal(await rebalance(store, nothing), true)
    const shared = await shardsOf()
    assert.equal(shared[1]! + shared[2]!, even[1]! + even[2]!)
    // By size, until they differ by less than a tenth.
    assert.ok(Math.abs(shared[1]! - shared[2]!) <= 4, `${shared}`)
    assert.deepEqual(await sumsAt(nodes[0]!), before)
    await assert.rejects(drain(store, '127.0.0.1:1', nothing), fails(/has no node 127.0.0.1:1/))
    await on(nodes[1]!, `update pg_extension set extversion = '13.1-1' ${OF_CITUS}`)
    await assert.rejects(drain(store, address(2), nothing), fails(/has Citus 13.1-1; .*update$/))
    assert.deepEqual(await shardsOf(), shared)
    await assert.rejects(drain(store, 'a b', nothing), fails(/not an address: HOST:PORT/))
  }))
