/**
 * Work behind opens and clicks: counts them, looks at suspicious emails again, keeps the months of
 * hits.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../db/db.ts'
import { foldSome } from '../domain/tracking/fold-hits.ts'
import { dropOldHits, makeHitMonths } from '../domain/tracking/hit-months.ts'
import { accountsWithSuspicions } from '../domain/tracking/machines/judge.sql.ts'
import { judgeSome } from '../domain/tracking/machines/judge-hits.ts'
import { accountsWithArrivals } from '../domain/tracking/tracking.sql.ts'
import { wakenWhenDue } from './due-work.ts'
import { type LoopOptions, startLoop } from './loop.ts'

export interface HitWorkersOptions {
  store: Store
  keepMonths: number
  log(event: string, facts: Record<string, string | number>): void
  report(error: unknown, name: string): void
}

const HOUR = 3_600_000
/** A process is busy when its event loop is so for more than this part of the time. */
const BUSY = 0.5
/**
 * The backoff of a busy process: it rests so many times as long as it counted, answers go first.
 */
const BACKOFF = 20
/** Of one account in a row, so that others have their turn. */
const MOST_TURNS = 4

/**
 * Counts hits that have arrived, some thousands of each account. Answers whether there are more.
 */
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
    await pause(millis, undefined, stopping && { signal: stopping }).catch(() => {})
  }
  return more
}

/** Judges letters whose hold is over. Answers whether there were some. */
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
      waking: wakenWhenDue(store, ['hit'], report),
    },
    {
      name: 'judging of hits',
      step: stopping => judgeDue(store, stopping),
      idleMillis: 1000,
      waking: wakenWhenDue(store, ['suspicion'], report),
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
