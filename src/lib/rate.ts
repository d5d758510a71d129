/** A bucket of tokens: so many a second, and a second's worth saved up at most. */
export interface Rate {
  /** Waits until at least one is there, and takes up to so many. */
  take(most: number): Promise<number>
  set(perSecond: number | null): void
}

export function createRate(perSecond: number | null): Rate {
  let rate = perSecond
  let tokens = perSecond === null ? 0 : Math.min(1, perSecond)
  let filledAt = Date.now()
  let turn: Promise<unknown> = Promise.resolve()

  const fill = (perSecond: number) => {
    const now = Date.now()
    tokens = Math.min(Math.max(1, perSecond), tokens + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
  }

  async function next(most: number): Promise<number> {
    for (;;) {
      if (rate === null) return most
      fill(rate)
      if (tokens >= 1) {
        const taken = Math.min(most, Math.floor(tokens))
        tokens -= taken
        return taken
      }
      const missing = ((1 - tokens) / rate) * 1000
      await new Promise(resolve => setTimeout(resolve, Math.min(1000, Math.max(1, missing))))
    }
  }

  return {
    take: most => {
      const taken = turn.then(() => next(most))
      turn = taken
      return taken
    },
    set: perSecond => {
      rate = perSecond
    },
  }
}
