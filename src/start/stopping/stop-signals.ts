/** Signals to stop: the first one is obeyed in order, a second one at once. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../lib/log.ts'

export interface StopSignalsOptions {
  log: Log
  /** How long a stop in order may take. */
  timeoutMillis: number
  /** Names of its unfinished steps. */
  left(): string[]
  /** Stops what must not outlive the process. */
  releaseAtOnce(): Promise<void>
}

/** `timeout`, and supervisors that signal a process and its group, send the same signal twice. */
const SAME_SIGNAL_MILLIS = 1000
/** With STOP_TIMEOUT less than the minute that the examples of deploy/ give to a stop. */
const RELEASE_MILLIS = 5000

/**
 * Resolves at the first signal. From then on the process ends at a second one, or when the time for
 * the stop is over: it says so, stops the server of the store, and kills itself.
 */
export function onStopSignal({
  log,
  timeoutMillis,
  left,
  releaseAtOnce,
}: StopSignalsOptions): Promise<NodeJS.Signals> {
  const { level } = log
  let firstAt: number | undefined
  let ending = false

  async function end(): Promise<void> {
    ending = true
    // The store that goes away is no news.
    log.level = 'silent'
    await Promise.race([releaseAtOnce().catch(() => {}), pause(RELEASE_MILLIS)])
    killProcess()
  }

  function outOfTime(): void {
    if (ending) return
    const undone = left()
    // It may have said already that all is done.
    log.level = level
    log.error(
      // All steps are done, and a terminated thread still runs in native code.
      { left: undone.length > 0 ? undone : ['a thread'] },
      'the service did not stop in time: its work in progress is left to other workers, ' +
        'or to the next start',
    )
    void end()
  }

  return new Promise(resolve => {
    const stop = (signal: NodeJS.Signals) => {
      const now = performance.now()
      if (firstAt === undefined) {
        firstAt = now
        setTimeout(outOfTime, timeoutMillis).unref()
        resolve(signal)
      } else if (now - firstAt < SAME_SIGNAL_MILLIS) {
        log.info({ signal }, 'the signal came twice; another one will end the service at once')
      } else if (ending) {
        killProcess()
      } else {
        log.warn(
          { signal, left: left() },
          'a second signal: the service ends at once, its work in progress is left to other ' +
            'workers, or to the next start',
        )
        void end()
      }
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
  })
}

/** process.exit waits for every worker thread, and native code may run for minutes, or for ever. */
function killProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}
