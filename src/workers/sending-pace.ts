/** The rate of one sending, shared by all workers in equal parts. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/db.ts'
import { livingWorkers } from '../domain/routes/workers.sql.ts'

interface Pace {
  /** Waits until some may go; returns how many. None if the process stops. */
  take(most: number, stopping: AbortSignal): Promise<number>
  /** Null: no limit. */
  set(perMinute: number | null): Promise<void>
}

/** A change of the rate is noticed so soon. */
const LOOK_MILLIS = 250

export function createPace(db: Db): Pace {
  let perMilli: number | null = null
  let tokens = 1
  let filledAt = Date.now()

  /** At most a second's worth is kept. */
  function fill(rate: number): void {
    const now = Date.now()
    tokens = Math.min(Math.max(1, rate * 1_000), tokens + (now - filledAt) * rate)
    filledAt = now
  }

  return {
    async take(most, stopping) {
      while (perMilli !== null) {
        fill(perMilli)
        if (tokens >= 1) {
          const taken = Math.min(most, Math.floor(tokens))
          tokens -= taken
          return taken
        }
        const missing = (1 - tokens) / perMilli
        await pause(Math.min(LOOK_MILLIS, Math.ceil(missing)), undefined, {
          signal: stopping,
        }).catch(() => {})
        if (stopping.aborted) return 0
      }
      return most
    },
    async set(perMinute) {
      if (perMinute === null) {
        perMilli = null
        return
      }
      const { count } = await livingWorkers(db, {})
      perMilli = perMinute / 60_000 / Math.max(1, count)
    },
  }
}
