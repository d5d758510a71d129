/** The pace at which the bodies of requests have to come. */
export interface BodyPace {
  millis: number
  /** Bytes in each span of `millis`. */
  least: number
}

/** A body that is being read. */
interface Watched {
  pace: BodyPace
  /** In the present span, and when it ends. */
  bytes: number
  until: number
  slow(): void
  place: number
}

export interface PaceWatch {
  /** Calls `slow` once a span has passed in which fewer bytes came than the pace demands. */
  add(pace: BodyPace, slow: () => void): Watched
  remove(watched: Watched): void
}

/** Looks in the shortest span. */
const TICKS = 10

/** One timer for all bodies: one for each would cost a short call 5 % of its time. */
export function createPaceWatch(shortest: number): PaceWatch {
  const all: Watched[] = []
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    const now = performance.now()
    // Backwards: a slow one is removed, and the last one takes its place.
    for (let place = all.length - 1; place >= 0; place--) {
      const one = all[place]!
      if (now < one.until) continue
      if (one.bytes < one.pace.least) one.slow()
      one.bytes = 0
      one.until = now + one.pace.millis
    }
    if (all.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    add(pace, slow) {
      const until = performance.now() + pace.millis
      const watched = { pace, bytes: 0, until, slow, place: all.length }
      all.push(watched)
      timer ??= setInterval(look, shortest / TICKS).unref()
      return watched
    },
    remove(watched) {
      const { place } = watched
      if (all[place] !== watched) return
      const last = all.pop()!
      if (last === watched) return
      all[place] = last
      last.place = place
    },
  }
}
