/** Fetches from a mailbox, as the tests of mailboxes do. */
import assert from 'node:assert/strict'
import { fetchImap } from '../../src/mail/mailbox/imap.ts'
import { MailboxTrouble } from '../../src/mail/mailbox/line-client.ts'
import { type MailboxMessage, USUAL_FETCH_LIMITS } from '../../src/mail/mailbox/mailbox.ts'
import { fetchPop3 } from '../../src/mail/mailbox/pop3.ts'
import { readMailboxUrl } from '../../src/mail/mailbox/url.ts'

/** Fetches, and answers what was taken and how it ended. */
export async function fetched(
  url: string,
  idle = USUAL_FETCH_LIMITS.idle,
): Promise<{ taken: MailboxMessage[]; trouble: string }> {
  const limits = { ...USUAL_FETCH_LIMITS, size: 100_000, keep: 50_000, idle }
  const taken: MailboxMessage[] = []
  const take = async (message: MailboxMessage) => void taken.push(message)
  const address = readMailboxUrl(url)
  const all =
    address.protocol === 'pop3'
      ? fetchPop3(address, limits, take)
      : fetchImap(address, limits, { validity: null, uid: 0 }, take)
  const trouble = await all.then(
    () => '',
    error => {
      assert.ok(error instanceof MailboxTrouble, String(error?.stack))
      return error.message
    },
  )
  return { taken, trouble }
}
