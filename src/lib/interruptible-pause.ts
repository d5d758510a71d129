/** Pauses of workers that end when the process stops. */
import { setTimeout as pause } from 'node:timers/promises'

/** Resolves after a time in milliseconds, or at once when `stopping` is aborted; never rejects. */
export async function interruptiblePause(millis: number, stopping?: AbortSignal): Promise<void> {
  await pause(millis, undefined, stopping && { signal: stopping }).catch(() => {})
}
