/** Starts the import thread, and restarts it if it ends. */
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Log } from '../lib/log.ts'
import { storeRetries, workTurns } from '../lib/telemetry.ts'
import { endThread, watchThread } from '../lib/watch-thread.ts'
import { countRows } from '../metrics/import-counters.ts'
import type { ImportThreadCommand, ImportThreadReport, ThreadData } from './import-thread.ts'

/**
 * In MB. Usage is far below: eight imports with a batch each of at most some megabytes. The limit
 * on the young generation keeps the process small, since rows live only as long as their batch: 30
 * MB less than with the service's own limit, which comes from its command line and would apply to
 * the thread too.
 */
const MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 320 }
const SEMI_SPACE = `--max-semi-space-size=${MEMORY.maxYoungGenerationSizeMb / 3}`
const AGAIN_MILLIS = 5_000
/**
 * Limit on the processor time of a piece of a file: a thread without a heartbeat for this long is
 * ended and restarted.
 */
const LIMIT_MILLIS = 30_000
/** How long a stop waits for work in progress. */
const PATIENCE_MILLIS = 10_000

const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './import-thread.ts' : './import-thread.js',
  import.meta.url,
)

export interface ImportThread {
  /** Resolves when work in progress is applied and released. */
  stop(): Promise<void>
  /** Makes it poll for work now. */
  wake(): void
  /** Terminates the thread like a crash; it is restarted. */
  kill(): Promise<unknown>
}

export interface ImportThreadOptions {
  entry?: URL
  limitMillis?: number
  patienceMillis?: number
}

/** Never fails: a thread that ends is logged and started again. */
export function startImportThread(
  data: ThreadData,
  log: Log,
  {
    entry = ENTRY,
    limitMillis = LIMIT_MILLIS,
    patienceMillis = PATIENCE_MILLIS,
  }: ImportThreadOptions = {},
): ImportThread {
  let stopping = false
  let thread = start()
  const watch = async () => {
    for (;;) {
      await thread.ended
      if (stopping) return
      log.error({ worker: 'imports' }, 'the thread that imports has ended and is started again')
      await pause(AGAIN_MILLIS, undefined, { ref: false })
      if (stopping) return
      thread = start()
    }
  }
  const watched = watch()

  function start() {
    // Applies to new threads; this one has read the flag already.
    setFlagsFromString(SEMI_SPACE)
    const worker = new Worker(entry, { workerData: data, resourceLimits: MEMORY })
    let signs = 0
    const overrun = () => {
      log.error(
        { worker: 'imports' },
        'the thread that imports gave no sign of life: a piece of a file takes too long',
      )
      void endThread(worker)
    }
    const unwatch = watchThread({ worker, limitMillis, progress: () => signs, overrun })
    const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()))
    ended.then(unwatch)
    worker.on('message', (said: ImportThreadReport) => {
      signs++
      if ('alive' in said) return
      if ('turn' in said) workTurns.publish(said.turn)
      else if ('retry' in said) storeRetries.publish(said.retry)
      else countRows(said.counted)
    })
    worker.on('error', error => {
      if (!stopping) log.error({ error, worker: 'imports' }, 'the thread that imports has failed')
    })
    const send = (command: ImportThreadCommand) => worker.postMessage(command)
    return { ended, send, kill: () => endThread(worker) }
  }

  return {
    kill: () => thread.kill(),
    wake: () => thread.send('work is due'),
    async stop() {
      stopping = true
      thread.send('stop')
      const inTime = await Promise.race([
        thread.ended.then(() => true),
        pause(patienceMillis, false, { ref: false }),
      ])
      if (!inTime) {
        log.warn(
          { worker: 'imports' },
          'the thread that imports did not stop in time and is ended: others go on with its files',
        )
        await thread.kill()
      }
      await Promise.race([watched, pause(0)])
    },
  }
}
