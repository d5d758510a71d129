/** Waiting for a state (polling). */
import { setTimeout as pause } from 'node:timers/promises'

/** Far longer than it takes on a slow machine. */
const MOST_MILLIS = 300_000

/**
 * Polls until it is so, and returns the result. After the deadline it throws an error with the
 * source of `look`, or the text of `trouble`.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  trouble: () => unknown = () => look,
): Promise<Exclude<T, undefined | null | false>> {
  const end = performance.now() + MOST_MILLIS
  for (;;) {
    const found = await look()
    if (found) return found as Exclude<T, undefined | null | false>
    if (performance.now() > end) throw new Error(`it did not come about: ${await trouble()}`)
    await pause(20)
  }
}
