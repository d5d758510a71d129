/**
 * Micro-batching: many calls share one statement and one group commit. Calls of one kind and
 * account that arrive together, or while a statement is in flight, go together. No timer delays a
 * call: a lone call goes as soon as what has arrived by now is read, as the plain statement; the
 * running statement is the wait. The lanes share the callers evenly: a caller sends its next call
 * when it is answered, so a batch of all would leave the store idle while they are answered, and
 * the service idle while the store works. Nothing that a caller sees may change by it: each call is
 * answered as if it had come alone, in the order of arrival for one key.
 */
import type { Store } from './db.ts'
import { storeLocal } from './store-local.ts'

export interface GatheredStatement<Call, Answer> {
  /** The plain statement for a lone call. */
  one(store: Store, accountId: number, call: Call): Promise<Answer>
  /**
   * The statement for many, keys, if they have any, all different and in ascending order. An error
   * fails the whole batch; its calls are then tried one by one.
   */
  many(store: Store, accountId: number, calls: Call[]): Promise<(Answer | Error)[]>
  /**
   * Calls of the same key never share a batch. Without one a call has nothing to do with others.
   */
  keyOf?(call: Call): string | undefined
  /** How many calls share a statement at most. */
  most?: number
}

interface Waiting<Call, Answer> {
  call: Call
  key: string | undefined
  resolve(answer: Answer): void
  reject(error: unknown): void
}

interface Lanes<Call, Answer> {
  running: number
  /** Calls in flight. */
  flying: number
  /** How many calls were here at once lately, waiting or in flight. */
  crowd: number
  /** A lane's share of them; at first what comes goes together. */
  share: number
  /** Will look for a batch at the end of this turn of the event loop. */
  due: boolean
  /**
   * The keys in flight, a set for each batch: a second call of one key waits for the first, or the
   * two would overtake each other. One set for all, with keys coming and going, would be copied
   * over and over; its old copies, once among the old objects, keep alive what came later.
   */
  keys: Set<string>[]
  waiting: Waiting<Call, Answer>[]
}

/**
 * Two statements in flight keep the store busy while one commits; more make smaller batches and no
 * more speed.
 */
const LANES = 2
/**
 * A statement that waits this long for a lock shall not hold up the calls behind it: another lane
 * opens.
 */
const STUCK_MS = 25
const MOST_LANES = 8
/** Decay of the estimate of concurrent calls, per batch. */
const FORGETTING = 0.98
/** So few are not divided: a statement costs more than its rows. */
const SMALL = 4

export function gathered<Call, Answer>({
  one,
  many,
  keyOf,
  most = 250,
}: GatheredStatement<Call, Answer>) {
  const lanesOf = storeLocal(() => new Map<number, Lanes<Call, Answer>>())

  return (store: Store, accountId: number, call: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const accounts = lanesOf(store)
      const lanes = accounts.get(accountId) ?? {
        running: 0,
        flying: 0,
        crowd: 0,
        share: Infinity,
        due: false,
        keys: [],
        waiting: [],
      }
      accounts.set(accountId, lanes)
      lanes.waiting.push({ call, key: keyOf?.(call), resolve, reject })
      soon(store, accountId, lanes)
    })

  /**
   * Starts a batch when a lane's share of the callers waits; what is less waits for the statement
   * in flight, or for the end of this turn.
   */
  function soon(store: Store, accountId: number, lanes: Lanes<Call, Answer>): void {
    if (lanes.running >= LANES || lanes.waiting.length === 0) return
    if (lanes.waiting.length >= lanes.share) {
      start(store, accountId, lanes, LANES)
      return
    }
    if (lanes.due || lanes.running > 0) return
    lanes.due = true
    startWhenHere(store, accountId, lanes)
  }

  /**
   * At the end of a turn of the event loop that has brought no more of them; a batch that is nearly
   * whole costs the store as much as one that is.
   */
  function startWhenHere(store: Store, accountId: number, lanes: Lanes<Call, Answer>): void {
    const here = lanes.waiting.length
    setImmediate(() => {
      if (
        lanes.running === 0 &&
        here < lanes.waiting.length &&
        lanes.waiting.length < lanes.share
      ) {
        startWhenHere(store, accountId, lanes)
        return
      }
      lanes.due = false
      if (lanes.running === 0) start(store, accountId, lanes, LANES)
    })
  }

  function start(store: Store, accountId: number, lanes: Lanes<Call, Answer>, limit: number): void {
    if (lanes.running >= limit) return
    lanes.crowd = Math.max(lanes.crowd * FORGETTING, lanes.waiting.length + lanes.flying)
    lanes.share = Math.max(1, Math.ceil(Math.round(lanes.crowd) / LANES))
    const keys = new Set<string>()
    const batch = take(lanes, keys)
    if (batch.length === 0) return
    lanes.keys.push(keys)
    lanes.running++
    lanes.flying += batch.length
    const stuck = setTimeout(() => start(store, accountId, lanes, MOST_LANES), STUCK_MS)
    run(store, accountId, batch).finally(() => {
      clearTimeout(stuck)
      lanes.running--
      lanes.flying -= batch.length
      lanes.keys.splice(lanes.keys.indexOf(keys), 1)
      soon(store, accountId, lanes)
    })
    soon(store, accountId, lanes)
  }

  function take(lanes: Lanes<Call, Answer>, keys: Set<string>): Waiting<Call, Answer>[] {
    const size = Math.min(most, Math.max(SMALL, lanes.share))
    if (!keyOf) return lanes.waiting.splice(0, size)
    const batch: Waiting<Call, Answer>[] = []
    const later: Waiting<Call, Answer>[] = []
    const isFree = (key: string) => !keys.has(key) && !lanes.keys.some(flying => flying.has(key))
    for (const waiting of lanes.waiting) {
      const { key } = waiting
      if (batch.length < size && (key === undefined || isFree(key))) {
        if (key !== undefined) keys.add(key)
        batch.push(waiting)
      } else later.push(waiting)
    }
    lanes.waiting = later
    return batch.sort(byKey)
  }

  async function run(
    store: Store,
    accountId: number,
    batch: Waiting<Call, Answer>[],
  ): Promise<void> {
    if (batch.length > 1) {
      try {
        const answers = await many(
          store,
          accountId,
          batch.map(({ call }) => call),
        )
        batch.forEach(({ resolve, reject }, i) => {
          const answer = answers[i] as Answer | Error
          if (answer instanceof Error) reject(answer)
          else resolve(answer)
        })
        return
      } catch (error) {
        if (!isOfData(error)) {
          for (const { reject } of batch) reject(error)
          return
        }
      }
    }
    // A lone call, or a batch that failed for the data of one of its calls: its neighbours shall
    // not suffer for it.
    for (const { call, resolve, reject } of batch)
      await one(store, accountId, call).then(resolve, reject)
  }
}

/** Those without a key come last, as they arrived. */
function byKey(
  { key: a }: { key: string | undefined },
  { key: b }: { key: string | undefined },
): number {
  if (a === b) return 0
  if (a === undefined) return 1
  return b === undefined || a < b ? -1 : 1
}

/**
 * Classes 22 and 23: a value or a constraint, the fault of one call. What else goes wrong would go
 * wrong for each of them.
 */
function isOfData(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' && /^2[23]/.test(code)
}
