/**
 * Fetches from due mailboxes: each message is stored, then deleted (POP3) or marked as seen (IMAP).
 */
import type { Store } from '../db/db.ts'
import {
  claimInbox,
  inboxesDue,
  readUpTo,
  settleInbox,
} from '../domain/bounces/messages/inboxes.sql.ts'
import { sealedFor } from '../domain/bounces/messages/keep-inbox.ts'
import { keepMessage } from '../domain/bounces/messages/store-message.ts'
import { recordedDetails } from '../domain/details/recorded.ts'
import type { Sealer } from '../lib/secrets.ts'
import type { JudgingThread } from '../mail/bounces/judging.ts'
import type { KeyOf } from '../mail/links/signing.ts'
import { fetchImap } from '../mail/mailbox/imap.ts'
import { MailboxTrouble } from '../mail/mailbox/line-client.ts'
import type { FetchLimits, MailboxMessage } from '../mail/mailbox/mailbox.ts'
import { fetchPop3 } from '../mail/mailbox/pop3.ts'
import { readMailboxUrl } from '../mail/mailbox/url.ts'
import { ownerOf } from './intake.ts'

export interface PollsOptions {
  db: Store
  judging: JudgingThread
  keyOf: KeyOf
  sealer: Sealer
  limits: FetchLimits
  count(outcome: 'fetched' | 'fetched before' | 'mailbox trouble'): void
  log(event: string, facts: Record<string, string | number | boolean>): void
  report(error: unknown, name: string): void
}

/** Mailboxes fetched from concurrently: a slow one does not block others. */
const AT_ONCE = 4

export function createPolls(given: PollsOptions) {
  const stopping = new AbortController()
  const options = { ...given, limits: { ...given.limits, signal: stopping.signal } }
  const { db, log, report, count } = options
  const open = new Set<Promise<void>>()
  return {
    async step(): Promise<boolean> {
      for (const { accountId, id } of await inboxesDue(db, {})) {
        if (open.size >= AT_ONCE) break
        const taken = await claimInbox(db, { accountId, id })
        if (!taken) continue
        const work = check(options, accountId, id, taken)
          .then(fetched => {
            if (fetched > 0)
              log('messages fetched from a mailbox', { accountId, inbox: id, fetched })
            return settleInbox(db, { accountId, id, trouble: null })
          })
          .catch(error => {
            if (!(error instanceof MailboxTrouble)) throw error
            count('mailbox trouble')
            log('fetching from a mailbox failed', {
              accountId,
              inbox: id,
              trouble: error.message,
            })
            return settleInbox(db, { accountId, id, trouble: recordedDetails(error.sentences) })
          })
          .then(() => {})
          .catch(error => report(error, `mailbox ${accountId}-${id}`))
          .finally(() => open.delete(work))
        open.add(work)
      }
      return false
    },
    /** Aborts current checks; the next check fetches the rest. */
    async finish(): Promise<void> {
      stopping.abort()
      await Promise.all(open)
    },
  }
}

type Taken = NonNullable<Awaited<ReturnType<typeof claimInbox>>>

/** Returns the number of messages fetched. */
async function check(
  { db, judging, keyOf, sealer, limits, count }: PollsOptions,
  accountId: number,
  id: number,
  taken: Taken,
) {
  const address = readMailboxUrl(sealer.open(taken.sealedUrl, sealedFor).toString())
  const keep = async ({ uid, size, content }: MailboxMessage, validity: string | null) => {
    const owner = (await ownerOf(db, content, judging, keyOf)).accountId ?? accountId
    const envelope = {
      envelopeFrom: senderOf(content),
      envelopeTo: taken.shown,
      cameFor: 'mailbox' as const,
      sentMessage: undefined,
      judged: undefined,
    }
    const fresh = await keepMessage(db, owner, { inboxId: id, ...envelope, size, content })
    count(fresh ? 'fetched' : 'fetched before')
    await readUpTo(db, { accountId, id, uid, validity })
  }
  if (address.protocol === 'pop3') return fetchPop3(address, limits, message => keep(message, null))
  return fetchImap(address, limits, { validity: taken.validity, uid: taken.lastUid }, keep)
}

/** Of the envelope, a mailbox keeps at most the sender: in Return-Path. */
function senderOf(content: Buffer): string {
  const head = content.toString('latin1', 0, 64 << 10).split(/\r?\n\r?\n/)[0]!
  return /^return-path:[ \t]*<([^<>\r\n]{0,320})>/im.exec(head)?.[1] ?? ''
}
