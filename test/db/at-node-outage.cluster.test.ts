/** Hot statements of an account while the coordinator is away, and at a node that goes silent. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { isNodeDown } from '../../src/db/again.ts'
import { createAtNode } from '../../src/db/at-node/at-node.ts'
import type { Db } from '../../src/db/db.ts'
import { DEADLINES } from '../../src/db/deadlines.ts'
import { openStore } from '../../src/db/open-store.ts'
import { send } from '../../src/db/send.ts'
import type { Statement } from '../../src/db/statement.ts'
import { storeRetries } from '../../src/lib/telemetry.ts'
import { clusterNodes } from '../support/cluster.ts'
import { temporaryStore } from '../support/database.ts'
import { type StoreProxy, storeProxy } from '../support/store-proxy.ts'
import { until } from '../support/until.ts'

const ACCOUNT = 1
const HOT: Statement = {
  name: 'hot',
  text: 'select $1::bigint',
  again: true,
  accountAt: 0,
  node: true,
}
/** Says, as the node of shards that were moved does, that they are elsewhere. */
const MOVED: Statement = {
  ...HOT,
  name: 'moved',
  text:
    'select hold_shard(p.shardid), $1::bigint from pg_dist_placement p ' +
    'where groupid <> (select groupid from pg_dist_local_group) limit 1',
}
/** A row of each shard. */
const SHARDS: Statement = {
  name: 'shards',
  text: 'select count(*) from tenants',
  again: true,
  perShard: true,
}
const CONNECTIONS = 4
/** For preparing a connection, on a machine that is busy with other tests. */
const PATIENCE_MILLIS = 5_000

let setup: Awaited<ReturnType<typeof temporaryStore>>

describe('hot statements', () => {
  before(async () => {
    setup = await temporaryStore()
  })
  after(() => setup.drop())

  test('are retried as often as others while their node is unknown', async () => {
    const proxy = await storeProxy(setup.connection)
    const store = openStore({ connection: proxy.connection })
    let retries = 0
    storeRetries.subscribe(() => void retries++)
    const retriesOf = async (statement: Statement) => {
      retries = 0
      await assert.rejects(store.run(statement, [ACCOUNT]))
      return retries
    }
    try {
      proxy.away(true)
      const { node: _, ...usual } = HOT
      assert.equal(await retriesOf(HOT), await retriesOf(usual))
      proxy.away(false)
      assert.deepEqual((await store.run(HOT, [ACCOUNT])).rows, [[String(ACCOUNT)]])
    } finally {
      await store.close()
      await proxy.close()
    }
  })

  for (const kind of ['away', 'silent'] as const)
    test(`go on at their node, newly connected too, while the coordinator is ${kind}`, async () => {
      const proxy = await storeProxy(setup.connection)
      const coordinator = openStore({ connection: proxy.connection })
      const there = createAtNode({
        connection: setup.connection,
        connections: CONNECTIONS,
        deadlines: DEADLINES,
        patienceMillis: PATIENCE_MILLIS,
        ask: (statement, values) =>
          coordinator.withClient(client => send(client, statement, values)),
        onLost: assert.ifError,
      })
      const asked = async () => (await there.run(HOT, [ACCOUNT]))?.rows
      try {
        assert.deepEqual(await asked(), [[String(ACCOUNT)]])
        if (kind === 'away') proxy.away(true)
        else {
          proxy.blackHole()
          proxy.silent(true)
        }
        assert.equal(await there.run(MOVED, [ACCOUNT]), undefined)
        for (let turn = 0; turn < 2; turn++)
          assert.deepEqual(
            await Promise.all(Array.from({ length: CONNECTIONS }, asked)),
            Array.from({ length: CONNECTIONS }, () => [[String(ACCOUNT)]]),
          )
      } finally {
        await proxy.close()
        await there.close()
        await coordinator.close()
      }
    })

  test('are left to the coordinator where a node goes silent once connected', async () => {
    const proxies = await nodeProxies()
    const lost: unknown[] = []
    const there = createAtNode({
      connection: setup.connection,
      connections: CONNECTIONS,
      deadlines: DEADLINES,
      ask: askBehind(proxies),
      onLost: error => void lost.push(error),
    })
    try {
      for (const proxy of proxies.values()) proxy.silent(true)
      assert.equal(await there.run(HOT, [ACCOUNT]), undefined)
      assert.match(String(lost[0]), /the node \S+ does not answer/)
    } finally {
      await there.close()
      for (const proxy of proxies.values()) await proxy.close()
    }
  })

  test('find no second dead connection to a node that did not answer on the first', async () => {
    const proxies = await nodeProxies()
    const lost: unknown[] = []
    const there = createAtNode({
      connection: setup.connection,
      connections: CONNECTIONS,
      deadlines: { ...DEADLINES, usual: { server: 2_000, silence: 7_000 } },
      patienceMillis: PATIENCE_MILLIS,
      ask: askBehind(proxies),
      onLost: error => void lost.push(error),
    })
    try {
      const asked = () => there.run(HOT, [ACCOUNT])
      await Promise.all(Array.from({ length: CONNECTIONS }, asked))
      for (const proxy of proxies.values()) proxy.blackHole()
      const silent = assert.rejects(asked(), { code: 'ETIMEDOUT' })
      let oldest = 0
      const told = new Set<string>()
      const timer = setInterval(() => {
        oldest = Math.max(oldest, there.oldestSeconds())
        for (const name of there.silent()) told.add(name)
      }, 100)
      await silent
      clearInterval(timer)
      assert.ok(oldest > 2)
      const places = [...proxies.values()].map(({ connection: at }) => `${at.host}:${at.port}`)
      assert.equal(told.size, 1)
      assert.ok(places.includes([...told][0]!))
      for (let n = 0; n < CONNECTIONS; n++)
        assert.deepEqual((await asked())?.rows, [[String(ACCOUNT)]])
      assert.deepEqual([lost, there.silent()], [[], []])
    } finally {
      await there.close()
      for (const proxy of proxies.values()) await proxy.close()
    }
  })

  test('are refused at a node that lost its power, and go on at the others', async () => {
    const proxies = await nodeProxies()
    const [dead, other] = await accountsOfNodes()
    const isDead: { yet: boolean; takenFrom?: StoreProxy } = { yet: false }
    const there = createAtNode({
      connection: setup.connection,
      connections: CONNECTIONS,
      deadlines: DEADLINES,
      patienceMillis: PATIENCE_MILLIS,
      ask: async (statement, values) =>
        statement.name === 'shards.reached'
          ? { rows: [[null, isDead.yet ? 'f' : 't']], count: 1 }
          : await askBehind(proxies, isDead.takenFrom)(statement, values),
      onLost: assert.ifError,
    })
    const coordinator = new pg.Client(setup.connection)
    coordinator.on('error', () => {})
    await coordinator.connect()
    try {
      for (const { id } of [dead!, other!])
        assert.deepEqual((await there.run(HOT, [id]))?.rows, [[String(id)]])
      const asked = (await there.runPerShard(SHARDS))!.count
      const proxy = proxies.get(dead!.node)!
      const name = `${proxy.connection.host}:${proxy.connection.port}`
      there.noteWaiting(coordinator, dead!.id)
      const waits = assert.rejects(coordinator.query('select pg_sleep(600)'), /terminated/)
      isDead.yet = true
      proxy.blackHole()
      proxy.silent(true)
      await Promise.all([assert.rejects(there.run(HOT, [dead!.id]), /terminated/), waits])
      assert.deepEqual([there.silent().length > 0, there.silent()], [true, [name]])
      await assert.rejects(there.run(HOT, [dead!.id]), isNodeDown)
      await assert.rejects(
        there.transact(dead!.id, tx => tx.run(HOT, [dead!.id])),
        isNodeDown,
      )
      await assert.rejects(there.refuseDown(dead!.id), isNodeDown)
      assert.throws(() => there.noteWaiting(coordinator, dead!.id), isNodeDown)
      await there.refuseDown(other!.id)
      assert.deepEqual((await there.run(HOT, [other!.id]))?.rows, [[String(other!.id)]])
      const answered = (await there.runPerShard(SHARDS))!.count
      assert.ok(answered > 0 && answered < asked, `${answered} of ${asked}`)
      proxy.silent(false)
      await until(() => !(there.silent().length > 0))
      assert.deepEqual((await there.run(HOT, [dead!.id]))?.rows, [[String(dead!.id)]])
      // Once its shards are elsewhere, nobody waits for it.
      proxy.blackHole()
      proxy.silent(true)
      await until(() => there.silent().length > 0)
      isDead.takenFrom = proxy
      await until(async () => {
        await there.refuseDown(other!.id)
        return !(there.silent().length > 0)
      })
      assert.deepEqual(there.silent(), [])
    } finally {
      await coordinator.end()
      await there.close()
      for (const proxy of proxies.values()) await proxy.close()
    }
  })
})

