/**
 * The thread that judges, which never ends with a message that says so: as an expression does that
 * meets the wrong text.
 */
import { parentPort } from 'node:worker_threads'
import { readIncoming } from '../../src/mail/bounces/incoming.ts'

const port = parentPort!
port.on('message', (content: Uint8Array) => {
  const text = Buffer.from(content).toString('latin1')
  while (text.includes('SPIN'));
  if (text.includes('OUT OF MEMORY'))
    for (const all: unknown[] = []; ; ) all.push(new Array(10_000).fill(all.length))
  port.postMessage(readIncoming(content))
})
port.postMessage(undefined)
