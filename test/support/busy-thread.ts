/**
 * Loaded into a process by --import: a thread in native code for minutes, which nothing but the end
 * of the process ends.
 */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, Worker } from 'node:worker_threads'
import { endThread } from '../../src/lib/watch-thread.ts'

// Worker threads are given --import too.
if (isMainThread) {
  const marks = "'a' + '\\u0301\\u0316'.repeat(200_000)"
  const code = `require('node:worker_threads').parentPort.postMessage(1); (${marks}).normalize()`
  const worker = new Worker(code, { eval: true })
  await once(worker, 'message')
  // It has said so just before it enters native code; ended before that, it would end at once.
  await pause(1_000)
  void endThread(worker)
}
