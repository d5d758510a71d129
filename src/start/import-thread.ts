/**
 * Imports in a thread of their own: reading a file keeps a processor busy, and neither calls nor
 * letters of this process are to wait for that. The thread has its own connections to the store,
 * and a bound on its memory. Started by import-threads.ts.
 */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { isStoreAway } from '../db/again.ts'
import { openStore } from '../db/db.ts'
import type { StoreConnection } from '../db/store-url.ts'
import { openKeys } from '../domain/keys/keys.ts'
import { createLog } from '../lib/log.ts'
import { createSealer } from '../lib/secrets.ts'
import { type StoreRetry, storeRetries, type WorkTurn, workTurns } from '../lib/telemetry.ts'
import type { Config } from '../settings/config.ts'
import type { WakeSource } from '../workers/loop.ts'
import { startImportWorkers } from './import-workers.ts'

/** All of it can be copied from thread to thread. */
export interface ThreadData {
  connection: StoreConnection
  secretKey: string
  config: Config
}

/** What the thread is told. */
export type ImportThreadCommand = 'work is due' | 'stop'

export type ImportThreadReport =
  | { ready: true }
  | { alive: true }
  | { counted: { rows: number; rejected: number } }
  | { turn: WorkTurn }
  | { retry: StoreRetry }

const NICENESS = 5
/** Between two signs of life: none comes while a loop spins. */
const SIGN_MILLIS = 1_000
/** Two batches at a time, a look at the queue, signs of life. */
const CONNECTIONS = 6

/**
 * Calls and letters go first where processors are short. On Linux this is of the thread alone;
 * where it is not allowed, nothing is lost.
 */
function goBehindOthers(): void {
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
  // Whoever measures does so in the other thread.
  workTurns.subscribe(turn => say({ turn }))
  storeRetries.subscribe(retry => say({ retry }))
  const log = createLog({
    level: config.process.logLevel,
    format: config.process.logFormat,
    isAway: isStoreAway,
  })
  const store = openStore({
    connection,
    connections: CONNECTIONS,
    onLost: error => log.info({ part: 'store', error }, 'a connection to the store was lost'),
  })
  const keys = await openKeys(store, createSealer(secretKey), {
    report: error => log.warn({ error }, 'keys could not be looked for'),
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
  const alive = setInterval(() => say({ alive: true }), SIGN_MILLIS).unref()
  port.on('message', async (told: ImportThreadCommand) => {
    if (told === 'work is due') {
      for (const wake of wakers) wake()
      return
    }
    await workers.stop()
    keys.close()
    await store.close()
    clearInterval(alive)
    port.close()
  })
  say({ ready: true })
}

goBehindOthers()
if (parentPort) await run(workerData as ThreadData, parentPort)
