// The embedded store after kill -9 of whoever: the process that started it, its users, the server.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { placeIn } from '../../src/db/embedded/place.ts'
import { orphansIn } from '../../src/db/embedded/processes.ts'
import { until } from '../support/until.ts'
import {
  ask,
  askAtLast,
  cleanUp,
  logOf,
  memoryBytes,
  newDataDir,
  newStore,
  serverOf,
  startProcess,
  startUser,
} from './embedded-setup.ts'

after(cleanUp)

describe('after a kill of a user', () => {
  test('the server lives on, is adopted, and is stopped by its adopter', async () => {
    const dataDir = await newStore()
    const starter = await startUser(dataDir)
    const server = serverOf(dataDir)
    await starter.kill()
    assert.equal(serverOf(dataDir), server)

    const store = await openEmbedded({ dataDir, memoryBytes })
    assert.equal(store.adopted, true)
    assert.equal(serverOf(dataDir), server)
    await store.release()
    assert.equal(serverOf(dataDir), undefined)
  })

  test('Ctrl-C in the terminal of a user does not reach the server', async () => {
    const dataDir = await newStore()
    const starter = await startUser(dataDir, { detached: true })
    const server = serverOf(dataDir)
    process.kill(-starter.pid, 'SIGINT')
    await starter.kill('SIGINT')
    await sleep(100)
    assert.equal(serverOf(dataDir), server)
    const store = await openEmbedded({ dataDir, memoryBytes })
    assert.deepEqual(await ask(store.connection, 'select 1 as n'), [{ n: 1 }])
    await store.release()
  })

  test('users killed at any moment, also while they make, start or stop the store, leave nothing that harms', async () => {
    const dataDir = newDataDir()
    for (let round = 0; round < 9; round++) {
      const users = Array.from({ length: 3 }, () => startProcess(['rounds', dataDir, '3']))
      await sleep(80 + Math.random() * 500)
      for (const user of users) user.kill('SIGKILL')
      await Promise.all(users.map(user => user.exitCode ?? user.signalCode ?? once(user, 'exit')))
      if (round % 3 === 0) {
        const store = await openEmbedded({ dataDir, memoryBytes })
        await ask(store.connection, 'create table if not exists rounds (n int)')
        await store.release()
        assert.equal(serverOf(dataDir), undefined)
      }
    }
    const store = await openEmbedded({ dataDir, memoryBytes })
    await ask(store.connection, 'select count(*) from rounds')
    await store.release()
    assert.equal(serverOf(dataDir), undefined)
    assert.deepEqual(orphansIn(placeIn(dataDir)), [])
  })
})

describe('after a kill of the server', () => {
  test('a user gets it back at the same address, with all that was committed', async () => {
    const dataDir = await newStore()
    const said: string[] = []
    const store = await openEmbedded({ dataDir, memoryBytes, log: line => said.push(line) })
    await ask(store.connection, 'create table kept as select generate_series(1, 1000) as n')
    const server = serverOf(dataDir)!
    process.kill(server, 'SIGKILL')

    await sleep(20)
    assert.deepEqual(await askAtLast(store.connection, 'select count(*)::int as n from kept'), [
      { n: 1000 },
    ])
    assert.notEqual(serverOf(dataDir), server)
    // A slow machine is told first that the log is replayed.
    await until(() => said.includes('the store had ended and was started again'))
    await store.release()
    assert.equal(serverOf(dataDir), undefined)
  })

  test('a start that replays the log reports its progress', async () => {
    const dataDir = await newStore()
    const starter = await startUser(dataDir)
    const client = new pg.Client(starter.said.connection)
    client.on('error', () => {})
    await client.connect()
    await client.query('create table much (n bigint, t text)')
    const server = serverOf(dataDir)!
    for (let n = 0; n < 12; n++)
      await client.query(
        "insert into much select i, repeat('x', 80) from generate_series(1, 100000) i",
      )
    process.kill(server, 'SIGKILL')
    await starter.kill()
    const said: string[] = []
    const store = await openEmbedded({ dataDir, memoryBytes, log: line => said.push(line) })
    const [{ n }] = await ask(store.connection, 'select count(*)::int as n from much')
    assert.equal(n, 1_200_000)
    assert.match(said.join(), /replays its write-ahead log/)
    await store.release()
  })

  test('a busy session that has not noticed is waited for, then ended', async () => {
    const dataDir = await newStore()
    const starter = await startUser(dataDir)
    const busy = new pg.Client(starter.said.connection)
    busy.on('error', () => {})
    await busy.connect()
    const query = busy
      .query('select count(*) from generate_series(1, 100000) a, generate_series(1, 1000000) b')
      .catch(() => 'cut')
    await sleep(100)
    const server = serverOf(dataDir)!
    await starter.kill()
    process.kill(server, 'SIGKILL')
    await until(() => orphansIn(placeIn(dataDir)).length === 1)

    const said: string[] = []
    const store = await openEmbedded({ dataDir, memoryBytes, log: line => said.push(line) })
    assert.equal(said[0], 'waiting for sessions of a server that was killed')
    assert.equal(await query, 'cut')
    assert.deepEqual(await ask(store.connection, 'select 1 as n'), [{ n: 1 }])
    await store.release()
  })

  test('two users notice at once, and one server is started', async () => {
    const dataDir = await newStore()
    const [first, second] = await Promise.all([startUser(dataDir), startUser(dataDir)])
    process.kill(serverOf(dataDir)!, 'SIGKILL')
    await sleep(1500)
    assert.deepEqual(await askAtLast(second.said.connection, 'select 1 as n'), [{ n: 1 }])
    assert.doesNotMatch(logOf(dataDir), /lock file/)
    assert.deepEqual([await first.leave(), serverOf(dataDir) !== undefined], [0, true])
    assert.deepEqual([await second.leave(), serverOf(dataDir)], [0, undefined])
  })

  test('another process with its pid is not taken for it', async () => {
    const dataDir = await newStore()
    const store = await openEmbedded({ dataDir, memoryBytes })
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    const server = serverOf(dataDir)!
    const files = [pidFile, join(dataDir, 'postgres', '.s.PGSQL.5432.lock')].map(path => ({
      path,
      text: readFileSync(path, 'utf8'),
    }))
    await store.release()

    // It belongs to the user of the server, else PostgreSQL itself sees that it is not meant.
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    const other = spawn('sleep', ['60'], { cwd: '/', uid, gid })
    assert.equal(existsSync(pidFile), false)
    for (const { path, text } of files) {
      writeFileSync(path, text.replace(`${server}`, `${other.pid}`), { mode: 0o600 })
      chownSync(path, uid, gid)
    }
    const again = await openEmbedded({ dataDir, memoryBytes })
    assert.equal(again.adopted, false)
    assert.deepEqual(await ask(again.connection, 'select 1 as n'), [{ n: 1 }])
    await again.release()
    other.kill()
  })

  test('a user may leave while there is no server', async () => {
    const dataDir = await newStore()
    const store = await openEmbedded({ dataDir, memoryBytes })
    process.kill(serverOf(dataDir)!, 'SIGKILL')
    await store.release()
    // Backends notice by themselves that their server is gone.
    while (serverOf(dataDir) !== undefined || orphansIn(placeIn(dataDir)).length > 0)
      await sleep(20)
  })
})
