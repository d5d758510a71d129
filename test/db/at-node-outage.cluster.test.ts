/** Hot statements of an account while the coordinator is away, and at a node that goes silent. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createAtNode } from '../../src/db/cluster/at-node.ts'
import { type Db, openStore } from '../../src/db/db.ts'
import { DEADLINES } from '../../src/db/deadlines.ts'
import { send } from '../../src/db/send.ts'
import type { Statement } from '../../src/db/statement.ts'
import { storeRetries } from '../../src/lib/telemetry.ts'
import { clusterNodes } from '../support/cluster.ts'
import { temporaryStore } from '../support/database.ts'
import { type StoreProxy, storeProxy } from '../support/store-proxy.ts'

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
  ...{ ...HOT, name: 'moved' },
  text:
    'select hold_shard(p.shardid), $1::bigint from pg_dist_placement p ' +
    'where groupid <> (select groupid from pg_dist_local_group) limit 1',
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

  test('are retried as often as others while nobody tells where they go', async () => {
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
        ...{ connection: setup.connection, connections: CONNECTIONS, deadlines: DEADLINES },
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
      ...{ connection: setup.connection, connections: CONNECTIONS, deadlines: DEADLINES },
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
      ...{ connection: setup.connection, connections: CONNECTIONS },
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
})

async function nodeProxies(): Promise<Map<string, StoreProxy>> {
  const proxies = new Map<string, StoreProxy>()
  for (const node of await clusterNodes(setup.connection))
    proxies.set(`${node.host}:${node.port}`, await storeProxy(node))
  return proxies
}

/** The coordinator, but for where the nodes are: behind the proxies. */
function askBehind(proxies: Map<string, StoreProxy>): Db['run'] {
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
    const rows = answer.rows.map(([id, place, host, port]) => {
      const { connection } = proxies.get(`${host}:${port}`)!
      return [id!, place!, connection.host!, String(connection.port)]
    })
    return { ...answer, rows }
  }
}
