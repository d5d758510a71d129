/** Takes over what processes of this machine and data folder were working on when they ended. */
import type { Store } from '../db/db.ts'
import { lockWorkers } from '../db/embedded/worker-locks.ts'
import { endLeasesOf } from '../domain/work/end-leases.ts'

export interface TakeOverOptions {
  dataDir: string
  /** The store is that of the data folder. */
  embedded: boolean
  /** Of this process. */
  mark: string
  log(event: string, facts: Record<string, string>): void
  report(error: unknown, name: string): void
}

/**
 * Ends the leases of processes that have ended without releasing them, and shows by a lock that
 * this one lives. Returns a function to call once its own leases are released. After a failure the
 * leases expire by themselves.
 */
export async function takeOver(
  store: Store,
  { dataDir, embedded, mark, log, report }: TakeOverOptions,
): Promise<() => void> {
  try {
    const locks = lockWorkers(dataDir, mark, embedded)
    for (const { mark, done } of locks.ended) {
      await endLeasesOf(store, mark)
      log('a process was killed: its work goes on here', { process: mark })
      done()
    }
    return locks.release
  } catch (error) {
    report(error, 'taking over')
    return () => {}
  }
}
