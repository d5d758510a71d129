/**
 * A sending after a restore: where it came from it may have gone on after the backup was made. How
 * many letters that may have been, and marking those that a relay is known to have taken, so that
 * nobody gets them twice.
 */
import { domainToUnicode } from 'node:url'
import { RESTORED } from '../../db/backup/restore-holds.ts'
import type { Db } from '../../db/db.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { momentOfStore } from '../../lib/instant.ts'
import { readMessageId } from '../../mail/links/links.ts'
import type { KeyOf } from '../../mail/links/signing.ts'
import { audienceOfList, markAccepted, paceOfSending } from './accepted.sql.ts'
import { subscribersOfAddresses } from './sendings.sql.ts'

export interface RepeatRisk {
  /** So many letters at most went out after the backup. */
  most: number
  /** Letters a minute before the backup; null where none had gone. */
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
  // Many may be settled at one moment.
  const perSecond = settled / Math.max(1, settledSeconds)
  const since = Math.ceil(perSecond * Math.max(0, secondsSince))
  return { most: Math.min(waiting, since), perMinute: Math.ceil(60 * perSecond) }
}

export interface AcceptedCounts {
  /** Letters that waited and are marked as sent now. */
  marked: number
  /** Letters that had an outcome already, or are named twice. */
  known: number
  /** Names that are of no letter of the sending. */
  others: number
}

const BATCH = 1000
const NOTE = 'Accepted by the relay after the backup, says its list.'

/**
 * Marks the letters that are named, each by a Message-ID of ours or the address it went to (at most
 * some hundred characters of anything), within the transaction that lets the sending go.
 */
export async function takeAccepted(
  tx: Db,
  letter: { accountId: number; sendingId: number },
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
      if (!read) emailKeys.push(...keysOf(name))
      else if (
        read.of === 'sending' &&
        read.accountId === letter.accountId &&
        read.ofId === letter.sendingId
      )
        ids.add(read.id)
    }
    // Of a sending the delivery is the subscriber.
    const people = await subscribersOfAddresses(tx, { accountId: letter.accountId, emailKeys })
    for (const { id } of people) ids.add(id)
    const { found, marked } = await markAccepted(tx, { ...letter, ids: [...ids], reason: NOTE })
    counts.marked += marked
    counts.known += found - marked
    counts.others += named.size - found
    named.clear()
  }
}

/** A relay writes the domain in ASCII (RFC 5891), where the list may have it in other letters. */
function keysOf(name: string): string[] {
  const address = name.replace(/^<|>$/g, '')
  if (!isEmailAddress(address)) return []
  const at = address.lastIndexOf('@') + 1
  const inUnicode = domainToUnicode(address.slice(at))
  return [...new Set([emailKey(address), emailKey(address.slice(0, at) + inUnicode)])]
}
