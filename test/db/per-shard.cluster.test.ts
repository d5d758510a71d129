/** A query over all shards asks the nodes, past the coordinator, and notices moved shards. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAtNode } from '../../src/db/at-node/at-node.ts'
import type { Db, Store } from '../../src/db/db.ts'
import { DEADLINES } from '../../src/db/deadlines.ts'
import { dueKinds } from '../../src/domain/work/due.sql.ts'
import { WORK } from '../../src/domain/work/work-kinds.ts'
import { temporaryStore } from '../support/database.ts'
import { until } from '../support/until.ts'

let store: Store
let there: ReturnType<typeof createAtNode>
let close: () => Promise<void>
before(async () => {
  const { connection, drop, ...made } = await temporaryStore()
  store = made.store
  there = createAtNode({
    connection,
    connections: 2,
    deadlines: DEADLINES,
    patienceMillis: 10_000,
    ask: store.run,
    onLost: assert.ifError,
  })
  close = async () => {
    await there.close()
    await drop()
  }
})
after(() => close())

const ask = async (text: string) =>
  (await store.withClient(client => client.query({ text, rowMode: 'array' }))).rows

/** The answers of the nodes; throws if the coordinator has to be asked. */
async function due(): Promise<string[]> {
  const run: Db['run'] = async statement => {
    const answer = await there.runPerShard(statement)
    assert.ok(answer, 'left to the coordinator')
    return answer
  }
  const db: Db = { run, transact: () => assert.fail('a transaction') }
  return [...new Set((await dueKinds(db, {})).map(({ kind }) => kind))].toSorted()
}

const mark = (accountId: number, kind: string) =>
  ask(`insert into work (account_id, kind, source_id, due) values (${accountId}, '${kind}', 1,
    now())`)

const SHARD = "get_shard_id_for_distribution_column('tenants', a::bigint)"

/** An account of each node. */
const accountsOfNodes = async (): Promise<number[]> =>
  (
    await ask(`select min(a) from generate_series(1, 100) a
      join pg_dist_placement p on p.shardid = ${SHARD} group by p.groupid`)
  ).map(([account]) => account)

test('due work of each node is found there', async () => {
  const [one, other] = await accountsOfNodes()
  assert.deepEqual(await due(), [])
  await mark(one!, WORK.import)
  assert.deepEqual(await due(), [WORK.import])
  await mark(other!, WORK.judge)
  assert.deepEqual(await due(), [WORK.import, WORK.judge])
  assert.deepEqual(
    new Set((await dueKinds(store, {})).map(({ kind }) => kind)),
    new Set([WORK.import, WORK.judge]),
  )
})

test('shards that moved are found where they are, once they are gone where they were', async () => {
  const [one] = await accountsOfNodes()
  await due()
  await ask(`select citus_move_shard_placement(p.shardid, n.nodename, n.nodeport, o.nodename,
      o.nodeport, 'block_writes')
    from (select ${one} as a) a, pg_dist_placement p join pg_dist_node n using (groupid),
      pg_dist_node o
    where p.shardid = ${SHARD} and o.groupid not in (0, p.groupid)`)
  await store.withClient(client => client.query('call citus_cleanup_orphaned_resources()'))
  // The look that misses them has the places read again.
  await until(async () => (await due().catch(() => [])).length === 2)
  assert.deepEqual(await due(), [WORK.import, WORK.judge])
})
