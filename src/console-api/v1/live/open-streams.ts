/** How many streams each caller, and each account, has open in this process. */
export interface OpenStreams {
  /** Counts one more and returns what ends it; undefined if there are as many as allowed. */
  open(caller: string, accountId: number): (() => void) | undefined
}

export function countStreams(most: { caller: number; account: number }): OpenStreams {
  const open = new Map<string, number>()
  const count = (name: string, change: number) => {
    const left = (open.get(name) ?? 0) + change
    if (left > 0) open.set(name, left)
    else open.delete(name)
  }
  return {
    open(caller, accountId) {
      const account = `account ${accountId}`
      if ((open.get(caller) ?? 0) >= most.caller) return undefined
      if ((open.get(account) ?? 0) >= most.account) return undefined
      for (const name of [caller, account]) count(name, 1)
      return () => {
        for (const name of [caller, account]) count(name, -1)
      }
    },
  }
}
