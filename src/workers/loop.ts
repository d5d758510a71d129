/** The shape of all workers: a step is done until there is nothing to do, then after a pause again; until told to stop. */
import { setTimeout as pause } from 'node:timers/promises'
import { workTurns } from '../lib/telemetry.ts'

export interface Loop {
  /** Finishes the step in hand. */
  stop(): Promise<void>
}

export interface LoopOptions {
  name: string
  /** Does some work and says whether there may be more. */
  step(stopping: AbortSignal): Promise<boolean>
  idleMillis: number
  report(error: unknown, name: string): void
}

/** After a failure the pauses grow to this. */
const LONGEST_PAUSE_MILLIS = 30_000

export function startLoop({ name, step, idleMillis, report }: LoopOptions): Loop {
  const stopping = new AbortController()
  const run = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      let more = false
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
      workTurns.publish({ worker: name, phase: 'ended', outcome, seconds: (performance.now() - began) / 1000 })
      if (more || stopping.signal.aborted) continue
      const millis = failures === 0 ? idleMillis : Math.min(idleMillis * 2 ** failures, LONGEST_PAUSE_MILLIS)
      await pause(millis, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const done = run()
  return {
    stop: () => {
      stopping.abort()
      return done
    },
  }
}
