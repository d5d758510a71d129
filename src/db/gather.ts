/**
 * Micro-batching: many calls share one statement and one group commit. Calls of one kind and
 * account that arrive together, or while a statement is in flight, form a batch. No timer delays a
 * call: a lone call is sent as the plain statement as soon as the input that has arrived is read;
 * others wait only for the statement in flight. The lanes share the callers evenly: a caller sends
 * its next call after the reply, so one batch of all calls would leave the store idle while they
 * are answered, and the service idle while the store works. Callers see no difference: each call is
 * answered as if it were alone, in order of arrival per key.
 */
import type { Store } from './db.ts'
import { storeLocal } from './store-local.ts'

export interface GatheredStatement<Call, Answer> {
  /** The plain statement for a lone call. */
  one(store: Store, accountId: number, call: Call): Promise<Answer>
  /**
   * The statement for a batch; its keys, if any, are distinct and ascending. An error fails the
   * whole batch; its calls are then sent one by one.
   */
  many(store: Store, accountId: number, calls: Call[]): Promise<(Answer | Error)[]>
  /** Calls with the same key are never in one batch. Calls without a key are independent. */
  keyOf?(call: Call): string | undefined
  /** Maximum calls per statement. */
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
  inFlight: number
  /** Estimated number of concurrent calls, waiting or in flight. */
  concurrency: number
  /** A lane's share of them; at first all waiting calls form one batch. */
  share: number
  /** A batch starts at the end of this turn of the event loop. */
  due: boolean
  /**
   * The keys in flight, one set per batch: a second call of a key waits for the first, so that they
   * stay in order. A single long-lived set would be rehashed again and again, and its old tables,
   * once in the old generation, would retain newer objects.
   */
  keys: Set<string>[]
  waiting: Waiting<Call, Answer>[]
}

/**
 * Two statements keep the store busy while one commits; more would make batches smaller without a
 * gain.
 */
const LANES = 2
/**
 * A statement that waits this long for a lock must not block the calls behind it: another lane
 * opens.
 */
const STUCK_MS = 25
const MOST_LANES = 8
/** Decay of the estimate of concurrent calls, per batch. */
const DECAY = 0.98
/** Batches up to this size are not split: a statement costs more than its rows. */
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
        inFlight: 0,
        concurrency: 0,
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
   * Starts a batch when a lane's share of calls waits; fewer calls wait for the statement in
   * flight, or for the end of this turn.
   */
  function soon(store: Store, accountId: number, lanes: Lanes<Call, Answer>): void {
    if (lanes.running >= LANES || lanes.waiting.length === 0) return
    if (lanes.waiting.length >= lanes.share) {
      start(store, accountId, lanes, LANES)
      return
    }
    if (lanes.due || lanes.running > 0) return
    lanes.due = true
    startAfterArrivals(store, accountId, lanes)
  }

  /**
   * Starts a batch at the end of the first turn of the event loop in which no further call arrived:
   * an almost complete batch costs the store as much as a complete one.
   */
  function startAfterArrivals(store: Store, accountId: number, lanes: Lanes<Call, Answer>): void {
    const here = lanes.waiting.length
    setImmediate(() => {
      if (
        lanes.running === 0 &&
        here < lanes.waiting.length &&
        lanes.waiting.length < lanes.share
      ) {
        startAfterArrivals(store, accountId, lanes)
        return
      }
      lanes.due = false
      if (lanes.running === 0) start(store, accountId, lanes, LANES)
    })
  }

  function start(store: Store, accountId: number, lanes: Lanes<Call, Answer>, limit: number): void {
    if (lanes.running >= limit) return
    lanes.concurrency = Math.max(lanes.concurrency * DECAY, lanes.waiting.length + lanes.inFlight)
    lanes.share = Math.max(1, Math.ceil(Math.round(lanes.concurrency) / LANES))
    const keys = new Set<string>()
    const batch = take(lanes, keys)
    if (batch.length === 0) return
    lanes.keys.push(keys)
    lanes.running++
    lanes.inFlight += batch.length
    const stuck = setTimeout(() => start(store, accountId, lanes, MOST_LANES), STUCK_MS)
    run(store, accountId, batch).finally(() => {
      clearTimeout(stuck)
      lanes.running--
      lanes.inFlight -= batch.length
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
    const isFree = (key: string) =>
      !keys.has(key) && !lanes.keys.some(inFlight => inFlight.has(key))
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
    // A lone call, or a batch that failed because of one call's data: the other calls must not fail
    // with it.
    for (const { call, resolve, reject } of batch)
      await one(store, accountId, call).then(resolve, reject)
  }
}

/** Calls without a key come last, in order of arrival. */
function byKey(
  { key: a }: { key: string | undefined },
  { key: b }: { key: string | undefined },
): number {
  if (a === b) return 0
  if (a === undefined) return 1
  return b === undefined || a < b ? -1 : 1
}

/**
 * Classes 22 and 23 (data, constraint): caused by one call. Other errors would fail each of them.
 */
function isOfData(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' && /^2[23]/.test(code)
}
