/**
 * Reads messages that came in, one after the other, in a thread of its own: started by judging.ts.
 */
import { parentPort } from 'node:worker_threads'
import { readIncoming } from './incoming.ts'

const port = parentPort!
port.on('message', (content: Uint8Array) => port.postMessage(readIncoming(content)))
// Loaded: from here on its time counts.
port.postMessage(undefined)
