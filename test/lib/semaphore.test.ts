import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSemaphore } from '../../src/lib/semaphore.ts'

describe('a semaphore', () => {
  test('lets so many in, the others in the order they came', async () => {
    const semaphore = createSemaphore(2)
    const order: number[] = []
    let inside = 0
    let mostInside = 0
    const work = (n: number) =>
      semaphore.run(async () => {
        order.push(n)
        mostInside = Math.max(mostInside, ++inside)
        await new Promise(resolve => setImmediate(resolve))
        inside--
      })
    const all = Array.from({ length: 20 }, (_, n) => work(n))
    await Promise.all(all)
    assert.deepEqual(
      order,
      Array.from({ length: 20 }, (_, n) => n),
    )
    assert.equal(mostInside, 2)
  })

  test('gives the place back when the work fails, and takes an aborted one off the queue', async () => {
    const semaphore = createSemaphore(1)
    await assert.rejects(
      semaphore.run(() => Promise.reject(new Error('failed'))),
      /failed/,
    )
    const first = Promise.withResolvers<void>()
    const holding = semaphore.run(() => first.promise)
    const controller = new AbortController()
    const aborted = semaphore.run(async () => assert.fail('it was aborted'), controller.signal)
    const next = semaphore.run(async () => 'done')
    controller.abort(new Error('stopped'))
    await assert.rejects(aborted, /stopped/)
    await assert.rejects(
      semaphore.run(async () => assert.fail('it was aborted'), controller.signal),
      /stopped/,
    )
    first.resolve()
    await holding
    assert.equal(await next, 'done')
  })
})
