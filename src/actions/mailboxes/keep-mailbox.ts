/** Mailboxes that bounces are fetched from: added by their address, and tried. */
import type { Store } from '../../db/db.ts'
import { inboxOf, keepInbox, sealedFor } from '../../domain/bounces/messages/keep-inbox.ts'
import { detailed } from '../../domain/details/details.ts'
import { refusedFor } from '../../domain/refusal.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { countImap } from '../../mail/mailbox/imap.ts'
import { MailboxTrouble } from '../../mail/mailbox/line-client.ts'
import { USUAL_FETCH_LIMITS } from '../../mail/mailbox/mailbox.ts'
import { countPop3 } from '../../mail/mailbox/pop3.ts'
import {
  describeMailbox,
  type MailboxAddress,
  MailboxUrlError,
  mailboxUrlError,
  readMailboxUrl,
} from '../../mail/mailbox/url.ts'

/** A manual check has shorter time-outs than a worker. */
const LIMITS = { ...USUAL_FETCH_LIMITS, idle: 10_000, total: 30_000 }

/** Of an address, in characters: with the tokens of OAuth 2. */
export const MOST_ADDRESS = 10_000

interface NewMailbox {
  /** imaps://user:password@host/INBOX, pop3s://user:password@host */
  url: string
  everySeconds: number
  seedAddress?: string | undefined
}

/** Refuses an address that is none. `shown` is without the password. */
export async function addMailbox(
  db: Store,
  sealer: Sealer,
  accountId: number,
  { url, everySeconds, seedAddress }: NewMailbox,
): Promise<{ id: number; shown: string }> {
  const address = readAddress(url)
  if (seedAddress !== undefined && address.protocol === 'pop3')
    throw refusedFor('not-valid', detailed('seed-needs-imap'))
  const shown = describeMailbox(address)
  const inbox = { url, shown, everySeconds, seedAddress }
  return { id: await keepInbox(db, sealer, accountId, inbox), shown }
}

/** Logs in and counts; nothing is fetched or changed. */
export async function countMailbox(db: Store, sealer: Sealer, accountId: number, id: number) {
  const { sealedUrl, validity, lastUid, shown } = await inboxOf(db, accountId, id)
  const address = readAddress(sealer.open(sealedUrl, sealedFor).toString())
  const count = () =>
    address.protocol === 'pop3'
      ? countPop3(address, LIMITS)
      : countImap(address, LIMITS, { validity, uid: lastUid })
  try {
    return { shown, counted: await count() }
  } catch (error) {
    if (!(error instanceof MailboxTrouble)) throw error
    const why = detailed('mailbox-unreadable', { says: `${error.message}.` })
    throw Object.assign(refusedFor('not-now', why, error.sentences), { cause: error })
  }
}

export function readAddress(url: string): MailboxAddress {
  try {
    if (url.length > MOST_ADDRESS) throw mailboxUrlError('mailbox-url-long', { most: MOST_ADDRESS })
    return readMailboxUrl(url)
  } catch (error) {
    if (!(error instanceof MailboxUrlError)) throw error
    throw Object.assign(refusedFor('not-valid', error.sentence), { cause: error })
  }
}
