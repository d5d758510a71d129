/** Hot statements of an account while the coordinator is away, and at a node that goes silent. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createAtNode } from '../../src/db/cluster/at-node.ts'
import { type Db, openStore } from '../../src/db/db.ts'
import { DEADLINES } from '../../src/db/deadlines.ts'
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
const CONNECTIONS = 4

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

  test('find no second dead connection to a node that did not answer on the first', async () => {
    const proxies = new Map<string, StoreProxy>()
    for (const node of await clusterNodes(setup.connection))
      proxies.set(`${node.host}:${node.port}`, await storeProxy(node))
    const lost: unknown[] = []
    const there = createAtNode({
      ...{ connection: setup.connection, connections: CONNECTIONS },
      deadlines: { ...DEADLINES, usual: { server: 2_000, silence: 4_000 } },
      ask: askBehind(proxies),
      onLost: error => void lost.push(error),
    })
    try {
      const asked = () => there.run(HOT, [ACCOUNT])
      await Promise.all(Array.from({ length: CONNECTIONS }, asked))
      for (const proxy of proxies.values()) proxy.blackHole()
      const silent = assert.rejects(asked(), { code: 'ETIMEDOUT' })
      let oldest = 0
      const timer = setInterval(() => {
        oldest = Math.max(oldest, there.oldestSeconds())
      }, 100)
      await silent
      clearInterval(timer)
      assert.ok(oldest > 2)
      for (let n = 0; n < CONNECTIONS; n++)
        assert.deepEqual((await asked())?.rows, [[String(ACCOUNT)]])
      assert.deepEqual(lost, [])
    } finally {
      await there.close()
      for (const proxy of proxies.values()) await proxy.close()
    }
  })
})

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
