/**
 * Opens due work: each piece runs in its own task, so that a slow one does not hold up the rest.
 * The number of open pieces is limited; work that could not continue pauses before it is opened
 * again.
 */
export interface OpenerOptions<Work> {
  /** Maximum number of open pieces. */
  most: number
  /** Limit per account, given the number of free places. Without it an account may use them all. */
  ofEach?(free: number): number
  keyOf(work: Work): string
  /** The longest waiting first. May contain work that is already open. */
  due(): Promise<Work[]>
  /**
   * Works until nothing is left or it can't continue; returns for how many milliseconds it pauses.
   */
  run(work: Work, signals: OpenerSignals): Promise<number>
  /** Name of the work in failure reports. */
  nameOf(work: Work): string
  report(error: unknown, name: string): void
}

/** Signals passed to a piece of work when it is opened. */
export interface OpenerSignals {
  stopping: AbortSignal
  /** Whether a nudge arrived since the last call. */
  nudged(): boolean
}

export interface Opener<Work> {
  /** Opens due work; returns whether any was opened. */
  step(stopping: AbortSignal): Promise<boolean>
  /** A hint that this work is due: it is opened, or checks again before it closes. */
  nudge(work: Work): void
  /** At the last step, work had to wait because the limit was reached. */
  crowded(): boolean
  /** Resolves when all open work has settled. */
  finish(): Promise<void>
}

/** After an error: the store is unavailable, or this work is faulty. */
const REST_AFTER_FAILURE_MILLIS = 2_000

export function createOpener<Work extends { accountId: number }>(
  options: OpenerOptions<Work>,
): Opener<Work> {
  const { most, ofEach, keyOf, due, run, nameOf, report } = options
  const open = new Map<string, { accountId: number; ended: Promise<void> }>()
  const restingUntil = new Map<string, number>()
  /** Work nudged while open. */
  const nudged = new Set<string>()
  let stopping: AbortSignal | undefined
  let crowded = false

  function hasRoom(accountId: number): boolean {
    const free = most - open.size
    if (free <= 0 || !ofEach) return free > 0
    return [...open.values()].filter(other => other.accountId === accountId).length < ofEach(free)
  }

  function openOne(work: Work, stopping: AbortSignal): boolean {
    const key = keyOf(work)
    if (stopping.aborted || open.has(key) || !hasRoom(work.accountId)) return false
    if ((restingUntil.get(key) ?? 0) > Date.now()) return false
    const ended = run(work, { stopping, nudged: () => nudged.delete(key) })
      .catch(error => {
        report(error, nameOf(work))
        return REST_AFTER_FAILURE_MILLIS
      })
      .then(restMillis => {
        open.delete(key)
        if (restMillis > 0) restingUntil.set(key, Date.now() + restMillis)
        if (nudged.delete(key)) openOne(work, stopping)
      })
    open.set(key, { accountId: work.accountId, ended })
    return true
  }

  return {
    async step(signal) {
      stopping ??= signal
      if (open.size >= most && !ofEach) return false
      for (const [key, until] of restingUntil) if (until <= Date.now()) restingUntil.delete(key)
      let opened = false
      let waits = false
      for (const work of await due()) {
        if (openOne(work, signal)) opened = true
        else waits ||= open.size >= most && !open.has(keyOf(work))
      }
      crowded = waits
      return opened
    },
    nudge(work) {
      if (stopping === undefined || stopping.aborted) return
      const key = keyOf(work)
      if (open.has(key)) nudged.add(key)
      else openOne(work, stopping)
    },
    crowded: () => crowded,
    async finish() {
      await Promise.all([...open.values()].map(({ ended }) => ended))
    },
  }
}
