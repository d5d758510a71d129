/** Reads shared by all who ask: one at a time, and more seldom the longer they take. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sharedReads } from '../../src/lib/shared-reads.ts'

test('twenty who ask at once cause one read, and so do those who come soon after', async () => {
  let reads = 0
  const shared = sharedReads<number>({ atLeast: 0, share: 0.001 })
  const make = async () => {
    await pause(20)
    return ++reads
  }
  const asked = Array.from({ length: 20 }, () => shared.read('a', make))
  assert.deepEqual(new Set(await Promise.all(asked)), new Set([1]))
  assert.equal(await shared.read('a', make), 1)
  assert.equal(await shared.read('b', make), 2)
})

test('a read that failed is not kept', async () => {
  const shared = sharedReads<number>({ atLeast: 60_000, share: 0.1 })
  await assert.rejects(
    shared.read('a', () => Promise.reject(new Error('no store'))),
    /no store/,
  )
  assert.equal(await shared.read('a', async () => 5), 5)
})

test('a result that is old enough is read again', async () => {
  const shared = sharedReads<number>({ atLeast: 1, share: 1 })
  let reads = 0
  const make = async () => ++reads
  await shared.read('a', make)
  await pause(30)
  assert.equal(await shared.read('a', make), 2)
})
