/** Waiting for what comes about by itself. */
import { setTimeout as pause } from 'node:timers/promises'

/** Far longer than it takes on a slow machine. */
const MOST_MILLIS = 300_000

/**
 * Looks until it is so, and answers what was found. What does not come about is an error that names
 * what was looked for, or says what `trouble` does.
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
