/**
 * Complaints: the people opt out of the whole account at once, with "complaint" as the reason. No
 * insert and no import undoes it.
 */
import type { Db, Store } from '../../db/db.ts'
import { takeIds } from '../../db/ids.ts'
import { emailKey } from '../../lib/email-address.ts'
import { ERASED_EMAIL } from '../erased-email.ts'
import { leaveListsOfMany } from '../lists/leave-lists.sql.ts'
import { keyHashOf } from '../opt-outs/erased.ts'
import { optOutPeople } from '../opt-outs/import-opt-outs.sql.ts'
import { listens } from '../webhooks/tell.ts'
import { tellOptedOut } from '../webhooks/tell-left.ts'
import { complained, optOutComplainers } from './bounces.sql.ts'

const COMPLAINT = 'complaint'

export interface Complaint {
  email: string
  listId: number | null
  sendingId: number | null
  receivedAt: Date
}

/** In the transaction that keeps the complaints. Said twice it is the same. */
export async function complain(
  db: Store,
  tx: Db,
  accountId: number,
  complaints: readonly Complaint[],
): Promise<void> {
  // Nothing is sent to who was erased, and nothing is known that could say more.
  const byKey = new Map(
    complaints.filter(({ email }) => email !== ERASED_EMAIL).map(one => [emailKey(one.email), one]),
  )
  if (byKey.size === 0) return
  // In this order the rows are locked, as inserts and imports do.
  const emailKeys = [...byKey.keys()].sort()
  const keyHashes: (string | null)[] = []
  for (const key of emailKeys) keyHashes.push(await keyHashOf(db, accountId, key))
  const people = await optOutPeople(tx, {
    accountId,
    ids: await takeIds(db, accountId, 'subscriber', emailKeys.length),
    emails: emailKeys.map(key => byKey.get(key)!.email),
    emailKeys,
    keyHashes,
  })
  const said = people.map(person => ({ ...byKey.get(person.emailKey)!, ...person }))
  const subscriberIds = said.map(({ id }) => id)
  await complained(tx, {
    accountId,
    subscriberIds,
    moments: said.map(({ receivedAt }) => receivedAt),
  })
  const fresh = await optOutComplainers(tx, {
    accountId,
    reason: COMPLAINT,
    ids: await takeIds(db, accountId, 'opt-out', said.length),
    subscriberIds,
    emails: said.map(({ email }) => email),
    emailKeys: said.map(one => one.emailKey),
    listIds: said.map(({ listId }) => listId as number),
    sendingIds: said.map(({ sendingId }) => sendingId as number),
  })
  await leaveListsOfMany(tx, { accountId, subscriberIds })
  if (await listens(db, accountId, 'opted-out'))
    await tellOptedOut(
      tx,
      accountId,
      fresh.map(({ subscriberId }) => subscriberId),
      COMPLAINT,
    )
}
