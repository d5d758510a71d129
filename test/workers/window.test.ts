/**
 * Who has the next turn: of the window that bounds what a crash leaves uncertain, and of a route's
 * rate.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRate } from '../../src/lib/rate.ts'
import { createWindow } from '../../src/workers/engine/window.ts'

const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    promise.then(() => true),
    new Promise<boolean>(resolve => setImmediate(() => resolve(false))),
  ])

describe('the window', () => {
  test('leaves a part free for urgent emails, and holds all of them together', async () => {
    const window = createWindow(16)
    assert.deepEqual([window.urgent.size, window.rest.size], [16, 14])
    await window.rest.take(14)
    const rest = window.rest.take(1)
    assert.equal(await settled(rest), false)
    await window.urgent.take(2)
    assert.equal(window.taken, 16)
    const urgent = window.urgent.take(1)
    assert.equal(await settled(urgent), false, 'all of it is taken')
    window.rest.give(1)
    assert.equal(
      await settled(urgent),
      true,
      'the urgent one goes before the one that waited longer',
    )
    assert.equal(await settled(rest), false)
    window.rest.give(2)
    assert.equal(
      await settled(rest),
      false,
      'while urgent emails have what is left free for them, the rest has its own part only',
    )
    window.urgent.give(3)
    assert.equal(await settled(rest), true)
    assert.equal(window.taken, 12)
  })

  test('of a few emails has no part to leave free, and still serves all', async () => {
    const window = createWindow(1)
    assert.deepEqual([window.urgent.size, window.rest.size], [1, 1])
    await window.rest.take(1)
    const [rest, urgent] = [window.rest.take(1), window.urgent.take(1)]
    window.rest.give(1)
    assert.deepEqual([await settled(urgent), await settled(rest)], [true, false])
    window.urgent.give(1)
    assert.equal(await settled(rest), true)
  })

  test('keeps the order among those that are alike', async () => {
    const window = createWindow(8)
    await window.rest.take(7)
    const order: string[] = []
    const all = [
      window.rest.take(3).then(() => order.push('first')),
      window.rest.take(1).then(() => order.push('second')),
    ]
    window.rest.give(1)
    assert.deepEqual(order, [], 'the small one does not overtake')
    window.rest.give(6)
    await Promise.all(all)
    assert.deepEqual(order, ['first', 'second'])
  })
})

describe('a rate', () => {
  test('serves who is urgent next, and the others in their order', async () => {
    const rate = createRate(50)
    const order: string[] = []
    const take = (name: string, urgent?: boolean) =>
      rate.take(1, urgent).then(() => order.push(name))
    await Promise.all([take('a'), take('b'), take('c'), take('u', true), take('v', true)])
    // The first had its turn before the others came.
    assert.deepEqual(order, ['a', 'u', 'v', 'b', 'c'])
  })

  test('that is taken away lets all go, as many as they want', async () => {
    const rate = createRate(1)
    const [first, second] = [rate.take(5), rate.take(5)]
    rate.set(null)
    assert.equal(await first, 1, 'what was saved up')
    assert.equal(await second, 5)
  })
})
