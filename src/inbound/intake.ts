/** Stores accepted mail: finds its account, one message for each recipient address. */
import type { Store } from '../db/db.ts'
import { peerOf } from '../domain/accounts/guessing/failures.ts'
import {
  type Incoming,
  keepMessage,
  type LedgerMessage,
  NO_ACCOUNT,
} from '../domain/bounces/messages/store-message.ts'
import { keepReceiverReport } from '../domain/receiver-reports/keep-report.ts'
import { SOURCE } from '../lib/source-kind.ts'
import { sentMessageIn } from '../mail/bounces/identity.ts'
import type { JudgingThread } from '../mail/bounces/judging.ts'
import { summaryOf } from '../mail/bounces/opinion.ts'
import type { MessageRef } from '../mail/links/links.ts'
import type { KeyOf } from '../mail/links/signing.ts'
import type { Mail } from '../mail/smtp-server/terms.ts'
import type { PeerQuota } from './peer-quota.ts'
import type { Mailbox } from './recipients.ts'

const inLedger = ({ of, ofId, id }: MessageRef): LedgerMessage => ({
  sourceKind: SOURCE[of === 'test' ? 'sending' : of],
  sourceId: ofId,
  deliveryId: id,
})

export interface Owner {
  /** Undefined: no account. */
  accountId: number | undefined
  /** The judgement of a message without an account; undefined: it exceeded the time limit. */
  judged: Incoming['judged']
}

/**
 * The account of a message without a token in its envelope: that of the email it identifies, else
 * none. A report of a receiver is kept at once: of a message without an account only the beginning
 * is stored.
 */
export async function ownerOf(
  db: Store,
  content: Buffer,
  judging: JudgingThread,
  keyOf: KeyOf,
): Promise<Owner> {
  const read = await judging.judge(content, true)
  if (!read) return { accountId: undefined, judged: undefined }
  if (read.receiverReport) await keepReceiverReport(db, read.receiverReport)
  const accountId = (await sentMessageIn(read.references, keyOf))?.message.accountId
  return { accountId, judged: accountId === undefined ? await summaryOf(read, keyOf) : undefined }
}

export interface IntakeOptions {
  db: Store
  judging: JudgingThread
  keyOf: KeyOf
  quota: PeerQuota
  /** For the metrics: kinds of messages without an account. */
  counted(kind: string): void
}

export function createIntake({ db, judging, keyOf, quota, counted }: IntakeOptions) {
  return async ({ from, to, size, content, peer }: Mail<Mailbox>): Promise<string> => {
    await Promise.all(
      to.map(async ({ address, cameFor, sentMessage }) => {
        const envelope = { inboxId: null, envelopeFrom: from, envelopeTo: address, cameFor, size }
        if (sentMessage) {
          await keepMessage(db, sentMessage.accountId, {
            ...envelope,
            sentMessage: inLedger(sentMessage),
            content,
            judged: undefined,
          })
          return
        }
        const { accountId = NO_ACCOUNT, judged } = await ownerOf(db, content, judging, keyOf)
        if (accountId === NO_ACCOUNT) quota.count(peerOf(peer), Date.now())
        const fresh = await keepMessage(db, accountId, {
          ...envelope,
          sentMessage: undefined,
          content,
          judged,
        })
        if (judged && fresh) counted(judged.kind === 'none' ? judged.class : judged.kind)
      }),
    )
    return '250 2.0.0 Stored'
  }
}
