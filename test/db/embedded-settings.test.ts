/** The locks and the settings of the embedded server. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { tryLock } from '../../src/db/embedded/locks.ts'
import { readSettings, settingsFor } from '../../src/db/embedded/settings.ts'
import { newFolder } from './embedded-setup.ts'

describe('the locks', () => {
  test('are held by many shared, or by one', () => {
    const path = join(newFolder(), 'some.lock')
    const [first, second] = [tryLock(path, 'shared'), tryLock(path, 'shared')]
    assert.ok(first && second)
    assert.equal(tryLock(path, 'exclusive'), undefined)
    first.release()
    first.release()
    assert.equal(tryLock(path, 'exclusive'), undefined)
    second.release()
    const alone = tryLock(path, 'exclusive')
    assert.ok(alone)
    assert.equal(tryLock(path, 'shared'), undefined)
    alone.release()
    tryLock(path, 'shared')!.release()
  })
})

describe('the settings', () => {
  test('fit small and large machines', () => {
    const small = settingsFor(512 * 1024 ** 2, 100)
    assert.deepEqual(
      [small.shared_buffers, small.work_mem, small.max_wal_size],
      ['128MB', '2MB', '512MB'],
    )
    const large = settingsFor(64 * 1024 ** 3, 100)
    assert.deepEqual(
      [large.shared_buffers, large.work_mem, large.maintenance_work_mem],
      ['4096MB', '64MB', '1024MB'],
    )
  })

  test('of the operator are read as PostgreSQL reads them', () => {
    assert.deepEqual(readSettings("a = 1\nB 'it''s' # why\n\n  # c = 2\nd.e=5MB", 'x'), {
      a: '1',
      b: "it's",
      'd.e': '5MB',
    })
    assert.throws(() => readSettings('a\n', 'x'), /Line 1 of x/)
  })
})
