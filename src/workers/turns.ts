/** So many may work at a time; the others wait in the order they came, so that each gets its turn. */
export interface Turns {
  /** Rejects with the signal's reason when that is told to stop first. */
  take(signal: AbortSignal): Promise<void>
  give(): void
}

export function createTurns(places: number): Turns {
  let free = places
  const waiting: (() => void)[] = []
  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free--
        return
      }
      await new Promise<void>((resolve, reject) => {
        const granted = () => {
          signal.removeEventListener('abort', stopped)
          resolve()
        }
        const stopped = () => {
          waiting.splice(waiting.indexOf(granted), 1)
          reject(signal.reason)
        }
        waiting.push(granted)
        signal.addEventListener('abort', stopped, { once: true })
      })
    },
    give() {
      const next = waiting.shift()
      if (next) next()
      else free++
    },
  }
}
