/**
 * Watching a sending until it has ended, with a line about it now and then. Whoever stops watching
 * does not stop the sending.
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
  /** Asked each time, before the sending is looked at. */
  meanwhile?: () => Promise<void>
}

/** Resolves with how it stood at its end. Ctrl-C ends the watching alone. */
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
          `The sending goes on without this command. To look at it: pennypost sending show ${sendingId}`,
        )
    }
  })
}
