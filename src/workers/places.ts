/**
 * Places for files being worked on: a semaphore with a bulkhead for each account. The others wait
 * in the order they came. What a worker has died over before works alone, so that it is known by
 * it, and takes nobody along.
 */
export interface Places {
  /**
   * Resolves, when there is a place, to what gives it back. Rejects with the signal's reason when
   * that is told to stop first.
   */
  take(accountId: number, alone: boolean, signal: AbortSignal): Promise<() => void>
  /** Somebody waits for a place that is taken. */
  contended(): boolean
}

interface Waiting {
  accountId: number
  alone: boolean
  grant(): void
}

export function createPlaces({ places, ofEach }: { places: number; ofEach: number }): Places {
  /** The accounts of those that have a place. */
  const taken: number[] = []
  const waiting: Waiting[] = []
  let oneAlone = false

  const fits = ({ accountId, alone }: Waiting) =>
    alone
      ? taken.length === 0
      : !oneAlone &&
        taken.length < places &&
        taken.filter(other => other === accountId).length < ofEach

  function grantAll(): void {
    for (let i = 0; i < waiting.length; ) {
      const next = waiting[i]!
      if (fits(next)) {
        waiting.splice(i, 1)
        taken.push(next.accountId)
        oneAlone = next.alone
        next.grant()
      } else if (next.alone)
        return // Nobody passes it, else its time would never come.
      else i++
    }
  }

  function give(accountId: number): void {
    taken.splice(taken.indexOf(accountId), 1)
    // Who works alone is the only one.
    oneAlone = false
    grantAll()
  }

  return {
    contended: () =>
      waiting.length > 0 &&
      (taken.length >= places || oneAlone || waiting.some(({ alone }) => alone)),
    async take(accountId, alone, signal) {
      signal.throwIfAborted()
      return await new Promise((resolve, reject) => {
        const stop = () => {
          waiting.splice(waiting.indexOf(one), 1)
          reject(signal.reason)
          grantAll()
        }
        const one: Waiting = {
          accountId,
          alone,
          grant() {
            signal.removeEventListener('abort', stop)
            resolve(() => give(accountId))
          },
        }
        waiting.push(one)
        signal.addEventListener('abort', stop, { once: true })
        grantAll()
      })
    },
  }
}
