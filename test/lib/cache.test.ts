import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createCache } from '../../src/lib/cache.ts'

describe('a cache', () => {
  test('makes a value once, an undefined one too', () => {
    const cache = createCache<string, string | undefined>({ most: 10 })
    let made = 0
    const make = () => {
      made++
      return undefined
    }
    assert.equal(cache.through('a', make), undefined)
    assert.equal(cache.through('a', make), undefined)
    assert.equal(made, 1)
  })

  test('is bounded, and keeps hot entries', () => {
    const most = 100
    const cache = createCache<number, number>({ most })
    for (let key = 0; key < 10_000; key++) {
      cache.set(key, key)
      cache.set(-1, -1)
      assert.equal(cache.get(-1), -1)
      assert.equal(cache.get(key), key)
    }
    let kept = 0
    // From the newest on, so that looking does not push out what is to be counted.
    for (let key = 9_999; key >= 0; key--) if (cache.get(key) !== undefined) kept++
    assert.ok(kept >= most / 2 - 1 && kept <= most, `${kept} are kept`)
  })

  test('forgets with time, and when told', async () => {
    const cache = createCache<string, number>({ most: 10, millis: 20 })
    cache.set('a', 1)
    cache.set('b', 2)
    cache.delete('b')
    assert.deepEqual([cache.get('a'), cache.get('b')], [1, undefined])
    await pause(40)
    assert.equal(cache.get('a'), undefined)
    assert.equal(
      cache.through('a', () => 3),
      3,
    )
    assert.equal(cache.get('a'), 3)
  })

  test('shares a promise under way, and does not keep one that rejects', async () => {
    const cache = createCache<string, Promise<number>>({ most: 10 })
    const failing = cache.through('a', () => Promise.reject(new Error('away')))
    assert.equal(
      cache.through('a', () => Promise.resolve(0)),
      failing,
    )
    await assert.rejects(failing, /away/)
    assert.equal(await cache.through('a', () => Promise.resolve(1)), 1)
    assert.equal(await cache.through('a', () => Promise.resolve(2)), 1)
  })
})
