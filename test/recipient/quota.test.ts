/** The quota of hits: per key and day, in a fixed amount of memory. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQuota } from '../../src/recipient/quota.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const DAY = 86_400_000
const email = { accountId: 7, kind: 1, sourceId: 5, id: 1 } as const

test('a key has its quota each day', () => {
  const quota = createQuota(2)
  const taken = [0, 1, 2].map(n => quota.take(email, NOON + n))
  assert.deepEqual(taken, [true, true, false])
  assert.equal(quota.take(email, NOON + DAY), true)
})

test('one key that is used without end takes the quota of no other', () => {
  const quota = createQuota(2)
  for (let n = 0; n < 100_000; n++) quota.take(email, NOON)
  const others = [
    { ...email, accountId: 8 },
    { ...email, kind: 2 } as const,
    { ...email, sourceId: 6 },
    { ...email, id: 2 },
    { ...email, id: 1 + 2 ** 32 },
  ]
  assert.deepEqual(
    others.map(key => quota.take(key, NOON)),
    others.map(() => true),
  )
})

test('the emails of a sending have counters of their own, in spite of earlier counts', () => {
  const quota = createQuota(1)
  const emails = Array.from({ length: 100_000 }, (_, n) => ({ ...email, id: n + 1 }))
  assert.equal(emails.filter(key => quota.take(key, NOON)).length, emails.length)
  // Keys without end evict nothing.
  assert.equal(emails.filter(key => quota.take(key, NOON)).length, 0)
})
