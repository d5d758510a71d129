/**
 * Detects changed fields by polling. A change is not logged when it is saved, so that saving a
 * subscriber costs nothing more: triggers that start on a change store the value they last saw, and
 * compare it every 30 seconds with subscribers saved since.
 */
import type { Db } from '../../../db/db.ts'
import type { Happening } from '../language/definition.ts'
import { changedAt, storeFirstValues, updateChangedValues, valuesOf } from './happenings.sql.ts'
import type { PersonOccurrence } from './happenings.ts'

type FieldChange = Extract<Happening, { on: 'changed' }>

/** Ignores case and surrounding blanks. */
const same = (value: string, to: string): boolean =>
  value.trim().toLowerCase() === to.trim().toLowerCase()

const matches = (value: string, { to }: FieldChange): boolean => to === undefined || same(value, to)

interface ChangePoll {
  accountId: number
  triggerId: number
  listId: number
  since: Date
}

/**
 * Subscribers of the list whose field has changed since the last poll, in the transaction of the
 * poll. For a subscriber seen for the first time it only stores the value.
 */
export async function changedPeople(
  tx: Db,
  poll: ChangePoll,
  change: FieldChange,
): Promise<PersonOccurrence[]> {
  const { field } = change
  const changed = await updateChangedValues(tx, { ...poll, field })
  await storeFirstValues(tx, { ...poll, field })
  return changed.filter(({ value }) => matches(value, change)).map(({ id, at }) => ({ id, at }))
}

/** The current field values of these subscribers. */
export async function fieldValues(
  db: Db,
  accountId: number,
  { field }: FieldChange,
  ids: number[],
): Promise<ReadonlyMap<number, string>> {
  return new Map(
    (await valuesOf(db, { accountId, field, ids })).map(({ id, value }) => [id, value]),
  )
}

/** Whether a field that held `from` now has a value the step waits for. */
export const hasChanged = (from: string, value: string, change: FieldChange): boolean =>
  from !== value && matches(value, change)

/** Waiting subscribers, saved since a moment, whose field now has a value the step waits for. */
export async function changedWhileWaiting(
  db: Db,
  waiting: { accountId: number; triggerId: number; version: number; step: string; since: Date },
  change: FieldChange,
): Promise<PersonOccurrence[]> {
  const changed = await changedAt(db, { ...waiting, field: change.field })
  return changed.filter(({ value }) => matches(value, change)).map(({ id, at }) => ({ id, at }))
}
