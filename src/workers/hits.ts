/**
 * Background work for opens and clicks: counts them, judges suspicious emails again, and maintains
 * the monthly partitions of hits.
 */
import type { Store } from '../db/db.ts'
import { forgetDue } from '../domain/tracking/declined/forget-hits.ts'
import { foldSome } from '../domain/tracking/fold-hits.ts'
import { dropOldHits, makeHitMonths } from '../domain/tracking/hit-months.ts'
import { accountsWithSuspicions } from '../domain/tracking/machines/judge.sql.ts'
import { judgeSome } from '../domain/tracking/machines/judge-hits.ts'
import { accountsWithArrivals } from '../domain/tracking/tracking.sql.ts'
import { interruptiblePause } from '../lib/interruptible-pause.ts'
import { wakeWhenDue } from './due-work.ts'
import { type LoopOptions, startLoop } from './loop.ts'

export interface HitWorkersOptions {
  store: Store
  keepMonths: number
  log(event: string, facts: Record<string, string | number>): void
  report(error: unknown, name: string): void
}

const HOUR = 3_600_000
const REMOVAL_MILLIS = 10_000
/** A process is busy if its event loop utilization exceeds this. */
const BUSY = 0.5
/**
 * The backoff of a busy process: the pause as a multiple of the time spent counting. Requests go
 * first.
 */
const BACKOFF = 20
/** Consecutive batches of one account, so that other accounts get their turn. */
const MOST_TURNS = 4

/** Counts new hits, some thousands of each account. Returns whether there are more. */
export async function countArrived(store: Store, stopping?: AbortSignal): Promise<boolean> {
  const began = performance.now()
  const used = performance.eventLoopUtilization()
  let more = false
  for (const { accountId } of await accountsWithArrivals(store, {})) {
    if (stopping?.aborted) return false
    if ((await foldSome(store, accountId)).more) more = true
  }
  if (more && performance.eventLoopUtilization(used).utilization > BUSY) {
    const millis = BACKOFF * (performance.now() - began)
    await interruptiblePause(millis, stopping)
  }
  return more
}

/** Judges emails whose hold is over. Returns whether there were any. */
export async function judgeDue(store: Store, stopping?: AbortSignal): Promise<boolean> {
  const accounts = await accountsWithSuspicions(store, {})
  for (const { accountId } of accounts)
    for (let turns = 0; turns < MOST_TURNS && !stopping?.aborted; turns++)
      if ((await judgeSome(store, accountId)) === 0) break
  return accounts.length > 0
}

async function keepMonths({
  store,
  keepMonths,
  log,
}: Omit<HitWorkersOptions, 'report'>): Promise<boolean> {
  for (const name of await makeHitMonths(store)) log('a month of hits was made', { name })
  for (const name of await dropOldHits(store, keepMonths))
    log('a month of hits was dropped', { name })
  return false
}

export function startHitWorkers(options: HitWorkersOptions) {
  const { store, report } = options
  const table: Omit<LoopOptions, 'report'>[] = [
    {
      name: 'counting of hits',
      step: stopping => countArrived(store, stopping),
      idleMillis: 100,
      waking: wakeWhenDue(store, ['hit'], report),
    },
    {
      name: 'judging of hits',
      step: stopping => judgeDue(store, stopping),
      idleMillis: 1000,
      waking: wakeWhenDue(store, ['suspicion'], report),
    },
    {
      name: 'removal of hits',
      step: async stopping => (await forgetDue(store, stopping)) > 0,
      idleMillis: REMOVAL_MILLIS,
    },
    { name: 'months of hits', step: () => keepMonths(options), idleMillis: HOUR },
  ]
  const loops = table.map(loop => startLoop({ ...loop, report }))
  return {
    async stop() {
      await Promise.all(loops.map(loop => loop.stop()))
    },
  }
}
