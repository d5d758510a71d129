/**
 * A thread for imports that spins as soon as it is up, as over a file that its reader does not end
 * with.
 */
import { parentPort } from 'node:worker_threads'

parentPort!.postMessage({ alive: true })
setTimeout(() => {
  for (;;);
}, 50)
