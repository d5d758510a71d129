/** Background work on the ledger: sendings that have ended are counted. */
import type { Store } from '../db/db.ts'
import { COUNTED_AFTER_MINUTES, countSendings } from '../domain/deliveries/count-sendings.ts'
import { accountsToCount } from '../domain/deliveries/counts.sql.ts'
import { type LoopOptions, startLoop } from './loop.ts'

export interface LedgerWorkersOptions {
  store: Store
  report(error: unknown, name: string): void
}

const COUNTING_MILLIS = 300_000

/** Counts what became of ended sendings. Returns whether there may be more. */
export async function countEnded(store: Store, stopping?: AbortSignal): Promise<boolean> {
  let counted = 0
  for (const { accountId } of await accountsToCount(store, { afterMinutes: COUNTED_AFTER_MINUTES }))
    counted += await countSendings(store, accountId, stopping)
  return counted > 0
}

export function startLedgerWorkers(options: LedgerWorkersOptions) {
  const { store, report } = options
  const table: Omit<LoopOptions, 'report'>[] = [
    {
      name: 'counting of sendings',
      step: stopping => countEnded(store, stopping),
      idleMillis: COUNTING_MILLIS,
    },
  ]
  const loops = table.map(loop => startLoop({ ...loop, report }))
  return {
    async stop() {
      await Promise.all(loops.map(loop => loop.stop()))
    },
  }
}
