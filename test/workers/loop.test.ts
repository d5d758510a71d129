/**
 * Loops of workers: done again while there is more, woken when there is work, slower after
 * failures.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type LoopOptions, startLoop } from '../../src/workers/loop.ts'

const NEVER_MILLIS = 3_600_000

function watched(options: Partial<LoopOptions> = {}) {
  let wake = () => {}
  let steps = 0
  let unsubscribed = false
  const loop = startLoop({
    name: 'test',
    idleMillis: 1,
    pollMillis: NEVER_MILLIS,
    waking: given => {
      wake = given
      return () => {
        unsubscribed = true
      }
    },
    report: () => {},
    ...options,
    step: async stopping => {
      steps++
      return options.step?.(stopping) ?? false
    },
  })
  /** Resolves when so many steps were begun. */
  const reached = async (count: number) => {
    while (steps < count) await pause(1)
  }
  return { loop, reached, wake: () => wake(), steps: () => steps, unsubscribed: () => unsubscribed }
}

test('a loop that sleeps is woken, and stops while it sleeps', async () => {
  const { loop, reached, wake, steps, unsubscribed } = watched()
  await reached(1)
  await pause(50)
  assert.equal(steps(), 1)
  wake()
  await reached(2)
  await pause(50)
  assert.equal(steps(), 2)
  await loop.stop()
  assert.ok(unsubscribed())
})

test('who is woken during a step or the pause does one more', async () => {
  let waking = () => {}
  const step = async () => {
    waking()
    return false
  }
  const { loop, reached, wake, steps } = watched({ idleMillis: 30, step })
  waking = () => {
    if (steps() < 3) wake()
  }
  await reached(1)
  wake()
  await reached(3)
  await pause(100)
  assert.equal(steps(), 3)
  await loop.stop()
})

test('it looks by itself once in a while, for nothing depends on being woken', async () => {
  const { loop, reached } = watched({ pollMillis: 5 })
  await reached(4)
  await loop.stop()
})

test('after a failure it is not woken before its pause is over', async () => {
  const { loop, reached, wake, steps } = watched({
    idleMillis: NEVER_MILLIS,
    step: () => Promise.reject(new Error('away')),
  })
  await reached(1)
  for (let i = 0; i < 10; i++) {
    wake()
    await pause(5)
  }
  assert.equal(steps(), 1)
  await loop.stop()
})
