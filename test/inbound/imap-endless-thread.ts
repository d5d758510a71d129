/** In the place of the thread that fetches by IMAP: one that hands over a message, and never ends. */
import { parentPort } from 'node:worker_threads'

parentPort!.postMessage({ ready: true })
parentPort!.postMessage({
  message: { uid: 1, size: 1, content: new Uint8Array(1) },
  validity: '77',
})
for (;;);
