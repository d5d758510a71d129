/** Worker thread of judging.ts: parses incoming messages, in order. */
import { parentPort } from 'node:worker_threads'
import { readIncoming } from './incoming.ts'

const port = parentPort!
port.on('message', (content: Uint8Array) => port.postMessage(readIncoming(content)))
// Ready: the time limit applies from here on.
port.postMessage(undefined)
