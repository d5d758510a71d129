/** Finds the message of ours that a bounce or reply is about, by signed tokens in it. */
import { type MessageRef, type Purpose, readMessageId, readMessageToken } from '../links/links.ts'
import { readMailAddress } from '../links/mail-address.ts'
import type { KeyOf } from '../links/signing.ts'
import type { References } from './references.ts'

/** Where the token was found, most reliable first; `content`: anywhere in the message. */
export type FoundBy = 'token' | 'envelope id' | 'message id' | 'content'

export interface FoundMessage {
  message: MessageRef
  by: FoundBy
}

/** Limits the work: a message may be full of tokens. */
const MOST_TRIED = 20
const ANY: Purpose[] = ['bounce', 'messageId', 'unsubscribe', 'hit', 'webVersion']

/**
 * Tries the address it was sent to (mailboxes lose the envelope, but often keep traces of it), the
 * returned envelope id, our Message-ID, then any token in the content. All are signed, so a match
 * was part of a message of ours.
 */
export async function sentMessageIn(
  references: References,
  keyOf: KeyOf,
): Promise<FoundMessage | undefined> {
  const { sentTo, envelopeIds, messageIds, tokens } = references
  for (const address of sentTo.slice(0, MOST_TRIED)) {
    const found = await readMailAddress(address, keyOf)
    if (found) return { message: found.message, by: 'token' }
  }
  for (const id of envelopeIds.slice(0, MOST_TRIED)) {
    const message = await readMessageToken(id, 'bounce', keyOf)
    if (message) return { message, by: 'envelope id' }
  }
  for (const id of messageIds.slice(0, MOST_TRIED)) {
    const message = await readMessageId(id, keyOf)
    if (message) return { message, by: 'message id' }
  }
  for (const token of tokens.slice(0, MOST_TRIED)) {
    for (const purpose of ANY) {
      const message = await readMessageToken(token, purpose, keyOf)
      if (message) return { message, by: 'content' }
    }
  }
  return undefined
}
