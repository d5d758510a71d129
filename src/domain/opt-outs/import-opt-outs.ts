/**
 * Imports a file of addresses into the opt-out list, many per transaction, with the effect of
 * opting out each one in file order.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { returnIds, takeIds, withFreshIds } from '../../db/ids.ts'
import { recordOnce } from '../audit/record.ts'
import { type AddressProgress, importAddresses } from '../files/import-addresses.ts'
import type { AddressRow } from '../files/read-addresses.ts'
import { leaveListsOfMany } from '../lists/leave-lists.sql.ts'
import { hasListener } from '../webhooks/publish.ts'
import { publishOptedOut } from '../webhooks/publish-left.ts'
import { notePeopleChanged } from '../words/note-change.ts'
import { keyHashOf } from './erased.ts'
import { addOptOuts, optOutPeople } from './import-opt-outs.sql.ts'
import { keptReason } from './opt-out.ts'
import { confirmOptOuts } from './opt-outs.sql.ts'

/** Opts out all valid addresses. */
export async function* importOptOuts(
  db: Store,
  accountId: number,
  rows: AsyncIterable<AddressRow[]>,
  reason: string,
): AsyncGenerator<AddressProgress> {
  const record = recordOnce(accountId, { action: 'opt-out.import', id: '', after: {} })
  yield* importAddresses(rows, {
    entryOf: email => ({ email }),
    add: entries => optOutMany(db, accountId, entries, reason, { record }),
  })
}

interface OptingOut {
  /** A transaction of the caller. */
  within?: Db
  /** Records the change, in its transaction. */
  record?(tx: Db): Promise<void>
}

/** Opts out addresses, given by their keys. Returns the number of new opt-outs. */
export const optOutMany = (
  db: Store,
  accountId: number,
  entries: ReadonlyMap<string, { email: string }>,
  reason: string,
  how: OptingOut = {},
): Promise<number> => {
  const once = () => optOutManyOnce(db, accountId, entries, reason, how)
  return how.within ? once() : withFreshIds(db, accountId, once)
}

async function optOutManyOnce(
  db: Store,
  accountId: number,
  entries: ReadonlyMap<string, { email: string }>,
  reason: string,
  { within, record }: OptingOut,
): Promise<number> {
  const emailKeys = [...entries.keys()].sort()
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
    emails: emailKeys.map(key => entries.get(key)!.email),
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
      reason: keptReason(reason),
    })
    if (fresh.length < people.length) await confirmOptOuts(tx, { accountId, emailKeys })
    await leaveListsOfMany(tx, { accountId, subscriberIds })
    const freshIds = new Set(fresh.map(({ id }) => id))
    const freshPeople = subscriberIds.filter((_, i) => freshIds.has(optOutIds[i]!))
    if (listening) await publishOptedOut(tx, accountId, freshPeople, 'file')
    if (fresh.length > 0) await record?.(tx)
    for (const { id } of fresh) added.add(id)
    for (const id of subscriberIds) made.add(id)
  }
  await (within ? work(within) : atomically(db, work, { again: true }))
  notePeopleChanged(db, accountId)
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
