/** Which message of ours a bounce or reply is about, by what only we can have written into it. */
import {
  type MessageRef,
  type Purpose,
  readMailAddress,
  readMessageId,
  readMessageToken,
} from '../links/links.ts'
import type { KeyOf } from '../links/signing.ts'
import type { References } from './references.ts'

/** By what the message was found, the surest first; `letter`: by a token anywhere in it. */
export type FoundBy = 'token' | 'envelope id' | 'message id' | 'letter'

export interface FoundMessage {
  message: MessageRef
  by: FoundBy
}

/** More are not tried: a message may be full of them. */
const MOST_TRIED = 20
const ANY: Purpose[] = ['bounce', 'messageId', 'unsubscribe', 'hit', 'webVersion']

/**
 * In this order: the address it was sent to (mailboxes lose the envelope, not always its traces),
 * the envelope id that came back, our Message-ID, then whatever token of ours stands in it. All are
 * signed: what is found was in a message of ours.
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
      if (message) return { message, by: 'letter' }
    }
  }
  return undefined
}
