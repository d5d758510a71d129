/**
 * Opens and clicks while the store is away, or takes no writes: kept, so many at most, and each
 * written once afterwards.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../src/db/db.ts'
import { openStore } from '../../src/db/open-store.ts'
import { foldHits } from '../../src/domain/tracking/fold-hits.ts'
import type { Hit } from '../../src/domain/tracking/hit.ts'
import { takeHitId } from '../../src/domain/tracking/record-hit.ts'
import { createHitBuffer, type HitBuffer } from '../../src/recipient/hit-buffer.ts'
import { isCluster } from '../support/cluster.ts'
import { administer, temporaryStore } from '../support/database.ts'
import { type StoreProxy, storeProxy } from '../support/store-proxy.ts'

const ACCOUNT = 1
/** No process has ids for its hits. */
const OTHER_ACCOUNT = 2
const START = Date.UTC(2026, 10, 21, 12)

let setup: Awaited<ReturnType<typeof temporaryStore>>
let proxy: StoreProxy
let store: Store
let buffer: HitBuffer
let reported: Error[]
/** An email for each test. */
let sourceId = 0
let added = 0

const skip = (await isCluster()) && 'hits go to the nodes of a cluster, past the proxy'

// In a suite: a hook of the root would run for the tests of all files of its process.
describe('hits in an outage', { skip }, () => {
  before(async () => {
    setup = await temporaryStore()
    await setup.store.run(
      { name: '', text: `insert into tenants (account_id) values (${ACCOUNT})`, again: true },
      [],
    )
    proxy = await storeProxy(setup.connection)
  })
  after(async () => {
    await proxy.close()
    await setup.drop()
  })
  beforeEach(() => {
    sourceId++
    added = 0
    reported = []
    store = openStore({ connection: proxy.connection })
  })

  const buffered = (most?: number): HitBuffer =>
    createHitBuffer(store, {
      report: error => void reported.push(error as Error),
      ...(most && { most }),
    })

  /** Each has a moment of its own, by which it is known. */
  function add(id: number, accountId = ACCOUNT): Promise<void> | undefined {
    const hit: Omit<Hit, 'at'> = {
      accountId,
      source: 'sending',
      sourceId,
      deliveryId: 1,
      kind: 'view',
      link: 0,
      id,
      verdict: 'person',
      reason: 'browser',
      agent: 'Firefox, Windows',
      network: '',
    }
    return buffer.add({ ...hit, at: START + added++ })
  }

  /** How often each of them is in the store, and under how many ids. */
  async function stored(): Promise<{ moments: number; rows: number; ids: number }> {
    await foldHits(setup.store, ACCOUNT)
    const text =
      'select count(distinct at), count(*), count(distinct id) from hits where account_id = $1 ' +
      'and source_id = $2::bigint'
    const { rows } = await setup.store.run({ name: '', text, again: true }, [ACCOUNT, sourceId])
    const [moments, all, ids] = rows[0]!.map(Number) as [number, number, number]
    return { moments, rows: all, ids }
  }

  const everyone = (count: number) => ({ moments: count, rows: count, ids: count })

  async function written(): Promise<void> {
    while (buffer.waiting() > 0) await pause(20)
  }

  describe('opens and clicks', () => {
    test('of an outage longer than the store is waited for are written after it, each once', async () => {
      buffer = buffered()
      const id = () => takeHitId(store, ACCOUNT)
      for (let n = 0; n < 20; n++) await add(await id())
      proxy.away(true)
      const first = Array.from({ length: 20 }, async () => add(await id()))
      while (!buffer.away()) await pause(20)
      await Promise.all(first)
      // From now on nobody waits, and who has no id needs none.
      for (let n = 0; n < 2000; n++) assert.equal(add(n % 2 === 0 ? 0 : await id()), undefined)
      assert.equal(buffer.waiting(), 2020)
      proxy.away(false)
      await written()
      assert.deepEqual(await stored(), everyone(2040))
      assert.equal(buffer.lost(), 0)
      assert.equal(buffer.away(), false)
      await add(await id())
      await buffer.close()
      assert.deepEqual(await stored(), everyone(2041))
      await store.close()
    })

    test('whose answer was lost are not counted twice', async () => {
      buffer = buffered()
      await add(await takeHitId(store, ACCOUNT))
      // The store has them, and nobody knows.
      proxy.arm('from the store', 0)
      const some = Array.from({ length: 300 }, async () => add(await takeHitId(store, ACCOUNT)))
      while (!proxy.cut()) await pause(5)
      proxy.away(true)
      while (!buffer.away()) await pause(20)
      proxy.away(false)
      await Promise.all(some)
      await written()
      assert.deepEqual(await stored(), everyone(301))
      await buffer.close()
      await store.close()
    })

    test('of a time in which the store takes no writes are written after it', async () => {
      const { database } = setup.connection
      const takesWrites = async (value: 'on' | 'off') => {
        await administer(
          { ...setup.connection, database: 'postgres' },
          `alter database ${database} set default_transaction_read_only = ${value}`,
        )
        proxy.away(true)
        proxy.away(false)
      }
      buffer = buffered()
      await add(await takeHitId(store, ACCOUNT))
      await takesWrites('on')
      const some = Array.from({ length: 50 }, async () => add(await takeHitId(store, ACCOUNT)))
      while (!buffer.away()) await pause(20)
      for (let n = 0; n < 50; n++) add(0)
      await takesWrites('off')
      await Promise.all(some)
      await written()
      assert.deepEqual(await stored(), everyone(101))
      await buffer.close()
      await store.close()
    })

    test('beyond the bound are lost, and counted', async () => {
      buffer = buffered(100)
      await add(await takeHitId(store, ACCOUNT))
      proxy.away(true)
      for (let n = 0; n < 250; n++) add(0)
      assert.equal(buffer.waiting(), 100)
      assert.equal(buffer.lost(), 150)
      proxy.away(false)
      await written()
      assert.deepEqual(await stored(), everyone(101))
      await buffer.close()
      await store.close()
    })

    test('get an id while they are written, if none was cached', async () => {
      buffer = buffered()
      await Promise.all(Array.from({ length: 30 }, () => add(0)))
      assert.equal(buffer.waiting(), 0)
      assert.deepEqual(await stored(), everyone(30))
      await buffer.close()
      await store.close()
    })

    test('that a stop finds without a store are lost, counted and told, in bounded time', async () => {
      buffer = buffered()
      await add(await takeHitId(store, ACCOUNT))
      proxy.away(true)
      for (let n = 0; n < 10; n++) add(0, OTHER_ACCOUNT)
      for (let n = 0; n < 5; n++) add(await takeHitId(store, ACCOUNT))
      const began = performance.now()
      await buffer.close()
      await store.close()
      assert.ok(performance.now() - began < 30_000)
      assert.ok(buffer.lost() >= 10)
      assert.ok(
        reported.some(({ message }) =>
          /opens and clicks were not written and are lost/.test(message),
        ),
      )
      proxy.away(false)
    })
  })
})
