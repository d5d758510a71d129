/**
 * What the log says while something that everybody needs is away: one line with the facts when it
 * begins, a line a second with how much has failed for it, and one when it is over; instead of a
 * line with a stack for each failure.
 */
export interface OutageLogOptions {
  write(level: 'error' | 'info', facts: Record<string, unknown>, message: string): void
  everyMillis?: number
  /** So long without a failure it is over; longer than any worker rests after one. */
  quietMillis?: number
}

export interface OutageLog {
  /** Counts one failure; `facts` are those it would have been written with. */
  count(error: Error, facts: Record<string, unknown>): void
}

type Kind = 'calls' | 'worker turns' | 'connections' | 'other attempts'

const EVERY_MILLIS = 1000
const QUIET_MILLIS = 40_000

export function createOutageLog({
  write,
  everyMillis = EVERY_MILLIS,
  quietMillis = QUIET_MILLIS,
}: OutageLogOptions): OutageLog {
  let timer: NodeJS.Timeout | undefined
  let began = 0
  let last = 0
  let inAll = new Map<Kind, number>()
  let lately = new Map<Kind, number>()

  function tell(): void {
    if (lately.size > 0) {
      write(
        'error',
        asFacts(lately),
        `the store is away: ${inWords(lately)} failed in the last second`,
      )
      lately = new Map()
    }
    if (performance.now() - last < quietMillis) return
    clearInterval(timer)
    timer = undefined
    const seconds = Math.round((last - began) / 1000)
    const over = `nothing has failed for want of the store for ${Math.round(quietMillis / 1000)} seconds`
    write(
      'info',
      { ...asFacts(inAll), seconds },
      `${over}; before, in ${seconds} seconds: ${inWords(inAll)}`,
    )
    inAll = new Map()
  }

  return {
    count(error, facts) {
      last = performance.now()
      if (!timer) {
        began = last
        timer = setInterval(tell, everyMillis)
        timer.unref()
        write(
          'error',
          { reason: error.message, code: (error as { code?: unknown }).code },
          'the store is away',
        )
      }
      const kind = kindOf(facts)
      lately.set(kind, (lately.get(kind) ?? 0) + 1)
      inAll.set(kind, (inAll.get(kind) ?? 0) + 1)
    },
  }
}

function kindOf({ call, worker, part }: Record<string, unknown>): Kind {
  if (call !== undefined) return 'calls'
  if (worker !== undefined) return 'worker turns'
  return part === 'store' ? 'connections' : 'other attempts'
}

const asFacts = (counts: Map<Kind, number>): Record<string, number> =>
  Object.fromEntries([...counts].map(([kind, count]) => [kind.replace(/^.* /, ''), count]))

const inWords = (counts: Map<Kind, number>): string =>
  [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')
