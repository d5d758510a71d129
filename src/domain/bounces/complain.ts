/**
 * Complaints opt the subscriber out of the whole account, with "complaint" as the reason. No insert
 * or import reverts this.
 */
import type { Db, Store } from '../../db/db.ts'
import { takeIds } from '../../db/ids.ts'
import { emailKey } from '../../lib/email-address.ts'
import { ERASED_EMAIL } from '../erased-email.ts'
import { leaveListsOfMany } from '../lists/leave-lists.sql.ts'
import { keyHashOf } from '../opt-outs/erased.ts'
import { optOutPeople } from '../opt-outs/import-opt-outs.sql.ts'
import { confirmOptOuts } from '../opt-outs/opt-outs.sql.ts'
import { hasListener } from '../webhooks/publish.ts'
import { publishOptedOut } from '../webhooks/publish-left.ts'
import { complained, optOutComplainers } from './bounces.sql.ts'

const COMPLAINT = 'complaint'

export interface Complaint {
  email: string
  listId: number | null
  sendingId: number | null
  receivedAt: Date
}

/** Runs in the transaction that stores the complaints. Idempotent. */
export async function complain(
  db: Store,
  tx: Db,
  accountId: number,
  complaints: readonly Complaint[],
): Promise<void> {
  // Erased subscribers get no emails, and their address is unknown.
  const byKey = new Map(
    complaints.filter(({ email }) => email !== ERASED_EMAIL).map(one => [emailKey(one.email), one]),
  )
  if (byKey.size === 0) return
  // Locks rows in this order, as inserts and imports do.
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
  const entries = people.map(person => ({ ...byKey.get(person.emailKey)!, ...person }))
  const subscriberIds = entries.map(({ id }) => id)
  await complained(tx, {
    accountId,
    subscriberIds,
    moments: entries.map(({ receivedAt }) => receivedAt),
  })
  const fresh = await optOutComplainers(tx, {
    accountId,
    reason: COMPLAINT,
    ids: await takeIds(db, accountId, 'opt-out', entries.length),
    subscriberIds,
    emails: entries.map(({ email }) => email),
    emailKeys: entries.map(one => one.emailKey),
    listIds: entries.map(({ listId }) => listId as number),
    sendingIds: entries.map(({ sendingId }) => sendingId as number),
  })
  if (fresh.length < entries.length) await confirmOptOuts(tx, { accountId, emailKeys })
  await leaveListsOfMany(tx, { accountId, subscriberIds })
  if (await hasListener(db, accountId, 'opted-out'))
    await publishOptedOut(
      tx,
      accountId,
      fresh.map(({ subscriberId }) => subscriberId),
      COMPLAINT,
    )
}
