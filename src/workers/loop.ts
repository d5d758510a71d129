/**
 * The common loop of all workers: runs a step until it reports no more work, then pauses, or waits
 * until it is woken; until it is stopped.
 */
import { interruptiblePause } from '../lib/interruptible-pause.ts'
import { workTurns } from '../lib/telemetry.ts'

export interface Loop {
  /** Finishes the current step. */
  stop(): Promise<void>
}

/** Subscribes to wake-ups of a loop; returns the function that unsubscribes. */
export type WakeSource = (wake: () => void) => () => unknown

export interface LoopOptions {
  name: string
  /** Does some work; returns whether there may be more. */
  step(stopping: AbortSignal): Promise<boolean>
  /** The pause between two steps. */
  idleMillis: number
  /** After the pause the step waits until it is woken, or for `pollMillis`. */
  waking?: WakeSource | undefined
  /** Longest wait for a wake-up; the step then runs in case one was missed. */
  pollMillis?: number
  report(error: unknown, name: string): void
}

/** Longest pause of the backoff after failures. */
const LONGEST_PAUSE_MILLIS = 30_000
const POLL_MILLIS = 60_000

export function startLoop({
  name,
  step,
  idleMillis,
  waking,
  pollMillis = POLL_MILLIS,
  report,
}: LoopOptions): Loop {
  const stopping = new AbortController()
  let woken = false
  let endSleep = () => {}
  const sleepUntilWoken = async () => {
    if (woken || stopping.signal.aborted) return
    const slept = new AbortController()
    endSleep = () => slept.abort()
    await interruptiblePause(pollMillis, slept.signal)
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
      await interruptiblePause(millis, stopping.signal)
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
