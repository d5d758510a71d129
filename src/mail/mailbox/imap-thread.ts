/** Worker thread of imap.ts: fetches from one mailbox by IMAP, or counts its messages. */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { ImapTask, ImapThreadMessage } from './imap.ts'
import { countMessages, fetchMessages } from './imap-fetch.ts'
import { MailboxTrouble } from './line-client.ts'
import type { MailboxMessage } from './mailbox.ts'

const port = parentPort!
const { address, limits, upTo, countOnly } = workerData as ImapTask
const say = (said: ImapThreadMessage, moved: ArrayBuffer[] = []) => port.postMessage(said, moved)

/** Back-pressure: the next message is fetched after the parent has stored this one. */
async function handOver({ uid, size, content }: MailboxMessage, validity: string): Promise<void> {
  // A copy: a transferred buffer takes its whole ArrayBuffer with it.
  const own = new Uint8Array(content)
  const kept = once(port, 'message')
  say({ message: { uid, size, content: own }, validity }, [own.buffer])
  await kept
}

// Ready: the time limit applies from here on.
say({ ready: true })
try {
  if (countOnly) say({ counted: await countMessages(address, limits, upTo) })
  else say({ fetched: await fetchMessages(address, limits, upTo, handOver) })
} catch (error) {
  if (!(error instanceof MailboxTrouble)) throw error
  say({ trouble: error.sentences })
}
