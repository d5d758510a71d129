/** The person that an email went to, by the link of it. */
import type { Store } from '../db/db.ts'
import { subscriberOfAddress } from '../domain/subscribers/message-consent.sql.ts'
import { type ConsentMessage, consentOfMessage } from '../domain/subscribers/message-consent.ts'
import { emailKey } from '../lib/email-address.ts'
import type { MessageRef } from '../mail/links/links.ts'

export interface EmailReader {
  subscriberId: number
  email: string
  /** The name that the person knows: the one in From. */
  sender: string
}

/** 'test': a test email. Undefined: the person is no subscriber any more. */
export async function readerOf(
  db: Store,
  ref: MessageRef,
): Promise<EmailReader | 'test' | undefined> {
  const message = consentMessage(ref)
  if (!message) return 'test'
  const { accountId } = ref
  const standing = await consentOfMessage(db, message)
  if (standing?.test) return 'test'
  if (!standing) return undefined
  const { email, sender } = standing
  const subscriberId =
    standing.subscriberId ??
    (await subscriberOfAddress(db, { accountId, emailKey: emailKey(email) }))?.id
  return subscriberId === undefined ? undefined : { subscriberId, email, sender }
}

/** Undefined: a test email, whose reader decides nothing. */
export function consentMessage({
  accountId,
  of,
  ofId,
  id,
}: MessageRef): ConsentMessage | undefined {
  if (of === 'test') return undefined
  return of === 'transaction'
    ? { accountId, of, transactionId: id }
    : { accountId, of, ofId, subscriberId: id }
}
