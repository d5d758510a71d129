/** Lists as people see them: with their number of subscribers, and how they are tracked. */

import { atomically, type Db, type Store } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import type { GivenId } from '../given-id.ts'
import { editList, type ListChanges, makeList, type NewList } from '../lists/add-list.ts'
import { lockList } from '../lists/lists.sql.ts'
import { type CountedList, countedLists } from '../lists/lists-of-account.ts'
import { untrackedOf } from '../newsletters/exemptions.ts'
import { noSuch } from '../refusal.ts'
import { anonymousLists, setTracking, type Tracking } from './anonymous-lists.ts'

export type TrackedList = CountedList & { tracking: Tracking }

export async function trackedLists(db: Store, accountId: number): Promise<TrackedList[]> {
  const [lists, trackingOf] = await Promise.all([
    countedLists(db, accountId),
    readTracking(db, accountId),
  ])
  return lists.map(list => ({ ...list, tracking: trackingOf(list.id) }))
}

async function readTracking(db: Db, accountId: number): Promise<(listId: number) => Tracking> {
  const anonymous = await anonymousLists(db, accountId)
  const untracked = await untrackedOf(db, accountId, 'list')
  return id => (untracked.has(id) ? 'off' : anonymous.has(id) ? 'anonymous' : 'personal')
}

export async function trackedList(db: Store, accountId: number, id: number): Promise<TrackedList> {
  const found = (await trackedLists(db, accountId)).find(list => list.id === id)
  if (!found) throw noSuch('no-such-list', id)
  return found
}

/** Creates a list with its tracking, in one transaction; returns its id. */
export const makeTrackedList = (
  db: Store,
  accountId: number,
  { tracking, ...list }: NewList & { tracking: Tracking },
  given: GivenId,
): Promise<number> =>
  makeList(db, accountId, list, given, async (tx, id) => {
    if (tracking !== 'personal') await setTracking(tx, accountId, id, tracking)
  })

export type ListSettings = Omit<TrackedList, 'subscribers'>

/** Locks the list until the transaction ends. */
export async function lockTrackedList(
  tx: Db,
  accountId: number,
  listId: number,
): Promise<ListSettings> {
  const list = await lockList(tx, { accountId, listId })
  if (!list) throw noSuch('no-such-list', listId)
  return { ...list, tracking: (await readTracking(tx, accountId))(listId) }
}

/** Changes the given values in one transaction. */
export async function editTrackedList(
  db: Db,
  accountId: number,
  listId: number,
  { tracking, ...changes }: ListChanges & { tracking?: Tracking },
): Promise<void> {
  await atomically(db, async tx => {
    const { tracking: was } = await lockTrackedList(tx, accountId, listId)
    await editList(tx, accountId, listId, changes)
    if (tracking === undefined || tracking === was) return
    await setTracking(tx, accountId, listId, tracking)
    const change = { before: { tracking: was }, after: { tracking } }
    await recordChange(tx, accountId, { action: 'list.edit', id: listId, ...change })
  })
}
