/**
 * Aggregates log lines during an outage of the store: one line with the facts when it starts, one
 * per second with the number of failures, and one when it ends, instead of a line with a stack for
 * each failure.
 */
export interface OutageLogOptions {
  write(level: 'error' | 'info', facts: Record<string, unknown>, message: string): void
  everyMillis?: number
  /** The outage ends after this time without a failure; longer than any worker pauses after one. */
  quietMillis?: number
}

export interface OutageLog {
  /** Counts one failure; `facts` are those of its log line. */
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
  let total = new Map<Kind, number>()
  let lastSecond = new Map<Kind, number>()

  function report(): void {
    if (lastSecond.size > 0) {
      write(
        'error',
        asFacts(lastSecond),
        `the store is unreachable: ${inWords(lastSecond)} failed in the last second`,
      )
      lastSecond = new Map()
    }
    if (performance.now() - last < quietMillis) return
    clearInterval(timer)
    timer = undefined
    const seconds = Math.round((last - began) / 1000)
    const over = `no failure because of the store for ${Math.round(quietMillis / 1000)} seconds`
    write(
      'info',
      { ...asFacts(total), seconds },
      `${over}; before, in ${seconds} seconds: ${inWords(total)}`,
    )
    total = new Map()
  }

  return {
    count(error, facts) {
      last = performance.now()
      if (!timer) {
        began = last
        timer = setInterval(report, everyMillis)
        timer.unref()
        write(
          'error',
          { reason: error.message, code: (error as { code?: unknown }).code },
          'the store is unreachable',
        )
      }
      const kind = kindOf(facts)
      lastSecond.set(kind, (lastSecond.get(kind) ?? 0) + 1)
      total.set(kind, (total.get(kind) ?? 0) + 1)
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
