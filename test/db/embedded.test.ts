// The life of the embedded store: who starts it, who shares it, who stops it. What becomes of it
// after a kill stands in embedded-crash.test.ts, and where it can run in embedded-systems.test.ts.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { embeddedStatus, openEmbedded } from '../../src/db/embedded/embedded.ts'
import {
  ask,
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

describe('openEmbedded', () => {
  test('makes a store, answers, and stops it when its only user leaves', async () => {
    const dataDir = newDataDir()
    assert.deepEqual(await embeddedStatus(dataDir), { running: false, connections: 0 })
    const store = await openEmbedded({ dataDir, memoryBytes })
    assert.equal(store.adopted, false)

    const [settings] = await ask(
      store.connection,
      `select current_user as user, current_database() as database,
              (select rolsuper from pg_roles where rolname = current_user) as super,
              current_setting('server_encoding') as encoding, \
current_setting('data_checksums') as checksums,
              current_setting('fsync') as fsync, current_setting('full_page_writes') as full_pages,
              current_setting('synchronous_commit') as commit, \
current_setting('listen_addresses') as addresses,
              (select datlocale from pg_database where datname = current_database()) as locale,
              pg_size_bytes(current_setting('shared_buffers')) / 1024 / 1024 as buffers`,
    )
    assert.deepEqual(settings, {
      user: 'pennypost',
      database: 'pennypost',
      super: false,
      encoding: 'UTF8',
      checksums: 'on',
      fsync: 'on',
      full_pages: 'on',
      commit: 'on',
      addresses: '',
      locale: 'C.UTF-8',
      buffers: '64',
    })
    const status = await embeddedStatus(dataDir)
    assert.equal(status.running, true)
    assert.match(status.version!, /^18\./)

    await store.release()
    await store.release()
    assert.equal(serverOf(dataDir), undefined)
    assert.equal((await embeddedStatus(dataDir)).running, false)
    assert.equal((await embeddedStatus(dataDir)).storeMajor, '18')
  })

  test('refuses other users access to the store', async () => {
    const dataDir = newDataDir()
    const store = await openEmbedded({ dataDir, memoryBytes })
    const modes = ['', 'postgres', 'postgres.password', 'postgres.log'].map(
      name => statSync(join(dataDir, name)).mode & 0o777,
    )
    assert.deepEqual(modes, [0o700, 0o700, 0o600, 0o600])
    await assert.rejects(
      ask({ ...store.connection, password: 'wrong' }, 'select 1'),
      /password authentication failed/,
    )
    await store.release()
  })

  test('starts again with the stored data', async () => {
    const dataDir = newDataDir()
    const first = await openEmbedded({ dataDir, memoryBytes })
    await ask(first.connection, 'create table kept as select 7 as n')
    await first.release()

    const again = await openEmbedded({ dataDir, memoryBytes })
    assert.equal(again.adopted, false)
    assert.deepEqual(await ask(again.connection, 'select n from kept'), [{ n: 7 }])
    await again.release()
  })

  test('is shared by processes, and stopped by the last', async () => {
    const dataDir = await newStore()
    const first = await startUser(dataDir)
    const server = serverOf(dataDir)
    const second = await startUser(dataDir)
    const here = await openEmbedded({ dataDir, memoryBytes })
    assert.deepEqual([first.said.adopted, second.said.adopted, here.adopted], [false, true, true])

    assert.equal(await first.leave(), 0)
    await here.release()
    assert.equal(serverOf(dataDir), server)
    assert.deepEqual(await ask(second.said.connection, 'select 1 as n'), [{ n: 1 }])
    assert.equal(await second.leave(), 0)
    assert.equal(serverOf(dataDir), undefined)
  })

  test('may be opened and left by six processes at once, again and again', async () => {
    const dataDir = await newStore()
    const store = await openEmbedded({ dataDir, memoryBytes })
    await ask(store.connection, 'create table rounds (n int)')
    await store.release()

    const users = Array.from({ length: 6 }, () => startProcess(['rounds', dataDir, '6']))
    const ends = await Promise.all(users.map(async user => (await once(user, 'exit'))[0]))
    assert.deepEqual(ends, [0, 0, 0, 0, 0, 0])
    assert.equal(serverOf(dataDir), undefined)
    assert.doesNotMatch(logOf(dataDir), /lock file|not properly shut down|FATAL|PANIC/)

    const last = await openEmbedded({ dataDir, memoryBytes })
    assert.deepEqual(await ask(last.connection, 'select count(*)::int as n from rounds'), [
      { n: 36 },
    ])
    await last.release()
  })

  test('may be made by six processes at once', async () => {
    const dataDir = newDataDir()
    const users = await Promise.all(Array.from({ length: 6 }, () => startUser(dataDir)))
    assert.equal(users.filter(user => user.said.adopted).length, 5)
    assert.deepEqual(await Promise.all(users.map(user => user.leave())), [0, 0, 0, 0, 0, 0])
    assert.equal(serverOf(dataDir), undefined)
  })

  test('takes the settings of the operator, but those that keep the store safe', async () => {
    const dataDir = await newStore()
    writeFileSync(
      join(dataDir, 'postgres.conf'),
      "# ours\nwork_mem = '5MB'\nfsync = off\nmax_connections = 20 # few\n",
    )
    const store = await openEmbedded({ dataDir, memoryBytes })
    const [found] = await ask(
      store.connection,
      `select current_setting('work_mem') as mem, current_setting('fsync') as fsync, ` +
        `current_setting('max_connections') as most`,
    )
    assert.deepEqual(found, { mem: '5MB', fsync: 'on', most: '20' })
    await store.release()

    writeFileSync(join(dataDir, 'postgres.conf'), 'work_mem\n')
    await assert.rejects(
      openEmbedded({ dataDir, memoryBytes }),
      /Line 1 of .*postgres\.conf is not of the form/,
    )
    writeFileSync(join(dataDir, 'postgres.conf'), 'wrok_mem = 5MB\n')
    await assert.rejects(openEmbedded({ dataDir, memoryBytes }), {
      name: 'StoreUnavailable',
      message: /does not start: FATAL: +unrecognized configuration parameter "wrok_mem"/,
    })
  })
})
