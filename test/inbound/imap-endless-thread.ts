/** In the place of the thread that fetches by IMAP: it hands over a message, then never ends. */
import { parentPort } from 'node:worker_threads'

parentPort!.postMessage({ ready: true })
parentPort!.postMessage({
  message: { uid: 1, size: 1, content: new Uint8Array(1) },
  validity: '77',
})
for (;;);
