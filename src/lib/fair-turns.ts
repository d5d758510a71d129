/**
 * Fair scheduling (round robin) of places that all accounts share: one owner waits for at most one
 * piece of work of each other, however much those have. No owner takes all places, or waits in a
 * long queue of its own.
 */
export interface FairTurns {
  /**
   * Runs the work when it is its owner's turn. Rejects with TurnsFull if the owner waits for as
   * many turns as allowed, and with the signal's reason if aborted before.
   */
  run<T>(owner: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** The owner waits for many turns already. */
export class TurnsFull extends Error {}

export interface FairTurnsOptions {
  places: number
  /** Places of one owner. */
  ofEach: number
  /** The limit of waiting work of one owner, and the message beyond it. */
  mostWaiting?: { most: number; says: string }
}

interface Owner {
  running: number
  waiting: (() => void)[]
  /** The number of its last turn; of one that had none, just before the last one of all. */
  last: number
}

export function createFairTurns({ places, ofEach, mostWaiting }: FairTurnsOptions): FairTurns {
  let free = places
  let turn = 0
  const owners = new Map<number, Owner>()
  const mayRun = ({ waiting, running }: Owner) => waiting.length > 0 && running < ofEach

  function next(): void {
    while (free > 0) {
      let longest: Owner | undefined
      for (const owner of owners.values())
        if (mayRun(owner) && (!longest || owner.last < longest.last)) longest = owner
      if (!longest) return
      free--
      longest.running++
      longest.last = ++turn
      longest.waiting.shift()!()
    }
  }

  async function take(id: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const owner = owners.get(id) ?? { running: 0, waiting: [], last: turn - 0.5 }
    const isFree = free > 0 && owner.running < ofEach
    if (mostWaiting && !isFree && owner.waiting.length >= mostWaiting.most)
      throw new TurnsFull(mostWaiting.says)
    owners.set(id, owner)
    await new Promise<void>((resolve, reject) => {
      const granted = () => {
        signal?.removeEventListener('abort', aborted)
        resolve()
      }
      const aborted = () => {
        owner.waiting.splice(owner.waiting.indexOf(granted), 1)
        forget(id, owner)
        reject(signal?.reason)
      }
      owner.waiting.push(granted)
      signal?.addEventListener('abort', aborted, { once: true })
      next()
    })
  }

  function give(id: number): void {
    const owner = owners.get(id)!
    owner.running--
    free++
    forget(id, owner)
    next()
  }

  function forget(id: number, owner: Owner): void {
    if (owner.running === 0 && owner.waiting.length === 0) owners.delete(id)
  }

  return {
    async run(id, work, signal) {
      await take(id, signal)
      try {
        return await work()
      } finally {
        give(id)
      }
    },
  }
}
