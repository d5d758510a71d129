/**
 * Mail that was taken, into the store: whose it is, and one message for each address it came for.
 */
import type { Store } from '../db/db.ts'
import { peerOf } from '../domain/accounts/failures.ts'
import {
  type Incoming,
  keepMessage,
  type LedgerLetter,
  NOBODY,
} from '../domain/bounces/messages/store-message.ts'
import { SOURCE } from '../lib/source-kind.ts'
import { sentMessageIn } from '../mail/bounces/identity.ts'
import type { JudgingThread } from '../mail/bounces/judging.ts'
import { gistOf } from '../mail/bounces/opinion.ts'
import type { MessageRef } from '../mail/links/links.ts'
import type { KeyOf } from '../mail/links/signing.ts'
import type { PeerQuota } from './peer-quota.ts'
import type { Mailbox } from './recipients.ts'
import type { Mail } from './terms.ts'

const inLedger = ({ of, ofId, id }: MessageRef): LedgerLetter => ({
  sourceKind: SOURCE[of === 'test' ? 'sending' : of],
  sourceId: ofId,
  deliveryId: id,
})

export interface Owner {
  /** Undefined: nobody's. */
  accountId: number | undefined
  /** What is nobody's needs no further judgement; undefined: it took too long. */
  judged: Incoming['judged']
}

/**
 * Of which account a message without a token in its envelope is: that of the letter it names, else
 * nobody's.
 */
export async function ownerOf(
  content: Buffer,
  judging: JudgingThread,
  keyOf: KeyOf,
): Promise<Owner> {
  const read = await judging.judge(content, true)
  if (!read) return { accountId: undefined, judged: undefined }
  const accountId = (await sentMessageIn(read.references, keyOf))?.message.accountId
  return { accountId, judged: accountId === undefined ? await gistOf(read, keyOf) : undefined }
}

export interface IntakeOptions {
  db: Store
  judging: JudgingThread
  keyOf: KeyOf
  quota: PeerQuota
  /** For the metrics: what nobody's messages are. */
  counted(kind: string): void
}

export function createIntake({ db, judging, keyOf, quota, counted }: IntakeOptions) {
  return async ({ from, to, size, content, peer }: Mail<Mailbox>): Promise<void> => {
    await Promise.all(
      to.map(async ({ address, cameFor, letter }) => {
        const envelope = { inboxId: null, envelopeFrom: from, envelopeTo: address, cameFor, size }
        if (letter) {
          await keepMessage(db, letter.accountId, {
            ...envelope,
            letter: inLedger(letter),
            content,
            judged: undefined,
          })
          return
        }
        const { accountId = NOBODY, judged } = await ownerOf(content, judging, keyOf)
        if (accountId === NOBODY) quota.count(peerOf(peer), Date.now())
        const fresh = await keepMessage(db, accountId, {
          ...envelope,
          letter: undefined,
          content,
          judged,
        })
        if (judged && fresh) counted(judged.kind === 'none' ? judged.class : judged.kind)
      }),
    )
  }
}
