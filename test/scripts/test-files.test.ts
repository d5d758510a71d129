/** How test files are shared by processes, and that the lists of slow ones name files there are. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  BESIDE_STORE,
  FAST_SECONDS,
  SLOWEST,
  sharesOf,
  usesStore,
  WAITING,
} from '../../scripts/test-files.ts'

test('the files that are named are there', () => {
  const named = [...SLOWEST, ...Object.keys(FAST_SECONDS), ...BESIDE_STORE]
  assert.deepEqual(
    named.filter(file => !existsSync(new URL(`../../${file}`, import.meta.url))),
    [],
  )
  for (const pattern of WAITING)
    assert.notDeepEqual(globSync(pattern, { cwd: new URL('../../', import.meta.url) }), [], pattern)
})

test('each file is in one share, and the slow ones are spread', () => {
  const slow = Object.keys(FAST_SECONDS).slice(0, 3)
  const files = ['a', ...slow, 'b', 'c', 'd']
  const shares = sharesOf(files, 3)
  assert.deepEqual(shares.flat().sort(), files.toSorted())
  for (const share of shares) assert.equal(share.filter(file => slow.includes(file)).length, 1)
})

test('a file uses the store also through what it imports', () => {
  assert.ok(usesStore('test/db/ids.test.ts'))
  assert.ok(usesStore('test/domain/triggers/engine/engine.test.ts'))
  assert.ok(!usesStore('test/width.test.ts'))
})

test('hooks of each test are those of a suite', () => {
  // Files share a process: at the root they would run for the tests of all others, too.
  const root = new URL('../', import.meta.url)
  const hooked = globSync('**/*.test.ts', { cwd: root }).filter(file =>
    /^(?:beforeEach|afterEach)\(/m.test(readFileSync(new URL(file, root), 'utf8')),
  )
  assert.deepEqual(hooked, [])
})
