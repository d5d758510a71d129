import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFairTurns, TurnsFull } from '../../src/lib/fair-turns.ts'

/** Work that ends when it is told, and notes its begin. */
function worker(turns: ReturnType<typeof createFairTurns>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (owner: number, name: string, signal?: AbortSignal) =>
    turns.run(
      owner,
      () =>
        new Promise<string>(resolve => {
          begun.push(name)
          ends.set(name, () => resolve(name))
        }),
      signal,
    )
  const end = async (name: string) => {
    ends.get(name)!()
    await new Promise(resolve => setImmediate(resolve))
  }
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return { begun, work, end, settle }
}

describe('turns', () => {
  test('of one owner leave a place to others, who begin at once', async () => {
    const { begun, work, end, settle } = worker(createFairTurns({ places: 3, ofEach: 2 }))
    for (let n = 1; n <= 200; n++) void work(1, `a${n}`)
    await settle()
    assert.deepEqual(begun, ['a1', 'a2'])
    void work(2, 'b1')
    await settle()
    assert.deepEqual(begun, ['a1', 'a2', 'b1'])
    await end('b1')
    await end('a1')
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3'])
  })

  test('go round, in the order of each', async () => {
    const { begun, work, end, settle } = worker(createFairTurns({ places: 1, ofEach: 1 }))
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void work(name.charCodeAt(0), name)
    await settle()
    for (let n = 0; n < 6; n++) await end(begun.at(-1)!)
    assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  test('are refused to who waits for many; the others still get theirs', async () => {
    const mostWaiting = { most: 8, says: 'There are many.' }
    const turns = createFairTurns({ places: 2, ofEach: 1, mostWaiting })
    const { begun, work, settle } = worker(turns)
    for (let n = 1; n <= 9; n++) void work(1, `a${n}`)
    await assert.rejects(work(1, 'a10'), new TurnsFull('There are many.'))
    void work(2, 'b1')
    await settle()
    assert.deepEqual(begun, ['a1', 'b1'])
  })

  test('come back when work fails, and are not used by aborted work', async () => {
    const turns = createFairTurns({ places: 1, ofEach: 1 })
    await assert.rejects(
      turns.run(1, () => Promise.reject(new Error('failed'))),
      /failed/,
    )
    const { begun, work, end, settle } = worker(turns)
    void work(1, 'first')
    const controller = new AbortController()
    const aborted = work(1, 'aborted', controller.signal)
    void work(2, 'other')
    controller.abort(new Error('stopped'))
    await assert.rejects(aborted, /stopped/)
    await assert.rejects(work(1, 'too late', controller.signal), /stopped/)
    await settle()
    await end('first')
    assert.deepEqual(begun, ['first', 'other'])
  })
})
