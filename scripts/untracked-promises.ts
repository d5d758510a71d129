/**
 * Loaded into the processes of tests. Node's test runner follows each promise, so that it can name
 * the test that an uncaught error came from; this takes a fifteenth of the processor time of tests.
 * Here it follows timers and sockets only. An error fails the run as before, and is printed. Only
 * what is called before the first `await` of a suite belongs to it.
 */
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

interface Hook {
  [option: symbol]: boolean
  enable(): void
  disable(): void
}

/** Needs `--expose-internals`: the hook is made before anything of ours is loaded. */
const { getHookArrays, kNoPromiseHook } = createRequire(import.meta.url)(
  'internal/async_hooks',
) as { getHookArrays(): [hooks: Hook[]]; kNoPromiseHook: symbol }

for (const hook of [...getHookArrays()[0]]) {
  hook.disable()
  // As `trackPromises: false` of createHook().
  hook[kNoPromiseHook] = true
  hook.enable()
}

if (isMainThread)
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, error => console.error(error))
