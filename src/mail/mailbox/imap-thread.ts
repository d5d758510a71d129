/** Worker thread of imap.ts: fetches from one mailbox by IMAP, counts, or looks for one message. */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { ImapTask, ImapThreadMessage, PlacedMail } from './imap.ts'
import { countMessages, fetchMessages } from './imap-fetch.ts'
import { placedMails } from './imap-folders.ts'
import { MailboxTrouble } from './line-client.ts'
import type { MailboxMessage, MailboxWatch } from './mailbox.ts'

const port = parentPort!
const { address, limits, upTo, work } = workerData as ImapTask
const say = (said: ImapThreadMessage, moved: ArrayBuffer[] = []) => port.postMessage(said, moved)

const WATCH: MailboxWatch = {
  reach: reached => say({ reached }),
  certificate: certificate => say({ certificate }),
}

/** Back-pressure: the next message is fetched after the parent has stored this one. */
async function handOver({ uid, size, content }: MailboxMessage, validity: string): Promise<void> {
  // A copy: a transferred buffer takes its whole ArrayBuffer with it.
  const own = new Uint8Array(content)
  const kept = once(port, 'message')
  say({ message: { uid, size, content: own }, validity }, [own.buffer])
  await kept
}

/** Resolves to whether it is the message that is looked for. */
async function judged({ content, ...mail }: PlacedMail): Promise<boolean> {
  const own = new Uint8Array(content)
  const answered = once(port, 'message')
  say({ placed: { ...mail, content: own } }, [own.buffer])
  const [answer] = await answered
  return answer === 'enough'
}

// Ready: the time limit applies from here on.
say({ ready: true })
try {
  if (work === 'count') say({ counted: await countMessages(address, limits, upTo, WATCH) })
  else if (work !== 'fetch')
    say({ fetched: await placedMails(address, limits, new Date(work.since), judged) })
  else say({ fetched: await fetchMessages(address, limits, upTo, handOver) })
} catch (error) {
  if (!(error instanceof MailboxTrouble)) throw error
  say({ trouble: error.sentences })
}
