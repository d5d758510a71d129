/**
 * A sending after a restore: the original may have continued after the backup was made. Estimates
 * the number of emails sent since, and marks those that a relay is known to have accepted, so that
 * they are not sent twice.
 */
import { RESTORED } from '../../db/backup/restore-holds.ts'
import type { Db } from '../../db/db.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { momentOfStore } from '../../lib/instant.ts'
import { readMessageId } from '../../mail/links/links.ts'
import type { KeyOf } from '../../mail/links/signing.ts'
import { audienceOfList, markAccepted, paceOfSending } from './accepted.sql.ts'
import { subscribersOfAddresses } from './sendings.sql.ts'

export interface RepeatRisk {
  /** The maximum of emails sent after the backup. */
  most: number
  /** Emails per minute before the backup; null if none had been sent. */
  perMinute: number | null
}

interface Restored {
  id: number
  listId: number
  state: string
  reason: string | null
  dueAt: string
  plannedAt: string | null
}

/** Undefined for a sending that does not wait because of a restore. */
export async function repeatRisk(
  db: Db,
  accountId: number,
  sending: Restored,
): Promise<RepeatRisk | undefined> {
  if (sending.state !== 'unconfirmed' || sending.reason !== RESTORED) return undefined
  if (sending.plannedAt === null) {
    if (momentOfStore(sending.dueAt).getTime() > Date.now()) return { most: 0, perMinute: null }
    return {
      most: (await audienceOfList(db, { accountId, listId: sending.listId })).count,
      perMinute: null,
    }
  }
  const pace = await paceOfSending(db, { accountId, sendingId: sending.id })
  const { waiting, secondsSince, settled, settledSeconds } = pace
  if (secondsSince === null || settledSeconds === null) return { most: waiting, perMinute: null }
  // Many may be settled at the same moment.
  const perSecond = settled / Math.max(1, settledSeconds)
  const since = Math.ceil(perSecond * Math.max(0, secondsSince))
  return { most: Math.min(waiting, since), perMinute: Math.ceil(60 * perSecond) }
}

export interface AcceptedCounts {
  /** Waiting emails that are now marked as sent. */
  marked: number
  /** Emails that had an outcome already, or are given twice. */
  known: number
  /** Entries that match no email of the sending. */
  others: number
}

const BATCH = 1000
const NOTE = 'Accepted by the relay after the backup, according to its list.'

/**
 * Marks the given emails, each identified by our Message-ID or its address (or any text of at most
 * some hundred characters), in the transaction that releases the sending.
 */
export async function takeAccepted(
  tx: Db,
  message: { accountId: number; sendingId: number },
  names: AsyncIterable<string>,
  keyOf: KeyOf,
): Promise<AcceptedCounts> {
  const counts: AcceptedCounts = { marked: 0, known: 0, others: 0 }
  const named = new Set<string>()
  for await (const name of names) {
    if (named.has(name)) counts.known++
    named.add(name)
    if (named.size === BATCH) await mark()
  }
  if (named.size > 0) await mark()
  return counts

  async function mark(): Promise<void> {
    const ids = new Set<number>()
    const emailKeys: string[] = []
    for (const name of named) {
      const read = await readMessageId(name, keyOf)
      if (!read) emailKeys.push(...keyIn(name))
      else if (
        read.of === 'sending' &&
        read.accountId === message.accountId &&
        read.ofId === message.sendingId
      )
        ids.add(read.id)
    }
    // For a sending, the delivery's id is the subscriber's.
    const people = await subscribersOfAddresses(tx, { accountId: message.accountId, emailKeys })
    for (const { id } of people) ids.add(id)
    const { found, marked } = await markAccepted(tx, { ...message, ids: [...ids], reason: NOTE })
    counts.marked += marked
    counts.known += found - marked
    counts.others += named.size - found
    named.clear()
  }
}

const keyIn = (name: string): string[] => {
  const address = name.replace(/^<|>$/g, '')
  return isEmailAddress(address) ? [emailKey(address)] : []
}
