/**
 * Background work on the ledger: sendings that have ended are counted, and those past the retention
 * period lose the rows of people. Events of programs are removed after theirs.
 */
import type { Store } from '../db/db.ts'
import { COUNTED_AFTER_MINUTES, countSendings } from '../domain/deliveries/count-sendings.ts'
import { accountsToCount } from '../domain/deliveries/counts.sql.ts'
import { trimProgramEvents } from '../domain/program-events/retention.ts'
import { keptSince, removeOld } from '../domain/retention/remove-people.ts'
import { interruptiblePause } from '../lib/interruptible-pause.ts'
import { type LoopOptions, startLoop } from './loop.ts'

export interface LedgerWorkersOptions {
  store: Store
  /** 0: for ever. */
  keepMonths: number
  /** Of events that programs post. */
  eventKeepDays: number
  log(event: string, facts: Record<string, string | number>): void
  report(error: unknown, name: string): void
}

const COUNTING_MILLIS = 300_000
const HOUR = 3_600_000

/** Counts what became of ended sendings. Returns whether there may be more. */
export async function countEnded(store: Store, stopping?: AbortSignal): Promise<boolean> {
  let counted = 0
  for (const { accountId } of await accountsToCount(store, { afterMinutes: COUNTED_AFTER_MINUTES }))
    counted += await countSendings(store, accountId, stopping)
  return counted > 0
}

/**
 * Removes people from what ended more than so many months ago. Rests between two transactions as
 * long as the last one took: sending goes first. Returns the rows removed.
 */
export async function forgetOld(
  { store, keepMonths, log }: Omit<LedgerWorkersOptions, 'report' | 'eventKeepDays'>,
  stopping?: AbortSignal,
): Promise<number> {
  if (keepMonths === 0) return 0
  const sendings = new Set<string>()
  let rows = 0
  let began = performance.now()
  for await (const removed of removeOld(store, keptSince(keepMonths))) {
    sendings.add(`${removed.accountId} ${removed.sendingId}`)
    rows += removed.rows
    if (stopping?.aborted) break
    const millis = performance.now() - began
    await interruptiblePause(millis, stopping)
    began = performance.now()
  }
  if (sendings.size > 0)
    log('people were removed from old sendings', { sendings: sendings.size, rows, keepMonths })
  return rows
}

export function startLedgerWorkers(options: LedgerWorkersOptions) {
  const { store, report } = options
  const table: Omit<LoopOptions, 'report'>[] = [
    {
      name: 'counting of sendings',
      step: stopping => countEnded(store, stopping),
      idleMillis: COUNTING_MILLIS,
    },
    {
      name: 'retention of the ledger',
      step: async stopping => (await forgetOld(options, stopping)) > 0,
      idleMillis: HOUR,
    },
    {
      name: 'retention of events',
      step: async () => (await trimProgramEvents(store, options.eventKeepDays)) > 0,
      idleMillis: HOUR,
    },
  ]
  const loops = table.map(loop => startLoop({ ...loop, report }))
  return {
    async stop() {
      await Promise.all(loops.map(loop => loop.stop()))
    },
  }
}
