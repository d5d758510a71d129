/** How many streams each caller has open in this process. */
export interface OpenStreams {
  /** Counts one more and returns what ends it; undefined if the caller has as many as allowed. */
  open(caller: string): (() => void) | undefined
}

export function countStreams(most: number): OpenStreams {
  const open = new Map<string, number>()
  return {
    open(caller) {
      const before = open.get(caller) ?? 0
      if (before >= most) return undefined
      open.set(caller, before + 1)
      return () => {
        const left = open.get(caller)! - 1
        if (left > 0) open.set(caller, left)
        else open.delete(caller)
      }
    },
  }
}
