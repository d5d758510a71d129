/**
 * Opens work that is due: each piece runs in a task of its own, so that a slow one holds up no
 * other. The number open at a time is limited; work that could not go on pauses before it is opened
 * again.
 */
export interface OpenerOptions<Work> {
  /** How many are open at a time. */
  most: number
  /** Of one account, when so many are free. Without it an account may have them all. */
  ofEach?(free: number): number
  keyOf(work: Work): string
  /** The longest waiting first. It may name what is open already. */
  due(): Promise<Work[]>
  /** Works until nothing is left, or it can't go on; answers for how many milliseconds it rests. */
  run(work: Work, signals: OpenerSignals): Promise<number>
  /** What its failures are reported as. */
  nameOf(work: Work): string
  report(error: unknown, name: string): void
}

/** What a piece of work is given when it is opened. */
export interface OpenerSignals {
  stopping: AbortSignal
  /** Whether there was a nudge since this was last asked. */
  nudged(): boolean
}

export interface Opener<Work> {
  /** Opens what is due, and says whether anything was opened. */
  step(stopping: AbortSignal): Promise<boolean>
  /**
   * A hint that this has something to do now: it is opened, or looks once more before it is left.
   */
  nudge(work: Work): void
  /** At the last step something had to wait because as many were open as may be. */
  crowded(): boolean
  /** Resolves when all have settled what they had in hand. */
  finish(): Promise<void>
}

/** A failure inside: the store is away, or something is wrong with this one. */
const REST_AFTER_FAILURE_MILLIS = 2_000

export function createOpener<Work extends { accountId: number }>(
  options: OpenerOptions<Work>,
): Opener<Work> {
  const { most, ofEach, keyOf, due, run, nameOf, report } = options
  const open = new Map<string, { accountId: number; ended: Promise<void> }>()
  const restingUntil = new Map<string, number>()
  /** Those that were nudged while they were open. */
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
