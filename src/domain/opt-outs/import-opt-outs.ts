/**
 * Imports a file of addresses into the opt-out list, many per transaction, with the effect of
 * opting out each one in file order.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { returnIds, takeIds } from '../../db/ids.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { leaveListsOfMany } from '../lists/leave-lists.sql.ts'
import { hasListener } from '../webhooks/publish.ts'
import { publishOptedOut } from '../webhooks/publish-left.ts'
import { keyHashOf } from './erased.ts'
import { addOptOuts, optOutPeople } from './import-opt-outs.sql.ts'
import { keptReason } from './opt-out.ts'
import type { AddressRow } from './read-addresses.ts'

export interface OptOutCounts {
  /** Rows of the file, without its header. */
  read: number
  added: number
  /** On the list before, or repeated in the file. */
  alreadyThere: number
  notValid: number
}

export interface RejectedOptOut {
  line: number
  raw: string
  reason: string
}

/** Addresses per transaction: few enough that other writers of one of them wait only briefly. */
const BATCH = 1000

/**
 * Opts out all valid addresses; yields after each batch the counts so far and its rejected rows.
 * When the caller stops iterating, the import stops; yielded batches are committed.
 */
export async function* importOptOuts(
  db: Store,
  accountId: number,
  rows: AsyncIterable<AddressRow[]>,
  reason: string,
): AsyncGenerator<{ counts: OptOutCounts; rejects: RejectedOptOut[] }> {
  const counts: OptOutCounts = { read: 0, added: 0, alreadyThere: 0, notValid: 0 }
  const text = keptReason(reason)
  let waiting = new Map<string, string>()
  let rejects: RejectedOptOut[] = []
  const flush = async () => {
    const added = waiting.size === 0 ? 0 : await optOutMany(db, accountId, waiting, text)
    counts.added += added
    counts.alreadyThere += waiting.size - added
    const done = { counts: { ...counts }, rejects }
    waiting = new Map()
    rejects = []
    return done
  }
  for await (const part of rows) {
    for (const { line, raw, address, problem } of part) {
      counts.read++
      const email = address.trim()
      const wrong =
        problem ??
        (isEmailAddress(email) ? undefined : email === '' ? 'no address' : 'not an address')
      const key = emailKey(email)
      if (wrong !== undefined) {
        counts.notValid++
        rejects.push({ line, raw, reason: wrong })
      } else if (waiting.has(key)) counts.alreadyThere++
      else waiting.set(key, email)
      if (waiting.size >= BATCH || rejects.length >= BATCH) yield await flush()
    }
  }
  yield await flush()
}

/** Returns the number of new opt-outs. */
async function optOutMany(
  db: Store,
  accountId: number,
  emails: ReadonlyMap<string, string>,
  reason: string,
): Promise<number> {
  const emailKeys = [...emails.keys()].sort()
  const ids = await takeIds(db, accountId, 'subscriber', emailKeys.length)
  const optOutIds = await takeIds(db, accountId, 'opt-out', emailKeys.length)
  const keyHashes: (string | null)[] = []
  for (const key of emailKeys) keyHashes.push(await keyHashOf(db, accountId, key))
  // If the transaction is retried after a COMMIT whose result was lost, nothing is new the second
  // time: the set keeps the result of the first.
  const added = new Set<number>()
  const made = new Set<number>()
  const listening = await hasListener(db, accountId, 'opted-out')
  const given = {
    accountId,
    ids,
    emails: emailKeys.map(key => emails.get(key)!),
    emailKeys,
    keyHashes,
  }
  const work = async (tx: Db) => {
    const people = await optOutPeople(tx, given)
    const subscriberIds = people.map(({ id }) => id)
    const fresh = await addOptOuts(tx, {
      accountId,
      ids: optOutIds.slice(0, people.length),
      subscriberIds,
      emails: people.map(({ email }) => email),
      emailKeys: people.map(({ emailKey }) => emailKey),
      reason,
    })
    await leaveListsOfMany(tx, { accountId, subscriberIds })
    const freshIds = new Set(fresh.map(({ id }) => id))
    const freshPeople = subscriberIds.filter((_, i) => freshIds.has(optOutIds[i]!))
    if (listening) await publishOptedOut(tx, accountId, freshPeople, 'file')
    for (const { id } of fresh) added.add(id)
    for (const id of subscriberIds) made.add(id)
  }
  await atomically(db, work, { again: true })
  returnIds(
    db,
    accountId,
    'subscriber',
    ids.filter(id => !made.has(id)),
  )
  returnIds(
    db,
    accountId,
    'opt-out',
    optOutIds.filter(id => !added.has(id)),
  )
  return added.size
}
