/**
 * A token bucket: refilled with a number of tokens per second, with a capacity of one second's
 * worth, or of another share of it.
 */
export interface Rate {
  /**
   * Waits until at least one token is available, and takes up to `most`; none if the signal is
   * aborted, or the callers are released. Urgent callers take precedence.
   */
  take(most: number, urgent?: boolean, stopping?: AbortSignal): Promise<number>
  set(perSecond: number | null): void
  /** All who wait get none. */
  release(): void
}

export function createRate(perSecond: number | null, burstSeconds = 1): Rate {
  let rate = perSecond
  let tokens = perSecond === null ? 0 : Math.min(1, perSecond)
  let filledAt = Date.now()
  const waiting: { most: number; urgent: boolean; resolve(taken: number): void }[] = []
  let serving = false

  const fill = (perSecond: number) => {
    const now = Date.now()
    // A timer is a little late each time: that must not make it slower.
    const most = Math.max(1, perSecond * burstSeconds) + (burstSeconds < 1 ? 0.5 : 0)
    tokens = Math.min(most, tokens + ((now - filledAt) / 1000) * perSecond)
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
    take: (most, urgent = false, stopping) =>
      new Promise(resolve => {
        if (stopping?.aborted) return resolve(0)
        const place = urgent ? waiting.findIndex(other => !other.urgent) : -1
        const one = { most, urgent, resolve: done }
        function done(taken: number): void {
          stopping?.removeEventListener('abort', leave)
          resolve(taken)
        }
        function leave(): void {
          const at = waiting.indexOf(one)
          if (at >= 0) waiting.splice(at, 1)
          done(0)
        }
        stopping?.addEventListener('abort', leave)
        waiting.splice(place < 0 ? waiting.length : place, 0, one)
        if (!serving) void serve()
      }),
    set: perSecond => {
      rate = perSecond
    },
    release() {
      for (const { resolve } of waiting.splice(0)) resolve(0)
    },
  }
}
