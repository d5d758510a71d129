/**
 * The shape of all workers: a step is done until there is nothing to do, then after a pause again,
 * or when it is woken after the pause; until told to stop.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { workTurns } from '../lib/telemetry.ts'

export interface Loop {
  /** Finishes the step in hand. */
  stop(): Promise<void>
}

/** Subscribes to what wakes a loop; answers what ends that. */
export type WakeSource = (wake: () => void) => () => unknown

export interface LoopOptions {
  name: string
  /** Does some work and says whether there may be more. */
  step(stopping: AbortSignal): Promise<boolean>
  /** The pause between two steps. */
  idleMillis: number
  /**
   * The step is not done again after the pause, but when it is woken from then on, or after
   * `lookMillis`.
   */
  waking?: WakeSource | undefined
  /**
   * How long the step is left undone when nothing wakes it; it then looks whether it has missed
   * something.
   */
  lookMillis?: number
  report(error: unknown, name: string): void
}

/** After a failure the pauses grow to this. */
const LONGEST_PAUSE_MILLIS = 30_000
const LOOK_MILLIS = 60_000

export function startLoop({
  name,
  step,
  idleMillis,
  waking,
  lookMillis = LOOK_MILLIS,
  report,
}: LoopOptions): Loop {
  const stopping = new AbortController()
  let woken = false
  let endSleep = () => {}
  const sleepUntilWoken = async () => {
    if (woken || stopping.signal.aborted) return
    const slept = new AbortController()
    endSleep = () => slept.abort()
    await pause(lookMillis, undefined, { signal: slept.signal }).catch(() => {})
  }
  const endWaking = waking?.(() => {
    woken = true
    endSleep()
  })
  const run = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      let more = false
      woken = false
      const began = performance.now()
      workTurns.publish({ worker: name, phase: 'begun' })
      try {
        more = await step(stopping.signal)
        failures = 0
      } catch (error) {
        failures++
        report(error, name)
      }
      const outcome = failures > 0 ? 'failed' : more ? 'more' : 'done'
      workTurns.publish({
        worker: name,
        phase: 'ended',
        outcome,
        seconds: (performance.now() - began) / 1000,
      })
      if (more || stopping.signal.aborted) continue
      const millis =
        failures === 0 ? idleMillis : Math.min(idleMillis * 2 ** failures, LONGEST_PAUSE_MILLIS)
      await pause(millis, undefined, { signal: stopping.signal }).catch(() => {})
      if (waking && failures === 0) await sleepUntilWoken()
    }
  }
  const done = run()
  return {
    async stop() {
      stopping.abort()
      endSleep()
      await done
      await endWaking?.()
    },
  }
}
