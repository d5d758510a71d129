// The embedded store where a user has no name or home, nothing may be written, and files are few.
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import {
  cleanUp,
  isRoot,
  memoryBytes,
  newDataDir,
  newStore,
  serverOf,
  startUser,
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

test('a user without a name is told what to do before a store is made', rootOnly, async () => {
  const dataDir = folderOf(nameless)
  const { said, leave } = await startUser(dataDir, nameless)
  assert.equal(
    said.error,
    'StoreUnavailable: User 54321 has no name on this system, and without one PostgreSQL makes ' +
      'no store: run Pennypost as a user that has one, add the line ' +
      'pennypost:x:54321:54321::/:/usr/sbin/nologin to /etc/passwd, or set DATABASE_URL to a ' +
      'PostgreSQL 15 or later. A store that another user has made can be used: chown -R 54321 ' +
      dataDir,
  )
  assert.equal(await leave(), 1)
  await assert.rejects(openEmbedded({ dataDir, memoryBytes }), {
    name: 'StoreUnavailable',
    message: /^User 54321 has no name .*: give \/\S+\/data to a user that has one, add the line/,
  })
  assert.deepEqual(readdirSync(dataDir).sort(), ['start.lock', 'users.lock'])
})

/** Runs it where only the folder can be written, and no file in it be executed. */
const READ_ONLY = `set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount -o remount,bind,noexec "$1"
mount -o remount,ro,bind /
shift
exec "$@"`

test(
  'a store that was made runs for it: without a home, with 256 files, below a read-only root',
  rootOnly,
  async t => {
    const dataDir = await newStore()
    chmodSync(join(dataDir, '..'), 0o755)
    execFileSync('chown', ['-R', '54321:54321', dataDir])
    const separate = ['-m', 'sh', '-c', READ_ONLY, 'sh', dataDir]
    const limited = ['prlimit', '--nofile=256', 'setpriv', '--reuid=54321', '--regid=54321']
    const { PATH } = process.env
    const options = { env: { PATH }, cwd: '/' }
    if (spawnSync('unshare', [...separate, ...limited, '--clear-groups', 'true'], options).status)
      return t.skip('this system lets nobody mount')
    const asked = [...limited, '--clear-groups', process.execPath, PROGRAM, 'hold', dataDir]
    const child = spawn('unshare', [...separate, ...asked], {
      ...options,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface(child.stdout!), 'line')
    const said = JSON.parse(line)
    assert.deepEqual([said.error, said.adopted], [undefined, false])
    child.stdin!.end()
    assert.deepEqual(await once(child, 'exit'), [0, null])
    assert.equal(serverOf(dataDir), undefined)
  },
)
