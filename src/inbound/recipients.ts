/**
 * The addresses that mail is accepted for: the return path (VERP) and the unsubscribe address of
 * emails that we have sent, abuse@ and postmaster@ (RFC 2142), and the addresses of reports. Others
 * are rejected at RCPT, so that no bounce has to be sent.
 */
import type { Store } from '../db/db.ts'
import { peerOf } from '../domain/accounts/guessing/failures.ts'
import { messageOfTransaction, messageSource } from '../domain/bounces/returned.sql.ts'
import type { OwnerOfBounceDomain } from '../domain/hosts/bounce-owners.ts'
import { createCache } from '../lib/cache.ts'
import { momentOfStore } from '../lib/instant.ts'
import type { MessageRef } from '../mail/links/links.ts'
import { readMailAddress } from '../mail/links/mail-address.ts'
import type { KeyOf } from '../mail/links/signing.ts'
import { DMARC_REPORTS, TLS_REPORTS } from '../mail/receiver-reports/addresses.ts'
import type { PeerQuota } from './peer-quota.ts'

export interface Mailbox {
  address: string
  cameFor: 'bounce' | 'unsubscribe' | 'postmaster'
  sentMessage: MessageRef | undefined
}

type RecipientRefusal = 'relaying' | 'unknown' | 'forged' | 'expired' | 'over the quota'

export interface RecipientsOptions {
  db: Store
  keyOf: KeyOf
  /** That of the installation. */
  domain: string
  /** Further domains, of accounts. */
  ownerOf: OwnerOfBounceDomain
  /**
   * How long bounces of an email are accepted. Unsubscribing is accepted as long as the sending
   * exists.
   */
  days: number
  quota: PeerQuota
  count(what: RecipientRefusal): void
}

const REPLIES: Record<RecipientRefusal, string> = {
  relaying: '550 5.7.1 Mail for that domain is not accepted here',
  unknown: '550 5.1.1 There is no such mailbox',
  // The same reply as for unknown, to reveal nothing about tokens.
  forged: '550 5.1.1 There is no such mailbox',
  expired: '550 5.1.6 The email that this answers was too long ago',
  'over the quota': '452 4.7.1 Too many messages from your address, try again in an hour',
}

/** Addresses whose mail belongs to no account, besides postmaster. */
const UNOWNED = new Set(['abuse', DMARC_REPORTS, TLS_REPORTS])

const DAY = 86_400_000
/** Caches the age of a sending. */
const KEPT_MILLIS = 60_000
const MOST_KEPT = 10_000

export function createRecipients({
  db,
  keyOf,
  domain,
  ownerOf,
  days,
  quota,
  count,
}: RecipientsOptions) {
  const ages = createCache<string, Promise<number | undefined>>({
    most: MOST_KEPT,
    millis: KEPT_MILLIS,
  })

  async function madeAt({ accountId, of, ofId, id }: MessageRef): Promise<number | undefined> {
    // A trigger sends the same email for years.
    if (of === 'trigger') return Number.POSITIVE_INFINITY
    if (of === 'transaction') {
      const found = await messageOfTransaction(db, { accountId, transactionId: id })
      return found && momentOfStore(found.last).getTime()
    }
    return ages.through(`${accountId}.${ofId}`, async () => {
      const found = await messageSource(db, { accountId, sendingId: ofId })
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
    const named = at < 0 ? domain : address.slice(at + 1).toLowerCase()
    const owner = named === domain ? undefined : await ownerOf(named)
    if (named !== domain && owner === undefined) return refuse('relaying')
    // RFC 5321 4.5.1: postmaster, also without a domain.
    if (local === 'postmaster' || (at >= 0 && UNOWNED.has(local))) {
      if (quota.usedUp(peerOf(peer), Date.now())) return refuse('over the quota')
      return {
        mailbox: { address: `${local}@${named}`, cameFor: 'postmaster', sentMessage: undefined },
      }
    }
    if (at < 0) return refuse('unknown')
    const read = await readMailAddress(local, keyOf)
    if (!read) return refuse(/^[bu]-/.test(local) ? 'forged' : 'unknown')
    // On the domain of an account only its own emails come back.
    if (owner !== undefined && read.message.accountId !== owner) return refuse('forged')
    const made = await madeAt(read.message)
    if (made === undefined || (read.kind === 'bounce' && made < Date.now() - days * DAY))
      return refuse('expired')
    return {
      mailbox: { address: `${local}@${named}`, cameFor: read.kind, sentMessage: read.message },
    }
  }
}
