/** Reads from a standby: never older than the call, and from the primary where it can't be. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Store } from '../../src/db/db.ts'
import { openStore } from '../../src/db/open-store.ts'
import { countMatching } from '../../src/domain/filters/matching.ts'
import { type ReplicaRead, replicaReads } from '../../src/lib/telemetry.ts'
import { standby } from '../../src/start/doctor/standby.ts'
import {
  type DebianPostgres,
  noDebianPostgres,
  startDebianPostgres,
} from '../support/debian-postgres.ts'
import { primaryAndStandby } from '../support/primary-and-standby.ts'
import { storeProxy } from '../support/store-proxy.ts'

if (noDebianPostgres) assert.notEqual(process.env.REQUIRE_ALL, '1', noDebianPostgres)

describe('a standby as DATABASE_REPLICA_URL', { skip: noDebianPostgres }, () => {
  const pair = primaryAndStandby()
  let by: ReplicaRead['by'] | undefined
  before(() =>
    replicaReads.subscribe(read => {
      by = read.by
    }),
  )

  /** Counts an account's subscribers: what a standby may answer. */
  async function counted(store: Store) {
    by = undefined
    const { matching } = await countMatching(store, pair.accountId, [])
    return { matching, by }
  }

  const openWith = (replica: DebianPostgres['connection']) => {
    const reasons: string[] = []
    const store = openStore({
      connection: pair.primary.connection,
      connections: 4,
      replica: {
        connection: replica,
        onUnusable: reason => void reasons.push((reason as Error).message),
      },
    })
    return { store, reasons }
  }

  /** The standby is asked again some seconds after it was left. */
  async function untilRead(store: Store, from: ReplicaRead['by']): Promise<void> {
    while ((await counted(store)).by !== from) await pause(100)
  }

  test('it answers, and reads all earlier writes, also of other processes', async () => {
    const { store } = openWith(pair.standby.connection)
    const other = openStore({ connection: pair.primary.connection, connections: 2 })
    try {
      await untilRead(store, 'standby')
      const { matching } = await counted(store)
      let fromStandby = 0
      for (let n = 1; n <= 60; n++) {
        await pair.insert(n % 2 ? store : other, `seen${n}@example.test`)
        const found = await counted(store)
        assert.equal(found.matching, matching + n)
        if (found.by === 'standby') fromStandby++
      }
      assert.ok(fromStandby > 0)
    } finally {
      await store.close()
      await other.close()
    }
  })

  test('while it is behind the primary answers, and then it does again', async () => {
    const { store, reasons } = openWith(pair.standby.connection)
    const client = new pg.Client(pair.standby.connection)
    await client.connect()
    try {
      await untilRead(store, 'standby')
      const { matching } = await counted(store)
      await client.query('select pg_wal_replay_pause()')
      await pair.insert(store, 'behind@example.test')
      const found = await counted(store)
      assert.equal(found.matching, matching + 1)
      assert.equal(found.by, 'primary')
      assert.deepEqual(reasons, ['the standby is behind, or follows another server'])
      await client.query('select pg_wal_replay_resume()')
      await untilRead(store, 'standby')
      assert.equal((await counted(store)).matching, matching + 1)
    } finally {
      await client.query('select pg_wal_replay_resume()')
      await client.end()
      await store.close()
    }
  })

  test('a server that is no standby of the primary is never read, and doctor says so', async () => {
    const stranger = await startDebianPostgres()
    const strangers = await stranger.standby()
    const store = openStore({ connection: pair.primary.connection, connections: 1 })
    const told = async ({ connection }: DebianPostgres) => {
      const { user, host, port, database } = connection
      const {
        state,
        found: { detail: says },
      } = await standby(store, `postgres://${user}@${host}:${port}/${database}`)
      return `${state}: ${says}`
    }
    try {
      assert.match(await told(pair.standby), /^ok: It follows, \S+ \S+ of the log behind\.$/)
      assert.match(await told(pair.primary), /^bad: It follows nobody/)
      assert.match(await told(strangers), /^bad: It is a copy of another server/)
      for (const one of [pair.primary, strangers]) {
        const { store, reasons } = openWith(one.connection)
        const found = await counted(store)
        await store.close()
        assert.equal(found.by, 'primary')
        assert.ok(found.matching > 0)
        assert.deepEqual(reasons, ['the standby is behind, or follows another server'])
      }
      await strangers.stop()
      assert.match(await told(strangers), /^warn: It does not answer: .*ECONNREFUSED/)
    } finally {
      await store.close()
      await strangers.stop()
      await stranger.stop()
    }
  })

  test('one that is away, or silent, costs a read no more than some seconds', async () => {
    const proxy = await storeProxy(pair.standby.connection)
    const { store, reasons } = openWith(proxy.connection as unknown as DebianPostgres['connection'])
    try {
      await untilRead(store, 'standby')
      proxy.arm('to the store', 0)
      const cut = await counted(store)
      assert.deepEqual([proxy.cut(), cut.by], [true, 'primary'])
      await untilRead(store, 'standby')
      proxy.away(true)
      const found = await counted(store)
      assert.equal(found.by, 'primary')
      assert.ok(found.matching > 0)
      assert.equal(reasons.length, 2)
      proxy.away(false)
      await untilRead(store, 'standby')
      proxy.blackHole()
      assert.equal((await counted(store)).by, 'primary')
      assert.equal(reasons[2], 'the standby does not answer')
      await untilRead(store, 'standby')
    } finally {
      await store.close()
      await proxy.close()
    }
  })
})
