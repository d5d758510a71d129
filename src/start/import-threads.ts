/** Starts the thread that imports, and starts it again should it ever end by itself. */
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Log } from '../lib/log.ts'
import { storeRetries, workTurns } from '../lib/telemetry.ts'
import { endThread, watchThread } from '../lib/watch-thread.ts'
import { countRows } from '../metrics/import-counters.ts'
import type { ImportThreadCommand, ImportThreadReport, ThreadData } from './import-thread.ts'

/**
 * In MB. What a thread has in hand is far below: eight imports with a batch each of at most some
 * megabytes. The bound on the young keeps the whole small, since rows live as long as their batch
 * and no longer: 30 MB less than with the bound of the service, which was given on its command line
 * and would count for the thread too, whatever it is started with.
 */
const MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 320 }
const SEMI_SPACE = `--max-semi-space-size=${MEMORY.maxYoungGenerationSizeMb / 3}`
const AGAIN_MILLIS = 5_000
/**
 * Processor time that one piece of a file may take: a thread that gives no sign of life for so long
 * is ended and started again.
 */
const LIMIT_MILLIS = 30_000
/** A stop waits so long for what is in hand. */
const PATIENCE_MILLIS = 10_000

const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './import-thread.ts' : './import-thread.js',
  import.meta.url,
)

export interface ImportThread {
  /** Resolves when what was in hand is applied and given back. */
  stop(): Promise<void>
  /** Has it look for work now. */
  wake(): void
  /** Ends the thread as a crash would: it has no last word, and is started again. */
  kill(): Promise<unknown>
}

export interface ImportThreadOptions {
  entry?: URL
  limitMillis?: number
  patienceMillis?: number
}

/** Resolves when it works. */
export async function startImportThread(
  data: ThreadData,
  log: Log,
  {
    entry = ENTRY,
    limitMillis = LIMIT_MILLIS,
    patienceMillis = PATIENCE_MILLIS,
  }: ImportThreadOptions = {},
): Promise<ImportThread> {
  let stopping = false
  let thread = start()
  await thread.ready
  const watch = async () => {
    for (;;) {
      await thread.ended
      if (stopping) return
      log.error({ worker: 'imports' }, 'the thread that imports has ended and is started again')
      await pause(AGAIN_MILLIS, undefined, { ref: false })
      if (stopping) return
      thread = start()
      // One that never gets ready has ended, and is started again.
      await Promise.race([thread.ready, thread.ended]).catch(() => {})
    }
  }
  const watched = watch()

  function start() {
    // For what is started from now on; this thread has read the flag long ago.
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
    const ready = new Promise<void>((resolve, reject) => {
      worker.on('message', (said: ImportThreadReport) => {
        signs++
        if ('ready' in said) resolve()
        else if ('alive' in said) return
        else if ('turn' in said) workTurns.publish(said.turn)
        else if ('retry' in said) storeRetries.publish(said.retry)
        else countRows(said.counted)
      })
      worker.on('error', error => {
        if (!stopping) log.error({ error, worker: 'imports' }, 'the thread that imports has failed')
        reject(error)
      })
    })
    ready.catch(() => {})
    const tell = (told: ImportThreadCommand) => worker.postMessage(told)
    return { ended, ready, tell, kill: () => endThread(worker) }
  }

  return {
    kill: () => thread.kill(),
    wake: () => thread.tell('work is due'),
    async stop() {
      stopping = true
      thread.tell('stop')
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
