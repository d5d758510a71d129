/** How many letters may be on their way without a settled reply: what a kill -9 can leave uncertain is bounded by it. */
export interface Window {
  /** Waits until so many fit; no more than its size may be asked for. */
  take(count: number): Promise<void>
  give(count: number): void
  readonly size: number
  readonly taken: number
}

export function createWindow(size: number): Window {
  let taken = 0
  const waiting: { count: number; resolve: () => void }[] = []
  const admit = () => {
    while (waiting.length > 0 && taken + waiting[0]!.count <= size) {
      const { count, resolve } = waiting.shift()!
      taken += count
      resolve()
    }
  }
  return {
    size,
    get taken() {
      return taken
    },
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
