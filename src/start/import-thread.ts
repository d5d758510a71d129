/**
 * Imports in a worker thread: reading a file keeps a processor busy, and must not delay calls and
 * emails of this process. The thread has its own connections to the store and a memory limit.
 * Started by import-threads.ts.
 */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { isStoreUnreachable } from '../db/again.ts'
import { openStore } from '../db/open-store.ts'
import type { StoreConnection } from '../db/store-url.ts'
import { openKeys } from '../domain/keys/keys.ts'
import { createLog } from '../lib/log.ts'
import { createSealer } from '../lib/secrets.ts'
import { type StoreRetry, storeRetries, type WorkTurn, workTurns } from '../lib/telemetry.ts'
import type { Config } from '../settings/config.ts'
import type { WakeSource } from '../workers/loop.ts'
import { startImportWorkers } from './import-workers.ts'

/** Structured-cloneable, to be passed to the thread. */
export interface ThreadData {
  connection: StoreConnection
  secretKey: string
  config: Config
}

/** Commands to the thread. */
export type ImportThreadCommand = 'work is due' | 'stop'

export type ImportThreadReport =
  | { alive: true }
  | { counted: { rows: number; rejected: number } }
  | { turn: WorkTurn }
  | { retry: StoreRetry }

const NICENESS = 5
/** Interval of the heartbeat: none is sent while a loop spins. */
const HEARTBEAT_MILLIS = 1_000
/** Two batches at a time, a poll of the queue, heartbeats. */
const CONNECTIONS = 6

/**
 * Lowers the priority of this thread below calls and emails. On Linux it applies to the thread
 * alone; without permission it is skipped.
 */
function lowerPriority(): void {
  try {
    if (process.platform === 'linux') setPriority(NICENESS)
  } catch {
    // Another priority was set from outside.
  }
}

async function run(
  { connection, secretKey, config }: ThreadData,
  port: NonNullable<typeof parentPort>,
): Promise<void> {
  const say = (said: ImportThreadReport) => port.postMessage(said)
  // Metrics are collected by the main thread.
  workTurns.subscribe(turn => say({ turn }))
  storeRetries.subscribe(retry => say({ retry }))
  const log = createLog({
    level: config.process.logLevel,
    format: config.process.logFormat,
    isOutage: isStoreUnreachable,
  })
  const store = openStore({
    connection,
    connections: CONNECTIONS,
    onLost: error => log.info({ part: 'store', error }, 'a connection to the store was lost'),
  })
  const keys = await openKeys(store, createSealer(secretKey), {
    report: error => log.warn({ error }, 'keys could not be read'),
  })
  const wakers = new Set<() => void>()
  const waking: WakeSource = wake => {
    wakers.add(wake)
    return () => wakers.delete(wake)
  }
  const workers = await startImportWorkers({
    config,
    store,
    log,
    counted: counted => say({ counted }),
    waking,
  })
  const alive = setInterval(() => say({ alive: true }), HEARTBEAT_MILLIS).unref()
  port.on('message', async (command: ImportThreadCommand) => {
    if (command === 'work is due') {
      for (const wake of wakers) wake()
      return
    }
    await workers.stop()
    keys.close()
    await store.close()
    clearInterval(alive)
    port.close()
  })
}

lowerPriority()
if (parentPort) await run(workerData as ThreadData, parentPort)
