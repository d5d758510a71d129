import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { tryLock } from '../../src/db/embedded/locks.ts'

const folder = mkdtempSync(join(tmpdir(), 'pennypost-locks-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const LOCKS = new URL('../../src/db/embedded/locks.ts', import.meta.url)

/** Whether another process gets the lock. */
const isFreeForOthers = (path: string): boolean => {
  const program = `
    const { tryLock } = await import(${JSON.stringify(LOCKS)})
    console.log(tryLock(${JSON.stringify(path)}, 'exclusive') !== undefined)`
  return (
    execFileSync(process.execPath, ['--input-type=module', '-e', program]).toString() === 'true\n'
  )
}

test('a lock that a process holds twice is held until both are released', () => {
  const path = join(folder, 'users.lock')
  const first = tryLock(path, 'shared')!
  const second = tryLock(path, 'shared')!
  assert.equal(isFreeForOthers(path), false)
  second.release()
  assert.equal(isFreeForOthers(path), false)
  first.release()
  assert.equal(isFreeForOthers(path), true)
})

test('a lock that was asked for in vain leaves the one that is held', () => {
  const path = join(folder, 'start.lock')
  const held = tryLock(path, 'exclusive')!
  assert.equal(tryLock(path, 'exclusive'), undefined)
  assert.equal(isFreeForOthers(path), false)
  held.release()
})
