/**
 * A token bucket: refilled with a number of tokens per second, with a capacity of one second's
 * worth.
 */
export interface Rate {
  /**
   * Waits until at least one token is available, and takes up to `most`. Urgent callers take
   * precedence.
   */
  take(most: number, urgent?: boolean): Promise<number>
  set(perSecond: number | null): void
}

export function createRate(perSecond: number | null): Rate {
  let rate = perSecond
  let tokens = perSecond === null ? 0 : Math.min(1, perSecond)
  let filledAt = Date.now()
  const waiting: { most: number; urgent: boolean; resolve(taken: number): void }[] = []
  let serving = false

  const fill = (perSecond: number) => {
    const now = Date.now()
    tokens = Math.min(Math.max(1, perSecond), tokens + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
  }

  /**
   * Serves the queue in order; after each wait it starts again at the head, where an urgent caller
   * may be.
   */
  async function serve(): Promise<void> {
    serving = true
    while (waiting.length > 0) {
      if (rate === null) {
        const { most, resolve } = waiting.shift()!
        resolve(most)
        continue
      }
      fill(rate)
      if (tokens >= 1) {
        const { most, resolve } = waiting.shift()!
        const taken = Math.min(most, Math.floor(tokens))
        tokens -= taken
        resolve(taken)
        continue
      }
      const missing = ((1 - tokens) / rate) * 1000
      await new Promise(resolve => setTimeout(resolve, Math.min(1000, Math.max(1, missing))))
    }
    serving = false
  }

  return {
    take: (most, urgent = false) =>
      new Promise(resolve => {
        const place = urgent ? waiting.findIndex(other => !other.urgent) : -1
        waiting.splice(place < 0 ? waiting.length : place, 0, { most, urgent, resolve })
        if (!serving) void serve()
      }),
    set: perSecond => {
      rate = perSecond
    },
  }
}
