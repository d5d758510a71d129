/**
 * A file of addresses onto the opt-out list, many in one transaction, with the effect of opting
 * each out by itself, in file order.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { returnIds, takeIds } from '../../db/ids.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { leaveListsOfMany } from '../lists/leave-lists.sql.ts'
import { listens } from '../webhooks/tell.ts'
import { tellOptedOut } from '../webhooks/tell-left.ts'
import { keyHashOf } from './erased.ts'
import { addOptOuts, optOutPeople } from './import-opt-outs.sql.ts'
import { keptReason } from './opt-out.ts'
import type { AddressRow } from './read-addresses.ts'

export interface OptOutCounts {
  /** Rows of the file, without its header. */
  read: number
  added: number
  /** On the list before, or twice in the file. */
  alreadyThere: number
  notValid: number
}

export interface RejectedOptOut {
  line: number
  raw: string
  reason: string
}

/** Addresses in one transaction: few enough that nobody waits long for one of them. */
const BATCH = 1000

/**
 * Reads the rows and opts out what is an address; yields after each batch what was counted so far,
 * and the rows that are none. Whoever stops reading stops the import: what was yielded is done.
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

/** Answers how many are new on the list. */
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
  // Done a second time after a COMMIT that nobody answered, none are new: what was new the first
  // time is counted.
  const added = new Set<number>()
  const made = new Set<number>()
  const told = await listens(db, accountId, 'opted-out')
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
    if (told) await tellOptedOut(tx, accountId, freshPeople, 'file')
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
