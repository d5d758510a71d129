/**
 * Judges messages in a worker thread, with a time limit, so that untrusted input delays neither
 * calls nor sending. A thread that exceeds the limit is terminated and replaced, and its message
 * gets no judgement. Started on the first message.
 */
import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { endThread, watchThread } from '../../lib/watch-thread.ts'
import type { ReadMessage } from './incoming.ts'

export interface JudgingThread {
  /**
   * Resolves to undefined if the message exceeded the limit. Rejects with JudgingStopped if closed
   * meanwhile. `share`: the same content was judged recently, or will be soon.
   */
  judge(content: Uint8Array, share?: boolean): Promise<ReadMessage | undefined>
  /** Terminates the thread, also while it is busy. */
  close(): Promise<void>
}

export class JudgingStopped extends Error {
  constructor() {
    super('Judging was aborted.')
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
/** A message of 4 MB takes a tenth of this. */
const LIMIT_MILLIS = 10_000
/** In MB: a message is at most 4 MB, and its parts are decoded one at a time. */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 }
/** Size of the cache of judgements: the newest, if they have few recipients. */
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
  /** FIFO, as posted to the thread; it is working on the first. */
  const waiting: Asked[] = []
  const shared = new Map<string, Promise<ReadMessage | undefined>>()
  let thread: { worker: Worker; end(): Promise<boolean> } | undefined
  let answers = 0
  let closed = false

  function start() {
    const worker = new Worker(entry, { resourceLimits: MEMORY })
    // Does not keep the process alive.
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
    /** The current message gets no judgement; the rest of the queue goes to a new thread. */
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
    // Out of memory, or a bug.
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
