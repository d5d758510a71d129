// The embedded store where a user has no name or home, nothing may be written, and files are few.
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import {
  ask,
  cleanUp,
  isRoot,
  memoryBytes,
  newDataDir,
  newStore,
  serverOf,
} from './embedded-setup.ts'

after(cleanUp)
const rootOnly = { skip: isRoot ? false : 'only root can try this' }
/** Of no line in /etc/passwd. */
const nameless = { uid: 54_321, gid: 54_321 }
const PROGRAM = join(import.meta.dirname, 'embedded-user.ts')

/** An empty folder of that user. */
function folderOf({ uid, gid }: typeof nameless): string {
  const dataDir = newDataDir()
  mkdirSync(dataDir)
  chmodSync(join(dataDir, '..'), 0o755)
  chownSync(dataDir, uid, gid)
  return dataDir
}

/** Runs it where only the folder can be written; with noexec no file in it be executed. */
const READ_ONLY = `set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount -o "remount,bind,$2" "$1"
mount -o remount,ro,bind /
shift 2
exec "$@"`

/** Opens the store as that user, with 256 files, below a read-only root; undefined: it may not. */
async function openThere(dataDir: string, gid: number, mode: 'exec' | 'noexec') {
  const separate = ['-m', 'sh', '-c', READ_ONLY, 'sh', dataDir, mode]
  const limited = ['prlimit', '--nofile=256', 'setpriv', '--reuid=54321', `--regid=${gid}`]
  const { PATH } = process.env
  const options = { env: { PATH, TMPDIR: dataDir }, cwd: '/' }
  if (spawnSync('unshare', [...separate, ...limited, '--clear-groups', 'true'], options).status)
    return undefined
  const asked = [...limited, '--clear-groups', process.execPath, PROGRAM, 'hold', dataDir]
  const child = spawn('unshare', [...separate, ...asked], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await once(createInterface(child.stdout!), 'line')
  return {
    said: JSON.parse(line),
    leave() {
      child.stdin!.end()
      return ended
    },
  }
}

const NOBODY_MOUNTS = 'this system lets nobody mount'

test('a user without a name makes a store, below a read-only root', rootOnly, async t => {
  const dataDir = folderOf({ uid: nameless.uid, gid: 0 })
  const open = await openThere(dataDir, 0, 'exec')
  if (open === undefined) return t.skip(NOBODY_MOUNTS)
  assert.deepEqual([open.said.error, open.said.adopted], [undefined, false])
  assert.deepEqual(await open.leave(), [0, null])
  assert.equal(serverOf(dataDir), undefined)
  const left = readdirSync(dataDir).filter(name => name.startsWith('postgres.new'))
  assert.deepEqual(left, [])
})

test('root makes a store for a folder of a user without a name', rootOnly, async () => {
  const dataDir = folderOf(nameless)
  const { connection, release } = await openEmbedded({ dataDir, memoryBytes })
  const [{ user }] = await ask(connection, 'select current_user as user')
  assert.equal(user, 'pennypost')
  assert.equal(statSync(join(dataDir, 'postgres', 'PG_VERSION')).uid, nameless.uid)
  await release()
})

test(
  'a user without a name is told what to do where nothing may be executed, and a store that was made runs there',
  rootOnly,
  async t => {
    const empty = folderOf(nameless)
    const refused = await openThere(empty, nameless.gid, 'noexec')
    if (refused === undefined) return t.skip(NOBODY_MOUNTS)
    assert.equal(
      refused.said.error,
      'StoreUnavailable: User 54321 has no name on this system, and the programs that make a ' +
        `store without one can be executed neither in ${empty} nor in ${empty}: allow it in one ` +
        'of them, run Pennypost as a user that has one, add the line ' +
        'pennypost:x:54321:54321::/:/usr/sbin/nologin to /etc/passwd, or set DATABASE_URL to a ' +
        'PostgreSQL 15 or later. A store that another user has made can be used: chown -R 54321 ' +
        empty,
    )
    assert.deepEqual(await refused.leave(), [1, null])
    assert.deepEqual(readdirSync(empty).sort(), ['start.lock', 'users.lock'])

    const dataDir = await newStore()
    chmodSync(join(dataDir, '..'), 0o755)
    execFileSync('chown', ['-R', '54321:54321', dataDir])
    const open = await openThere(dataDir, nameless.gid, 'noexec')
    assert.deepEqual([open?.said.error, open?.said.adopted], [undefined, false])
    assert.deepEqual(await open!.leave(), [0, null])
    assert.equal(serverOf(dataDir), undefined)
  },
)
