/**
 * Judging in a thread of its own, with a limit of time: what strangers write holds up neither calls
 * nor sending. A thread that overruns is ended and replaced, and the message it was at has no
 * judgement. Started when there is something to judge.
 */
import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { endThread, watchThread } from '../../lib/watch-thread.ts'
import type { ReadMessage } from './incoming.ts'

export interface JudgingThread {
  /**
   * Undefined: it took more than any message may. Rejects with JudgingStopped when closed
   * meanwhile. `share`: the same content was judged just now, or will be soon.
   */
  judge(content: Uint8Array, share?: boolean): Promise<ReadMessage | undefined>
  /** Ends the thread, whatever it does. */
  close(): Promise<void>
}

export class JudgingStopped extends Error {
  constructor() {
    super('Judging was stopped.')
  }
}

export interface JudgingOptions {
  /** Milliseconds of processor time for one message. */
  limitMillis: number
  entry: URL
}

const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './judging-thread.ts' : './judging-thread.js',
  import.meta.url,
)
/** A message of 4 MB takes a tenth of it. */
const LIMIT_MILLIS = 10_000
/** In MB: a message is at most 4, and its parts are decoded one by one. */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 }
/** Judgements that are shared: the newest, if they are short. */
const SHARED = 64
const SHORT = 20

interface Asked {
  content: Uint8Array
  resolve(read: ReadMessage | undefined): void
  reject(error: Error): void
}

export function createJudging({
  limitMillis = LIMIT_MILLIS,
  entry = ENTRY,
}: Partial<JudgingOptions> = {}): JudgingThread {
  /** In the order in which the thread has them; the first is the one it is at. */
  const waiting: Asked[] = []
  const shared = new Map<string, Promise<ReadMessage | undefined>>()
  let thread: { worker: Worker; end(): Promise<boolean> } | undefined
  let answers = 0
  let closed = false

  function start() {
    const worker = new Worker(entry, { resourceLimits: MEMORY })
    // Nobody stays for its sake.
    worker.unref()
    let over = false
    let ready = false
    const unwatch = watchThread({
      worker,
      limitMillis,
      progress: () => (ready && waiting.length > 0 ? answers : undefined),
      overrun: () => replace(),
    })
    const end = () => {
      over = true
      unwatch()
      return endThread(worker)
    }
    /** What it was at has no judgement; what stood behind goes to another thread. */
    const replace = () => {
      if (over) return
      void end()
      thread = undefined
      waiting.shift()?.resolve(undefined)
      if (waiting.length === 0) return
      thread = start()
      for (const { content } of waiting) thread.worker.postMessage(content)
    }
    worker.on('message', (read: ReadMessage | undefined) => {
      if (over) return
      if (!read) {
        ready = true
        return
      }
      answers++
      waiting.shift()?.resolve(read)
    })
    // Out of memory, or a fault of ours.
    worker.on('error', replace)
    worker.on('exit', replace)
    return { worker, end }
  }

  function ask(content: Uint8Array): Promise<ReadMessage | undefined> {
    if (closed) return Promise.reject(new JudgingStopped())
    thread ??= start()
    thread.worker.postMessage(content)
    return new Promise((resolve, reject) => waiting.push({ content, resolve, reject }))
  }

  function askShared(content: Uint8Array): Promise<ReadMessage | undefined> {
    const key = createHash('sha256').update(content).digest('base64')
    const known = shared.get(key)
    if (known) return known
    const asked = ask(content)
    shared.set(key, asked)
    const oldest = shared.keys().next().value
    if (shared.size > SHARED && oldest !== undefined) shared.delete(oldest)
    asked.then(
      read => (read === undefined || read.recipients.length > SHORT) && shared.delete(key),
      () => shared.delete(key),
    )
    return asked
  }

  return {
    judge: (content, share = false) => (share ? askShared(content) : ask(content)),
    async close() {
      closed = true
      for (const { reject } of waiting.splice(0)) reject(new JudgingStopped())
      await thread?.end()
    },
  }
}