/** An account of each node, and where that is. */
async function accountsOfNodes(): Promise<{ id: number; node: string }[]> {
  const { rows } = await setup.store.withClient(client =>
    client.query(`select min(a) as id, nodename || ':' || nodeport as node
      from generate_series(1, 100) a join pg_dist_placement p
        on p.shardid = get_shard_id_for_distribution_column('tenants', a::bigint)
      join pg_dist_node n using (groupid) group by 2`),
  )
  return rows
}

async function nodeProxies(): Promise<Map<string, StoreProxy>> {
  const proxies = new Map<string, StoreProxy>()
  for (const node of await clusterNodes(setup.connection))
    proxies.set(`${node.host}:${node.port}`, await storeProxy(node))
  return proxies
}

/** The coordinator, but for where the nodes are: behind the proxies, and one has no shards. */
function askBehind(proxies: Map<string, StoreProxy>, without?: StoreProxy): Db['run'] {
  const behind = (port: unknown) =>
    [...proxies].find(([, { connection }]) => connection.port === Number(port))![0]
  return async (statement, values) => {
    if (statement.name === 'shards.isNode') {
      const address = behind(values[1])
      const colon = address.lastIndexOf(':')
      const place = [address.slice(0, colon), address.slice(colon + 1)]
      return await setup.store.run(statement, [...place, ...values.slice(2)])
    }
    const answer = await setup.store.run(statement, values)
    if (statement.name !== 'shards.places') return answer
    const rows = answer.rows.flatMap(([id, place, host, port]) => {
      const proxy = proxies.get(`${host}:${port}`)!
      const { connection } = proxy
      return proxy === without ? [] : [[id!, place!, connection.host!, String(connection.port)]]
    })
    return { ...answer, rows }
  }
}
