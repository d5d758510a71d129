/**
 * Fields that changed. Nothing is written down when a field is changed, so that saving people costs
 * no more for it: what a field held is kept by the triggers that ask, and compared every half a
 * minute with those who were saved since.
 */
import type { Db } from '../../../db/db.ts'
import type { Happening } from '../language/definition.ts'
import { changedAt, knowChangedValues, knowValues, valuesOf } from './happenings.sql.ts'
import type { PersonOccurrence } from './happenings.ts'

type FieldChange = Extract<Happening, { on: 'changed' }>

/** Compared without regard to case and to blanks around it. */
const same = (value: string, to: string): boolean =>
  value.trim().toLowerCase() === to.trim().toLowerCase()

const meant = (value: string, { to }: FieldChange): boolean => to === undefined || same(value, to)

interface Asking {
  accountId: number
  triggerId: number
  listId: number
  since: Date
}

/**
 * Those on the list whose field has changed since the last look, in its transaction. Whom it sees
 * for the first time it only remembers.
 */
export async function changedPeople(
  tx: Db,
  asking: Asking,
  change: FieldChange,
): Promise<PersonOccurrence[]> {
  const { field } = change
  const changed = await knowChangedValues(tx, { ...asking, field })
  await knowValues(tx, { ...asking, field })
  return changed.filter(({ value }) => meant(value, change)).map(({ id, at }) => ({ id, at }))
}

/** What these people's field holds now. */
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

/** Whether a field that held `from` has changed to what is meant. */
export const hasChanged = (from: string, value: string, change: FieldChange): boolean =>
  from !== value && meant(value, change)

/**
 * Those who wait at a step and have the value by now that is meant, as far as they were saved since
 * a moment.
 */
export async function changedWhileWaiting(
  db: Db,
  waiting: { accountId: number; triggerId: number; version: number; step: string; since: Date },
  change: FieldChange,
): Promise<PersonOccurrence[]> {
  const changed = await changedAt(db, { ...waiting, field: change.field })
  return changed.filter(({ value }) => meant(value, change)).map(({ id, at }) => ({ id, at }))
}
