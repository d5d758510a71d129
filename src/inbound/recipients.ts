/**
 * Which addresses mail is taken for: the return path and the unsubscribe address of letters that we
 * have sent, abuse@ and postmaster@ (RFC 2142). All others are refused before their message is
 * sent, so that nothing has to be sent back.
 */
import type { Store } from '../db/db.ts'
import { peerOf } from '../domain/accounts/failures.ts'
import { letterOfTransaction, letterSource } from '../domain/bounces/letters.sql.ts'
import { createCache } from '../lib/cache.ts'
import { momentOfStore } from '../lib/instant.ts'
import { type MessageRef, readMailAddress } from '../mail/links/links.ts'
import type { KeyOf } from '../mail/links/signing.ts'
import type { PeerQuota } from './peer-quota.ts'

export interface Mailbox {
  address: string
  cameFor: 'bounce' | 'unsubscribe' | 'postmaster'
  letter: MessageRef | undefined
}

type RecipientRefusal = 'relaying' | 'unknown' | 'forged' | 'expired' | 'too much for nobody'

export interface RecipientsOptions {
  db: Store
  keyOf: KeyOf
  domain: string
  /**
   * How long bounces of a letter are taken. Unsubscribing is taken as long as the sending is known.
   */
  days: number
  quota: PeerQuota
  count(what: RecipientRefusal): void
}

const REPLIES: Record<RecipientRefusal, string> = {
  relaying: '550 5.7.1 Mail for that domain is not taken here',
  unknown: '550 5.1.1 There is no such mailbox',
  // Who makes tokens up shall not learn how far they came.
  forged: '550 5.1.1 There is no such mailbox',
  expired: '550 5.1.6 The letter that this answers was too long ago',
  'too much for nobody':
    '452 4.7.1 You have sent a lot that is for nobody here, try again in an hour',
}

const DAY = 86_400_000
/** A sending's age is asked for once in a while, not for each bounce of it. */
const KEPT_MILLIS = 60_000
const MOST_KEPT = 10_000

export function createRecipients({ db, keyOf, domain, days, quota, count }: RecipientsOptions) {
  const ages = createCache<string, Promise<number | undefined>>({
    most: MOST_KEPT,
    millis: KEPT_MILLIS,
  })

  async function madeAt({ accountId, of, ofId, id }: MessageRef): Promise<number | undefined> {
    // A trigger sends the same letter for years.
    if (of === 'trigger') return Number.POSITIVE_INFINITY
    if (of === 'transaction') {
      const found = await letterOfTransaction(db, { accountId, transactionId: id })
      return found && momentOfStore(found.last).getTime()
    }
    return ages.through(`${accountId}.${ofId}`, async () => {
      const found = await letterSource(db, { accountId, sendingId: ofId })
      return found ? momentOfStore(found.last).getTime() : undefined
    })
  }

  return async (
    address: string,
    peer: string,
  ): Promise<{ mailbox: Mailbox } | { refused: string }> => {
    const refuse = (why: RecipientRefusal) => {
      count(why)
      return { refused: REPLIES[why] }
    }
    const at = address.lastIndexOf('@')
    const local = (at < 0 ? address : address.slice(0, at)).toLowerCase()
    if (at >= 0 && address.slice(at + 1).toLowerCase() !== domain) return refuse('relaying')
    // RFC 5321 4.5.1: postmaster, also without a domain.
    if (local === 'postmaster' || (local === 'abuse' && at >= 0)) {
      if (quota.usedUp(peerOf(peer), Date.now())) return refuse('too much for nobody')
      return {
        mailbox: { address: `${local}@${domain}`, cameFor: 'postmaster', letter: undefined },
      }
    }
    if (at < 0) return refuse('unknown')
    const read = await readMailAddress(local, keyOf)
    if (!read) return refuse(/^[bu]-/.test(local) ? 'forged' : 'unknown')
    const made = await madeAt(read.message)
    if (made === undefined || (read.kind === 'bounce' && made < Date.now() - days * DAY))
      return refuse('expired')
    return { mailbox: { address: `${local}@${domain}`, cameFor: read.kind, letter: read.message } }
  }
}
