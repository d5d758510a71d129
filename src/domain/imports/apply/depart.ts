/**
 * Applies the departures and bounces of a file, in the transaction of the batch and before its
 * subscribers: from then on, no row of this or another file brings them back.
 */
import type { Store, Tx } from '../../../db/db.ts'
import { takeIds } from '../../../db/ids.ts'
import { leaveListsOfMany } from '../../lists/leave-lists.sql.ts'
import { keyHashOf } from '../../opt-outs/erased.ts'
import { confirmOptOuts } from '../../opt-outs/opt-outs.sql.ts'
import { hasListener, publish } from '../../webhooks/publish.ts'
import { publishOptedOut } from '../../webhooks/publish-left.ts'
import type { RunningImport } from '../running.ts'
import type { WrongIds } from './chosen-people.ts'
import {
  bounceDeparted,
  departingPeople,
  markOptedOut,
  optOutDeparted,
  unsubscribeDeparted,
} from './depart.sql.ts'
import type { Departure } from './departures.ts'
import type { Batch } from './prepare.ts'

/** Reserved before the transaction: ids of one that failed would be issued twice. */
interface DepartureIds {
  /** For those without an id of the file, or whose id another subscriber has. */
  people: number[]
  optOuts: number[]
  bounces: number[]
}

export async function departureIds(
  db: Store,
  accountId: number,
  { departures }: Batch,
  wrong: number,
): Promise<DepartureIds> {
  const all = [...departures.values()]
  const count = (some: (one: Departure) => boolean) => all.filter(some).length
  const take = async (kind: 'subscriber' | 'opt-out' | 'bounce', many: number) =>
    many === 0 ? [] : takeIds(db, accountId, kind, many)
  return {
    people: await take('subscriber', count(({ chosenId }) => chosenId === undefined) + wrong),
    optOuts: await take(
      'opt-out',
      count(({ optedOut }) => optedOut !== undefined),
    ),
    bounces: await take(
      'bounce',
      count(({ bounced }) => bounced !== undefined),
    ),
  }
}

/** So many ids more are needed: the transaction begins again. */
export class IdsMissing extends Error {
  readonly count: number
  constructor(count: number) {
    super('ids of the file are taken')
    this.count = count
  }
}

interface Departed extends Departure {
  id: number
  emailKey: string
}

export async function depart(
  db: Store,
  tx: Tx,
  { accountId, listId }: RunningImport,
  { departures }: Batch,
  ids: DepartureIds,
  wrong: WrongIds,
): Promise<void> {
  if (departures.size === 0) return
  const emailKeys = [...departures.keys()].sort()
  const keyHashes: (string | null)[] = []
  for (const key of emailKeys) keyHashes.push(await keyHashOf(db, accountId, key))
  let next = 0
  const given = emailKeys.map(key => {
    const { chosenId } = departures.get(key)!
    return chosenId === undefined || wrong.has(key) ? ids.people[next++]! : chosenId
  })
  if (next > ids.people.length) throw new IdsMissing(next - ids.people.length)
  const people = await departingPeople(tx, {
    accountId,
    ids: given,
    emails: emailKeys.map(key => departures.get(key)!.email),
    emailKeys,
    keyHashes,
  })
  const departed = people.map(row => ({ ...departures.get(row.emailKey)!, ...row }))
  const optedOut = departed.filter(one => one.optedOut !== undefined)
  const bounced = departed.filter(one => one.bounced !== undefined)
  await optOutAll(db, tx, accountId, optedOut, ids.optOuts)
  await unsubscribeAll(
    db,
    tx,
    { accountId, listId },
    departed.filter(one => one.unsubscribed !== undefined),
  )
  if (bounced.length > 0)
    await bounceDeparted(tx, {
      accountId,
      ids: ids.bounces.slice(0, bounced.length),
      subscriberIds: bounced.map(({ id }) => id),
      emails: bounced.map(({ email }) => email),
      storedKeys: bounced.map(({ emailKey }) => emailKey),
      reasons: bounced.map(({ reason }) => reason),
      moments: bounced.map(one => one.bounced ?? new Date()),
    })
}

async function optOutAll(
  db: Store,
  tx: Tx,
  accountId: number,
  optedOut: Departed[],
  ids: number[],
): Promise<void> {
  if (optedOut.length === 0) return
  const subscriberIds = optedOut.map(({ id }) => id)
  const moments = optedOut.map(one => one.optedOut ?? new Date())
  await markOptedOut(tx, { accountId, subscriberIds, moments })
  const fresh = await optOutDeparted(tx, {
    accountId,
    ids: ids.slice(0, optedOut.length),
    subscriberIds,
    moments,
    emails: optedOut.map(({ email }) => email),
    emailKeys: optedOut.map(({ emailKey }) => emailKey),
    reasons: optedOut.map(({ reason }) => reason || 'imported'),
  })
  if (fresh.length < optedOut.length)
    await confirmOptOuts(tx, { accountId, emailKeys: optedOut.map(({ emailKey }) => emailKey) })
  await leaveListsOfMany(tx, { accountId, subscriberIds })
  if (await hasListener(db, accountId, 'opted-out')) {
    const made = fresh.map(({ subscriberId }) => subscriberId)
    await publishOptedOut(tx, accountId, made, 'file')
  }
}

async function unsubscribeAll(
  db: Store,
  tx: Tx,
  { accountId, listId }: { accountId: number; listId: number },
  left: Departed[],
): Promise<void> {
  if (left.length === 0) return
  const gone = await unsubscribeDeparted(tx, {
    accountId,
    listId,
    subscriberIds: left.map(({ id }) => id),
    moments: left.map(one => one.unsubscribed ?? new Date()),
    reasons: left.map(({ reason }) => reason),
  })
  if (gone.length === 0 || !(await hasListener(db, accountId, 'unsubscribed'))) return
  const details = gone.map(() => ({ source: 'file' }))
  await publish(tx, accountId, {
    kind: 'unsubscribed',
    ids: gone.map(({ id }) => id),
    listId,
    details,
  })
}
