/**
 * Fetches from a mailbox by IMAP (RFC 3501): processes new messages by UID, and marks each as seen
 * when it is stored. Runs in the thread that imap.ts starts.
 */
import type { ReadUpTo } from './imap.ts'
import { type ImapSession, LONGEST_LINE, openImap } from './imap-session.ts'
import { troubleBy } from './line-client.ts'
import type { FetchLimits, MailboxCount, MailboxMessage, MailboxWatch } from './mailbox.ts'
import type { MailboxAddress } from './url.ts'

/** In ascending order. */
async function freshUids({ client, validity, answer }: ImapSession, upTo: ReadUpTo) {
  const last = upTo.validity === validity ? upTo.uid : 0
  const search = client.search({ uid: `${last + 1}:*` }, { uid: true })
  const uids = await answer('SEARCH', search, LONGEST_LINE)
  if (!uids) throw troubleBy('mailbox-replies', { command: 'SEARCH', says: 'NO' })
  // Without new messages, * still names the last one (RFC 3501 6.4.8).
  return uids.filter(uid => uid > last)
}

/** Logs in and counts messages; changes nothing. Throws MailboxTrouble. */
export async function countMessages(
  address: MailboxAddress,
  limits: FetchLimits,
  upTo: ReadUpTo,
  watch: MailboxWatch,
): Promise<MailboxCount> {
  const session = await openImap(address, limits, { readOnly: true, watch })
  try {
    return { messages: session.messages, fresh: (await freshUids(session, upTo)).length }
  } finally {
    session.close()
  }
}

/** Fetches at most `keep` octets; undefined if the message was deleted meanwhile. */
async function fetchOne({ client }: ImapSession, uid: number, keep: number) {
  const wanted = { uid: true, size: true, source: { start: 0, maxLength: keep } }
  let found: MailboxMessage | undefined
  // A server may report flags of other messages, too.
  for await (const message of client.fetch(String(uid), wanted, { uid: true })) {
    const { size, source } = message
    if (message.uid === uid && source)
      found ??= { uid, size: size ?? source.length, content: source }
  }
  return found
}

/**
 * Fetches at most `limits.most` messages, in order of their UIDs. `take` gets a message with its
 * UID and UIDVALIDITY, and resolves when it is durable. Throws MailboxTrouble.
 */
export async function fetchMessages(
  address: MailboxAddress,
  limits: FetchLimits,
  upTo: ReadUpTo,
  take: (message: MailboxMessage, validity: string) => Promise<void>,
): Promise<number> {
  const session = await openImap(address, limits, { readOnly: false })
  const { client, validity, answer } = session
  try {
    let fetched = 0
    for (const uid of (await freshUids(session, upTo)).slice(0, limits.most)) {
      const message = await answer('FETCH', fetchOne(session, uid, limits.keep), limits.keep)
      if (!message) continue
      await take(message, validity)
      const seen = { uid: true, silent: true }
      if (!(await answer('STORE', client.messageFlagsAdd(String(uid), ['\\Seen'], seen))))
        throw troubleBy('mailbox-replies', { command: 'STORE', says: 'NO' })
      fetched++
    }
    await client.logout().catch(() => {})
    return fetched
  } finally {
    session.close()
  }
}
