/** What each group of workers is given: the name on its leases, and where it tells what happens. */
import { randomUUID } from 'node:crypto'
import { isOutOfRoom } from '../db/again.ts'
import type { Log } from '../lib/log.ts'

type Facts = Record<string, string | number | boolean>

export interface WorkerBasics {
  /** The holder of its leases: another one after each start. */
  worker: string
  log(event: string, facts: Facts): void
  warn(event: string, facts: Facts): void
  /** What failed and is tried again; `name` is that of the worker. */
  report(error: unknown, name: string): void
}

const FAILED = 'a worker failed and tries again'
const NO_ROOM = 'the store has no room: free some space on its disk, and it goes on by itself'

export const createWorkerBasics = (log: Log): WorkerBasics => ({
  worker: randomUUID(),
  log: (event, facts) => log.info(facts, event),
  warn: (event, facts) => log.warn(facts, event),
  report: (error, name) =>
    log.error({ error, worker: name }, isOutOfRoom(error) ? NO_ROOM : FAILED),
})
