/**
 * Gives subscribers the ids that the old service gave them: a row of the same address takes the id,
 * with all that refers to it, and a row of another address that has it gets out of the way, under a
 * new id, until its own comes. docs/decisions/0054-ids-of-the-old-service.md
 */
import { passIds } from '../../db/chosen-ids.ts'
import { atomically, type Db, type Store, type Tx } from '../../db/db.ts'
import { takeIds, withFreshIds } from '../../db/ids.ts'
import { notePeopleChanged } from '../words/note-change.ts'
import { lockWords } from '../words/words.sql.ts'
import {
  clashingIds,
  forgetEqualPairs,
  forgetMilestones,
  forgetWords,
  holdListsOf,
  holdPeople,
  moveBounces,
  moveConsents,
  moveJobParts,
  moveJoins,
  moveMeasuringAnswers,
  moveOldValues,
  moveOptOutIds,
  movePairs,
  moveProgramEvents,
  moveProofIds,
  moveSignUpIds,
  moveSubscribers,
  moveSubscriptions,
  noteMoved,
  whoAnswers,
} from './old-ids.sql.ts'

/** An id of the old service, and the key of the address that has it there. */
export interface OldId {
  id: number
  emailKey: string
}

/** Nothing is done while Pennypost answers programs: then the ids here are those they know. */
export async function takeOldIds(
  db: Store,
  accountId: number,
  wanted: readonly OldId[],
): Promise<void> {
  if (wanted.length === 0 || !(await clashes(db, accountId, wanted))) return
  const shadow = await whoAnswers(db, { accountId })
  if (shadow?.answering === 'new' || shadow?.wanted === 'new') return
  await passIds(db, accountId, 'subscriber', Math.max(...wanted.map(({ id }) => id)))
  const moved = await withFreshIds(db, accountId, () =>
    atomically(db, tx => takeIn(db, tx, accountId, wanted), { again: true }),
  )
  if (moved > 0) notePeopleChanged(db, accountId, moved)
}

async function clashes(db: Db, accountId: number, wanted: readonly OldId[]): Promise<boolean> {
  const found = await clashingIds(db, { accountId, ...columns(wanted) })
  return found.length > 0
}

const columns = (wanted: readonly OldId[]) => ({
  ids: wanted.map(({ id }) => id),
  emailKeys: wanted.map(({ emailKey }) => emailKey),
})

type NewIds = Map<number, number>

async function takeIn(
  db: Store,
  tx: Tx,
  accountId: number,
  wanted: readonly OldId[],
): Promise<number> {
  await lockWords(tx, { accountId })
  const lists = await holdListsOf(tx, { accountId, ...columns(wanted) })
  const people = await holdPeople(tx, { accountId, ...columns(wanted) })
  const byKey = new Map(people.map(one => [one.emailKey, one]))
  const byId = new Map(people.map(one => [one.id, one]))
  const taking = wanted.filter(({ id, emailKey }) => {
    const [own, holder] = [byKey.get(emailKey), byId.get(id)]
    return holder ? holder !== own && !holder.fixed && !own?.fixed : own && !own.fixed
  })
  const inTheWay = taking.flatMap(({ id }) => (byId.has(id) ? [id] : []))
  const fresh = await takeIds(db, accountId, 'subscriber', inTheWay.length)
  const aside: NewIds = new Map(inTheWay.map((id, place) => [id, fresh[place]!]))
  const taken: NewIds = new Map()
  for (const { id, emailKey } of taking) {
    const own = byKey.get(emailKey)
    if (own) taken.set(aside.get(own.id) ?? own.id, id)
  }
  for (const step of [aside, taken]) await moveIds(tx, accountId, step)
  if (aside.size + taken.size > 0)
    await forgetMilestones(tx, { accountId, listIds: lists.map(({ id }) => id) })
  await forgetEqualPairs(tx, { accountId, ids: [...taken.values()] })
  return aside.size + taken.size
}

async function moveIds(tx: Tx, accountId: number, newIds: NewIds): Promise<void> {
  if (newIds.size === 0) return
  const moved = { accountId, ids: [...newIds.keys()], newIds: [...newIds.values()] }
  await forgetWords(tx, { accountId, ids: moved.ids })
  for (const move of [
    noteMoved,
    moveSubscribers,
    moveSubscriptions,
    moveConsents,
    moveMeasuringAnswers,
    moveProgramEvents,
    moveBounces,
    moveOldValues,
    moveJobParts,
    movePairs,
    moveJoins,
  ])
    await move(tx, moved)
  for (const moveByAddress of [moveOptOutIds, moveSignUpIds, moveProofIds])
    await moveByAddress(tx, moved)
}
