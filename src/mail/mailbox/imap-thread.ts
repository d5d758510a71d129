/**
 * Fetches from one mailbox by IMAP, or counts what is in it, in a thread of its own: started by
 * imap.ts.
 */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { ImapSaid, ImapTask } from './imap.ts'
import { countMessages, fetchMessages } from './imap-fetch.ts'
import { MailboxTrouble } from './line-client.ts'
import type { MailboxMessage } from './mailbox.ts'

const port = parentPort!
const { address, limits, upTo, countOnly } = workerData as ImapTask
const say = (said: ImapSaid, moved: ArrayBuffer[] = []) => port.postMessage(said, moved)

/** One at a time: nothing is asked of the mailbox until the parent has kept this one. */
async function handOver({ uid, size, content }: MailboxMessage, validity: string): Promise<void> {
  // Of its own: what is copied to another thread is all that a buffer is a part of.
  const own = new Uint8Array(content)
  const kept = once(port, 'message')
  say({ message: { uid, size, content: own }, validity }, [own.buffer])
  await kept
}

// Loaded: from here on its time counts.
say({ ready: true })
try {
  if (countOnly) say({ counted: await countMessages(address, limits, upTo) })
  else say({ fetched: await fetchMessages(address, limits, upTo, handOver) })
} catch (error) {
  if (!(error instanceof MailboxTrouble)) throw error
  say({ trouble: error.message })
}
