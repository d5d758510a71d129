/** When a node of a cluster is found down: by its answers, and what its coordinator says. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { createAttempts } from '../../src/db/at-node/attempts.ts'
import {
  type Heartbeat,
  type HeartbeatOptions,
  startHeartbeat,
} from '../../src/db/at-node/heartbeat.ts'
import { testServer } from '../support/database.ts'
import { type StoreProxy, storeProxy } from '../support/store-proxy.ts'
import { until } from '../support/until.ts'

let server: Awaited<ReturnType<typeof testServer>>
before(async () => {
  server = await testServer()
})
after(() => server.release())

const NAME = 'heartbeat test'

/** Sessions of that name that have been asked something. */
async function sessions(): Promise<number> {
  const client = new pg.Client(server.connection)
  await client.connect()
  const { rows } = await client.query(
    "select count(*)::int from pg_stat_activity where application_name = $1 and query <> ''",
    [NAME],
  )
  await client.end()
  return rows[0].count
}

interface Node {
  proxy: StoreProxy
  heartbeat: Heartbeat
  /** How often the coordinator was asked, and the heartbeat found the node down. */
  counts: { asked: number; down: number }
  /** The answer of the coordinator. */
  says: { reached: boolean | 'nothing' }
}

async function withNode(
  work: (node: Node) => Promise<void>,
  timeOuts: HeartbeatOptions['timeOuts'] = {},
): Promise<void> {
  const proxy = await storeProxy(server.connection)
  const counts = { asked: 0, down: 0 }
  const says: Node['says'] = { reached: false }
  const heartbeat = startHeartbeat({
    connection: { ...proxy.connection, application_name: NAME },
    attempts: createAttempts(),
    isReached: async () => {
      counts.asked++
      if (says.reached === 'nothing') throw new Error('the coordinator does not answer')
      return says.reached
    },
    onDown: () => void counts.down++,
    timeOuts,
  })
  await work({ proxy, heartbeat, counts, says }).finally(async () => {
    await heartbeat.stop()
    await proxy.close()
  })
}

/** As a host without power. */
function powerOff(proxy: StoreProxy): void {
  proxy.blackHole()
  proxy.silent(true)
}

const beats = async (counts: Node['counts'], more: number) => {
  const from = counts.asked
  await until(() => counts.asked >= from + more)
}

describe('a node without power', { concurrency: true }, () => {
  test('that neither we nor the coordinator reach is down, until it answers', () =>
    withNode(async ({ proxy, heartbeat, counts }) => {
      powerOff(proxy)
      await until(() => heartbeat.isDown())
      await until(() => counts.down > 1)
      proxy.silent(false)
      await until(() => !heartbeat.isDown())
    }))

  test('that the coordinator reaches is not down', () =>
    withNode(async ({ proxy, heartbeat, counts, says }) => {
      says.reached = true
      powerOff(proxy)
      await beats(counts, 2)
      assert.deepEqual([heartbeat.isDown(), counts.down], [false, 0])
      says.reached = false
      await until(() => heartbeat.isDown())
      says.reached = true
      await until(() => !heartbeat.isDown())
    }))

  test('stays as it was while the coordinator says nothing', () =>
    withNode(async ({ proxy, heartbeat, counts, says }) => {
      says.reached = 'nothing'
      powerOff(proxy)
      await beats(counts, 2)
      assert.equal(heartbeat.isDown(), false)
      says.reached = false
      await until(() => heartbeat.isDown())
      says.reached = 'nothing'
      await beats(counts, 2)
      assert.equal(heartbeat.isDown(), true)
    }))
})

test('one dead connection to a node that takes new ones is replaced', () =>
  withNode(
    async ({ proxy, heartbeat, counts }) => {
      await until(sessions)
      proxy.blackHole()
      await until(() => counts.asked > 0)
      await until(sessions)
      assert.deepEqual([heartbeat.isDown(), counts.down], [false, 0])
    },
    // A new one may take long on a busy machine.
    { connect: 60_000 },
  ))
