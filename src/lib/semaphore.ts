/** A FIFO semaphore. */
export interface Semaphore {
  /**
   * Runs the work as soon as a slot is free. Rejects with the signal's reason if aborted before.
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

export function createSemaphore(places: number): Semaphore {
  let free = places
  const queue: (() => void)[] = []

  async function take(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (free > 0) {
      free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const granted = () => {
        signal?.removeEventListener('abort', aborted)
        resolve()
      }
      const aborted = () => {
        queue.splice(queue.indexOf(granted), 1)
        reject(signal?.reason)
      }
      queue.push(granted)
      signal?.addEventListener('abort', aborted, { once: true })
    })
  }

  function give(): void {
    const next = queue.shift()
    if (next) next()
    else free++
  }

  return {
    async run(work, signal) {
      await take(signal)
      try {
        return await work()
      } finally {
        give()
      }
    },
  }
}
