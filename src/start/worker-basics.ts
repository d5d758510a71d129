/** Dependencies of each group of workers: the name on its leases, logging, reporting. */
import { randomBytes } from 'node:crypto'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { isOutOfRoom } from '../db/again.ts'
import { workerId } from '../domain/work/end-leases.ts'
import type { Log } from '../lib/log.ts'

type Facts = Record<string, string | number | boolean>

export interface WorkerBasics {
  /** The holder of its leases; new at each start. It begins with the mark of its process. */
  worker: string
  log(event: string, facts: Facts): void
  warn(event: string, facts: Facts): void
  /** Reports a failure that is retried; `name` is that of the worker. */
  report(error: unknown, name: string): void
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** Of this process and its threads. */
export const PROCESS_MARK = (getEnvironmentData('process mark') as string | undefined) ?? hex(8)
setEnvironmentData('process mark', PROCESS_MARK)

const FAILED = 'a worker failed and tries again'
const NO_ROOM = 'the store has no room: free some space on its disk, and it continues'

export const createWorkerBasics = (log: Log): WorkerBasics => ({
  worker: workerId(PROCESS_MARK, hex(8)),
  log: (event, facts) => log.info(facts, event),
  warn: (event, facts) => log.warn(facts, event),
  report: (error, name) =>
    log.error({ error, worker: name }, isOutOfRoom(error) ? NO_ROOM : FAILED),
})
