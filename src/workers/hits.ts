/** Work behind opens and clicks: takes over what others have left behind, looks at suspicious letters again, keeps the months of hits. */
import type { Store } from '../db/db.ts'
import { foldLeftBehind } from '../domain/tracking/fold-hits.ts'
import { dropOldHits, makeHitMonths } from '../domain/tracking/hit-months.ts'
import { accountsWithSuspicions } from '../domain/tracking/machines/judge.sql.ts'
import { judgeSome } from '../domain/tracking/machines/judge-hits.ts'
import { wakenWhenDue } from './due-work.ts'
import { type LoopOptions, startLoop } from './loop.ts'

export interface HitWorkersOptions {
  store: Store
  keepMonths: number
  log(event: string, facts: Record<string, string | number>): void
  report(error: unknown, name: string): void
}

const HOUR = 3_600_000
/** Of one account in a row, so that others have their turn. */
const MOST_TURNS = 4

/** Judges letters whose hold is over. Answers whether there were some. */
export async function judgeDue(store: Store, stopping?: AbortSignal): Promise<boolean> {
  const accounts = await accountsWithSuspicions(store, {})
  for (const { accountId } of accounts)
    for (let turns = 0; turns < MOST_TURNS && !stopping?.aborted; turns++) if ((await judgeSome(store, accountId)) === 0) break
  return accounts.length > 0
}

async function keepMonths({ store, keepMonths, log }: Omit<HitWorkersOptions, 'report'>): Promise<boolean> {
  for (const name of await makeHitMonths(store)) log('a month of hits was made', { name })
  for (const name of await dropOldHits(store, keepMonths)) log('a month of hits was dropped', { name })
  return false
}

export function startHitWorkers(options: HitWorkersOptions) {
  const { store, report } = options
  const table: Omit<LoopOptions, 'report'>[] = [
    { name: 'hits left behind', step: () => foldLeftBehind(store), idleMillis: 5000 },
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
