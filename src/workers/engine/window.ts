/**
 * The limit on emails in flight without a settled reply. It bounds the emails that a kill -9 can
 * leave uncertain.
 */
export interface Window {
  /** Waits until the window has room for `count`, which is at most its size. */
  take(count: number): Promise<void>
  give(count: number): void
  readonly size: number
}

/** The part of the window reserved for urgent emails. */
const RESERVED = 1 / 8

/**
 * Two views of one window: urgent emails may use all of it and go first, the rest leaves the
 * reserved part free.
 */
export interface Windows {
  urgent: Window
  rest: Window
  readonly taken: number
}

interface Door extends Window {
  waiting: { count: number; resolve: () => void }[]
}

export function createWindow(size: number): Windows {
  let taken = 0
  const doors = [door(size), door(size - Math.floor(size * RESERVED))] as const

  function door(most: number): Door {
    const waiting: Door['waiting'] = []
    return {
      waiting,
      size: most,
      take: count =>
        new Promise(resolve => {
          waiting.push({ count, resolve })
          admit()
        }),
      give: count => {
        taken -= count
        admit()
      },
    }
  }

  function admit(): void {
    for (const { waiting, size: most } of doors) {
      while (waiting.length > 0 && taken + waiting[0]!.count <= most) {
        const { count, resolve } = waiting.shift()!
        taken += count
        resolve()
      }
      if (waiting.length > 0) return
    }
  }

  return {
    urgent: doors[0],
    rest: doors[1],
    get taken() {
      return taken
    },
  }
}
