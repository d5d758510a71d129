/**
 * Watches a sending to its end, with a line at intervals. Ending the watch does not stop the
 * sending.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/db.ts'
import { type SendingProgress, sendingProgress } from '../domain/sendings/progress.ts'
import { CommandFailed } from './context.ts'
import { interruptible } from './long-work.ts'
import { createTeller } from './sending-report.ts'

const EVERY_MILLIS = 500
const SAY_EVERY_MILLIS = 2_000

export interface WatchReporting {
  progress(line: string): void
  /** Called before each poll. */
  meanwhile?: () => Promise<void>
}

/** Resolves with its state at the end. Ctrl-C ends only the watch. */
export function watchSending(
  db: Db,
  accountId: number,
  sendingId: number,
  { progress, meanwhile }: WatchReporting,
): Promise<SendingProgress> {
  const tell = createTeller(progress)
  return interruptible(async stopping => {
    for (let spoken = 0; ; ) {
      await meanwhile?.()
      const state = await sendingProgress(db, accountId, sendingId)
      const ended = state.state === 'finished' || state.state === 'cancelled'
      if (ended || performance.now() - spoken >= SAY_EVERY_MILLIS) {
        tell(state)
        spoken = performance.now()
      }
      if (ended) return state
      await pause(EVERY_MILLIS, undefined, { signal: stopping }).catch(() => {})
      if (stopping.aborted)
        throw new CommandFailed(
          'The sending continues without this command. To see it: pennypost sending show ' +
            `${sendingId}`,
        )
    }
  })
}
