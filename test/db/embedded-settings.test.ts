/** The locks and the settings of the embedded server. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { tryLock } from '../../src/db/embedded/locks.ts'
import { readSettings, settingsFor } from '../../src/db/embedded/settings.ts'
import { newFolder } from './embedded-setup.ts'

const MB = 1024 ** 2
const GB = 1024 * MB

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
    const room = { disk: 1000 * GB, store: 1000 * GB }
    const small = settingsFor({ ...room, memory: 512 * MB }, 100)
    assert.deepEqual(
      [small.shared_buffers, small.work_mem, small.max_wal_size],
      ['128MB', '2MB', '512MB'],
    )
    const large = settingsFor({ ...room, memory: 64 * GB }, 100)
    assert.deepEqual(
      [large.shared_buffers, large.work_mem, large.maintenance_work_mem],
      ['4096MB', '64MB', '1024MB'],
    )
  })

  test('fit the store and the disk that it is on', () => {
    const on = (disk: number, store: number) => {
      const settings = settingsFor({ memory: 24 * GB, disk, store }, 100)
      return [settings.shared_buffers, settings.max_wal_size, settings.min_wal_size]
    }
    assert.deepEqual(on(1000 * GB, 20 * MB), ['256MB', '512MB', '64MB'])
    assert.deepEqual(on(3 * GB, 2 * GB), ['4096MB', '307MB', '64MB'])
    assert.deepEqual(on(170 * MB, 300 * MB), ['600MB', '96MB', '64MB'])
    assert.deepEqual(on(Number.POSITIVE_INFINITY, 1000 * GB), ['4096MB', '512MB', '64MB'])
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
