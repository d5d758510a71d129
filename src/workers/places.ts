/**
 * The files that are processed at a time: a semaphore with a bulkhead of `ofEach` places per
 * account. Waiters are FIFO, but one whose account has all of its places is passed by those of
 * other accounts. A file that a worker has died on runs alone, so that a crash is its own and ends
 * no other file's work: it waits until every place is free, and no later waiter passes it.
 */
export interface Places {
  /**
   * Resolves with the function that releases the place. Rejects with the signal's reason when it is
   * aborted before that.
   */
  take(accountId: number, alone: boolean, signal: AbortSignal): Promise<() => void>
  /** Whether a released place would be taken by a waiter, or a waiter needs all of them free. */
  contended(): boolean
}

interface Waiting {
  accountId: number
  alone: boolean
  grant(): void
}

export function createPlaces({ places, ofEach }: { places: number; ofEach: number }): Places {
  /** The account of each place taken. */
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
        return // No later waiter passes it, to prevent starvation.
      else i++
    }
  }

  function give(accountId: number): void {
    taken.splice(taken.indexOf(accountId), 1)
    // A file that runs alone has the only place.
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
