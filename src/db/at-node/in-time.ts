import { setTimeout as pause, setImmediate } from 'node:timers/promises'

/** The outcome of the work; undefined if it has none after so many milliseconds. */
export async function inTime<T>(work: Promise<T>, millis: number): Promise<T | undefined> {
  const done = new AbortController()
  const late = pause(millis, undefined, { signal: done.signal, ref: false })
    // Replies that came while this process was stopped are read before that.
    .then(
      () => setImmediate(undefined),
      () => undefined,
    )
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
    work.catch(() => {})
  }
}
