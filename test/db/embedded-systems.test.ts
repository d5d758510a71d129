// The systems on which the embedded store can run, and the message elsewhere.
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { embeddedStatus, openEmbedded } from '../../src/db/embedded/embedded.ts'
import { findPrograms, nativeOfPackage } from '../../src/db/embedded/programs.ts'
import {
  ask,
  askAtLast,
  cleanUp,
  isRoot,
  memoryBytes,
  newDataDir,
  newFolder,
  newStore,
  programsWithoutLinks,
  serverOf,
  startUser,
} from './embedded-setup.ts'

after(cleanUp)
const rootOnly = { skip: isRoot ? false : 'only root can try this' }
const nobody = { uid: 65534, gid: 65534 }

describe('the programs', () => {
  test('are given the links that the install script did not make, also by two processes at once', async () => {
    const native = programsWithoutLinks(newFolder())
    chmodSync(join(native, '..'), 0o755)
    assert.equal(existsSync(join(native, 'lib', 'libicuuc.so.60')), false)
    const users = await Promise.all([
      startUser(await newStore(), { native }),
      startUser(await newStore(), { native }),
    ])
    assert.ok(lstatSync(join(native, 'lib', 'libicuuc.so.60')).isSymbolicLink())
    assert.deepEqual(await Promise.all(users.map(user => user.leave())), [0, 0])
  })

  test('are copied where links cannot be made, for a user other than root', rootOnly, async () => {
    const folder = newFolder()
    const native = programsWithoutLinks(folder)
    chmodSync(folder, 0o755)
    const dataDir = newDataDir()
    mkdirSync(dataDir)
    chmodSync(join(dataDir, '..'), 0o755)
    chownSync(dataDir, nobody.uid, nobody.gid)
    const user = await startUser(dataDir, { native, ...nobody })
    assert.equal(user.said.error, undefined)
    assert.equal(statSync(join(dataDir, 'postgres.password')).uid, nobody.uid)
    assert.equal(existsSync(join(native, 'lib', 'libicuuc.so.60')), false)

    // Root may use that store beside its owner, and after it, without taking it away from it.
    const store = await openEmbedded({ dataDir, memoryBytes })
    assert.equal(store.adopted, true)
    assert.equal(await user.leave(), 0)
    await store.release()
    rmSync(join(dataDir, 'postgres.log'))
    rmSync(join(dataDir, 'start.lock'))
    const alone = await openEmbedded({ dataDir, memoryBytes })
    assert.equal(alone.adopted, false)
    await alone.release()
    const again = await startUser(dataDir, { native, ...nobody })
    assert.equal(again.said.error, undefined)
    assert.equal(await again.leave(), 0)
  })

  test(
    'run for root when only root may enter the folders above, of the programs and of the store',
    rootOnly,
    async () => {
      const dataDir = newDataDir('root-only')
      const folder = join(dataDir, '..')
      mkdirSync(folder, { recursive: true })
      const native = programsWithoutLinks(folder)
      chmodSync(folder, 0o700)
      const store = await openEmbedded({ dataDir, memoryBytes, native })
      const [found] = await ask(
        store.connection,
        `select count(*)::int as n from pg_timezone_names where name = 'Europe/Stockholm'`,
      )
      assert.deepEqual(found, { n: 1 })
      assert.notEqual(statSync(join(dataDir, 'postgres')).uid, 0)
      await store.release()
      const again = await openEmbedded({ dataDir, memoryBytes, native })
      await again.release()
      assert.equal(serverOf(dataDir), undefined)
      // Its copy in /var/cache/pennypost stays: other processes may have begun to use it.
    },
  )

  test('run for root with no more rights than a container gives', rootOnly, async t => {
    const rights = [
      '--bounding-set=-all,+chown,+dac_override,+fsetid,+fowner,+setgid,+setuid,+setpcap,+kill',
      process.execPath,
    ]
    if (spawnSync('setpriv', [...rights, '--version']).status !== 0)
      return t.skip('no setpriv here')
    const dataDir = await newStore()
    const program = join(import.meta.dirname, 'embedded-user.ts')
    const users = [1, 2].map(() =>
      spawn('setpriv', [...rights, program, 'hold', dataDir], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
    await Promise.all(users.map(user => once(user.stdout, 'data')))
    process.kill(serverOf(dataDir)!, 'SIGKILL')
    await sleep(1200)
    assert.ok(serverOf(dataDir))
    for (const user of users) user.stdin.end()
    assert.deepEqual(await Promise.all(users.map(user => once(user, 'exit'))), [
      [0, null],
      [0, null],
    ])
    assert.equal(serverOf(dataDir), undefined)
  })

  test('say in one sentence where they cannot run', () => {
    const withDatabaseUrl = /set DATABASE_URL to a PostgreSQL 15 or later\.$/
    assert.throws(() => nativeOfPackage('win32', 'x64'), {
      name: 'StoreUnavailable',
      message: withDatabaseUrl,
    })
    assert.throws(() => nativeOfPackage('linux', 'riscv64'), {
      name: 'StoreUnavailable',
      message: withDatabaseUrl,
    })
    const absent = process.platform === 'darwin' ? 'linux' : 'darwin'
    assert.throws(() => nativeOfPackage(absent, 'arm64'), {
      message: /is not installed, .* set DATABASE_URL/,
    })
  })

  test('tell a system without glibc', {
    skip: process.platform !== 'linux' && 'a matter of Linux',
  }, () => {
    // Without glibc its loader is missing. A program that asks for a loader that is missing here is
    // in the same position.
    const folder = newFolder()
    const native = programsWithoutLinks(folder)
    chmodSync(folder, 0o755)
    const program = join(native, 'bin', 'postgres')
    const bytes = readFileSync(program)
    const loader = bytes.indexOf('/ld-linux')
    bytes.write('/ld-no-li', loader)
    writeFileSync(program, bytes, { mode: 0o755 })
    assert.throws(() => findPrograms(folder, undefined, native), {
      message: /Alpine has musl.*DATABASE_URL/,
    })
  })
})

describe('the folder', () => {
  test('may have a path longer than a socket may have', async () => {
    const dataDir = newDataDir('a'.repeat(60), 'b'.repeat(60))
    const user = await startUser(dataDir)
    const store = await openEmbedded({ dataDir, memoryBytes })
    assert.equal(store.adopted, true)
    assert.deepEqual(await ask(store.connection, 'select 1 as n'), [{ n: 1 }])
    await store.release()
    assert.equal(await user.leave(), 0)
  })

  test('may hold no store of another PostgreSQL, and nothing else', async () => {
    const other = newDataDir()
    mkdirSync(join(other, 'postgres'), { recursive: true })
    writeFileSync(join(other, 'postgres', 'PG_VERSION'), '17\n')
    await assert.rejects(openEmbedded({ dataDir: other }), {
      name: 'StoreUnavailable',
      message: /was made by PostgreSQL 17 and this Pennypost brings 18: make a backup/,
    })
    const taken = newDataDir()
    mkdirSync(join(taken, 'postgres'), { recursive: true })
    writeFileSync(join(taken, 'postgres', 'messages'), '')
    await assert.rejects(openEmbedded({ dataDir: taken }), /holds something else than a store/)
  })

  test('may come back from a copy made by root', rootOnly, async () => {
    const dataDir = await newStore()
    const store = await openEmbedded({ dataDir, memoryBytes })
    await ask(store.connection, 'create table kept as select 7 as n')
    await store.release()
    const copy = newDataDir()
    execFileSync('cp', ['-r', dataDir, copy])
    const again = await openEmbedded({ dataDir: copy, memoryBytes })
    assert.deepEqual(await ask(again.connection, 'select n from kept'), [{ n: 7 }])
    await again.release()
  })

  test('in use by a server in another container is refused', rootOnly, async t => {
    const dataDir = await newStore()
    const program = join(import.meta.dirname, 'embedded-user.ts')
    const namespace = ['--pid', '--fork', '--mount-proc', '--kill-child', process.execPath]
    if (spawnSync('unshare', [...namespace, '--version']).status !== 0)
      return t.skip('no namespaces here')
    const other = spawn('unshare', [...namespace, program, 'hold', dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(other.stdout, 'data')
    await assert.rejects(openEmbedded({ dataDir, memoryBytes }), {
      name: 'StoreUnavailable',
      message: /in use by another container/,
    })
    other.stdin.end()
    assert.deepEqual(await once(other, 'exit'), [0, null])
    const store = await openEmbedded({ dataDir, memoryBytes })
    assert.equal(store.adopted, false)
    await store.release()
  })

  test('that belongs to someone else is refused in one sentence', rootOnly, async () => {
    const dataDir = await newStore()
    const store = await openEmbedded({ dataDir, memoryBytes })
    chmodSync(join(dataDir, '..'), 0o755)
    const stranger = await startUser(dataDir, nobody)
    assert.match(stranger.said.error!, /^StoreUnavailable: The store in .* belongs to another user/)
    await store.release()
  })

  test('without its password says so', async () => {
    const dataDir = await newStore()
    writeFileSync(join(dataDir, 'postgres.password'), 'other\n')
    await assert.rejects(
      openEmbedded({ dataDir, memoryBytes }),
      /postgres\.password is not that of the store/,
    )
  })

  test('on a full disk says so, and works once there is room', async t => {
    const dataDir = newDataDir()
    mkdirSync(dataDir)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m,mode=0755', 'tmpfs', dataDir], {
        stdio: 'ignore',
      })
    } catch {
      return t.skip('no small disk can be mounted here')
    }
    try {
      const filler = join(dataDir, 'filler')
      writeFileSync(filler, Buffer.alloc(110 * 1024 * 1024))
      await assert.rejects(openEmbedded({ dataDir, memoryBytes }), {
        name: 'StoreUnavailable',
        message: `The disk that holds the store in ${dataDir} is full: free some space.`,
      })
      rmSync(filler)
      const store = await openEmbedded({ dataDir, memoryBytes })
      await ask(store.connection, 'create table messages (body text)')

      // What cannot be written is refused, or takes the server down; when there is room again, it
      // is back by itself.
      writeFileSync(filler, '')
      assert.throws(() => appendFileSync(filler, Buffer.alloc(120 * 1024 * 1024)), {
        code: 'ENOSPC',
      })
      await assert.rejects(
        ask(
          store.connection,
          'insert into messages select md5(n::text) from generate_series(1, 1000000) n',
        ),
      )
      // The journal of the server has no room either, so it ends, and cannot recover.
      await assert.rejects(async () => {
        for (;;)
          await ask(
            store.connection,
            `select pg_logical_emit_message(false, 'filler', repeat('x', 1000000))`,
          )
      })
      await sleep(1000)
      assert.equal((await embeddedStatus(dataDir)).running, false)
      rmSync(filler)
      assert.deepEqual(
        await askAtLast(store.connection, 'select count(*)::int as n from messages'),
        [{ n: 0 }],
      )
      await store.release()
      assert.equal(serverOf(dataDir), undefined)
    } finally {
      execFileSync('umount', ['-l', dataDir])
    }
  })
})
