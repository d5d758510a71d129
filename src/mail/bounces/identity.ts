/** Whose letter a message is about, by what only we can have written into the letter. */
import { type LetterRef, type Purpose, readLetterToken, readMailAddress, readMessageId } from '../links/links.ts'
import type { KeyOf } from '../links/signing.ts'
import type { References } from './references.ts'

/** By what a letter was found, the surest first. */
export type FoundBy = 'token' | 'envelope id' | 'message id' | 'letter'

export interface FoundLetter {
  letter: LetterRef
  by: FoundBy
}

/** More are not tried: a message may be full of them. */
const MOST_TRIED = 20
const ANY: Purpose[] = ['bounce', 'messageId', 'unsubscribe', 'hit', 'webVersion']

/**
 * In this order: the address it was sent to (mailboxes lose the envelope, not always its traces), the envelope id that came back, our
 * Message-ID, then whatever of our letter stands in it. All are signed: what is found was in a letter of ours.
 */
export async function letterIn(references: References, keyOf: KeyOf): Promise<FoundLetter | undefined> {
  const { sentTo, envelopeIds, messageIds, tokens } = references
  for (const address of sentTo.slice(0, MOST_TRIED)) {
    const found = await readMailAddress(address, keyOf)
    if (found) return { letter: found.letter, by: 'token' }
  }
  for (const id of envelopeIds.slice(0, MOST_TRIED)) {
    const letter = await readLetterToken(id, 'bounce', keyOf)
    if (letter) return { letter, by: 'envelope id' }
  }
  for (const id of messageIds.slice(0, MOST_TRIED)) {
    const letter = await readMessageId(id, keyOf)
    if (letter) return { letter, by: 'message id' }
  }
  for (const token of tokens.slice(0, MOST_TRIED)) {
    for (const purpose of ANY) {
      const letter = await readLetterToken(token, purpose, keyOf)
      if (letter) return { letter, by: 'letter' }
    }
  }
  return undefined
}
