/**
 * A primary and its standby: nothing is written where nothing can be, and what was tried is done
 * where it can.
 */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openConfigured } from '../../src/db/open.ts'
import { openStore } from '../../src/db/open-store.ts'
import { troubleOfStore } from '../../src/http/probes.ts'
import { type DebianPostgres, noDebianPostgres } from '../support/debian-postgres.ts'
import { type Pair, primaryAndStandby } from '../support/primary-and-standby.ts'
import { storeProxy } from '../support/store-proxy.ts'
import { databaseUrl } from '../support/worker-process.ts'

if (noDebianPostgres) assert.notEqual(process.env.REQUIRE_ALL, '1', noDebianPostgres)

const open = (url: string) =>
  openConfigured({ dataDir: '/nowhere', databaseUrl: url, waitMillis: 2000 })
const placeOf = ({ connection }: DebianPostgres) => `${connection.host}:${connection.port}`

describe('a primary and its standby', { skip: noDebianPostgres }, () => {
  const pair = primaryAndStandby()
  let primary: DebianPostgres
  let standby: DebianPostgres
  let both: string
  let insert: Pair['insert']
  before(() => {
    ;({ primary, standby, insert } = pair)
    both = `postgres://postgres@${placeOf(standby)},${placeOf(primary)}/postgres?target_session_attrs=read-write`
  })

  test('a start on the standby alone is refused with a sentence', async () => {
    await assert.rejects(open(databaseUrl(standby.connection)), {
      name: 'StoreUnavailable',
      message: /takes no writes: it is a standby.*target_session_attrs=read-write/,
    })
  })

  test('of several hosts the one that takes writes is found', async () => {
    const { store, close } = await open(both)
    try {
      assert.equal(await troubleOfStore(store), undefined)
      assert.ok(await insert(store, 'first@example.test'))
    } finally {
      await close()
    }
  })

  test('an address that leads to the standby for a while: probes tell, and writes go on after it', async () => {
    const proxy = await storeProxy(primary.connection)
    const store = openStore({ connection: proxy.connection, connections: 4 })
    try {
      await insert(store, 'before@example.test')
      proxy.leadTo(standby.connection)
      proxy.away(true)
      proxy.away(false)
      while ((await troubleOfStore(store)) !== 'the store takes no writes') await pause(20)
      const tried = Array.from({ length: 20 }, (_, n) =>
        insert(store, `meanwhile${n}@example.test`),
      )
      await pause(1000)
      proxy.leadTo(primary.connection)
      assert.equal(new Set(await Promise.all(tried)).size, 20)
      assert.equal(await troubleOfStore(store), undefined)
    } finally {
      await store.close()
      await proxy.close()
    }
  })

  test('a primary that is told to take no writes is left, and taken again', async () => {
    const { store, close } = await open(databaseUrl(primary.connection))
    const other = await open(databaseUrl(primary.connection))
    const set = (value: string) =>
      other.store.withClient(async client => {
        await client.query(`alter system set default_transaction_read_only = ${value}`)
        await client.query('select pg_reload_conf()')
      })
    try {
      await insert(store, 'quiet@example.test')
      await set('on')
      while ((await troubleOfStore(store)) !== 'the store takes no writes') await pause(20)
      const tried = insert(store, 'patient@example.test')
      await pause(500)
      await other.close()
      await again(primary)
      assert.ok(await tried)
      assert.equal(await troubleOfStore(store), undefined)
    } finally {
      await close()
    }
  })

  test('a failover: callers wait, and nothing that was answered is missing', async () => {
    const { store, close } = await open(both)
    const answered = new Map<string, number>()
    let going = true
    const callers = Array.from({ length: 4 }, async (_, caller) => {
      for (let n = 0; going; n++) {
        const email = `f${caller}-${n}@example.test`
        answered.set(email, await insert(store, email))
        await pause(5)
      }
    })
    try {
      await pause(500)
      // What is answered is on the standby too, as with synchronous replication.
      going = false
      await Promise.all(callers)
      const { rows } = await store.run(
        { name: '', text: 'select pg_current_wal_lsn()', again: true },
        [],
      )
      await caughtUp(standby, rows[0]![0]!)
      await primary.stop()
      const tried = Array.from({ length: 20 }, (_, n) => insert(store, `after${n}@example.test`))
      await pause(300)
      await standby.promote()
      assert.equal(new Set(await Promise.all(tried)).size, 20)
      const stored = await store.run(
        { name: '', text: 'select email_key, id from subscribers', again: true },
        [],
      )
      const byEmail = new Map(stored.rows.map(([email, id]) => [email, Number(id)]))
      for (const [email, id] of answered) assert.equal(byEmail.get(email), id)
    } finally {
      going = false
      await close()
    }
  })
})

/**
 * Takes writes again; over a session that says so for itself, since none of the house would
 * connect.
 */
async function again({ connection }: DebianPostgres): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('set default_transaction_read_only = off')
  await client.query('alter system reset default_transaction_read_only')
  await client.query('select pg_reload_conf()')
  await client.end()
}

async function caughtUp({ connection }: DebianPostgres, position: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const asked = 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as there'
  while (!(await client.query(asked, [position])).rows[0].there) await pause(20)
  await client.end()
}
