/** Ids that a caller gives, so that programs of a former service find what they know. */
import type { Store } from '../db/db.ts'
import { type IdKind, keepId, takeId } from '../db/ids.ts'
import { Refusal } from './refusal.ts'

export interface GivenId {
  /** Undefined: the next one of the account. */
  id?: number | undefined
}

const MOST_INT = 2_147_483_647

/**
 * The id of a new record. Refuses a given one that does not fit, or that another record has:
 * `holder` describes that one.
 */
export async function idFor(
  db: Store,
  accountId: number,
  kind: IdKind,
  { id }: GivenId,
  holder: (id: number) => Promise<string | undefined>,
): Promise<number> {
  if (id === undefined) return takeId(db, accountId, kind)
  if (!Number.isInteger(id) || id < 1 || id > MOST_INT)
    throw new Refusal(
      'not-valid',
      `The id ${id} does not fit: the id of a ${kind} is a number from 1 to ${MOST_INT}.`,
    )
  const there = await holder(id)
  if (there !== undefined) throw new Refusal('not-valid', `The id ${id} is taken: ${there}.`)
  await keepId(db, accountId, kind, id)
  return id
}

/** How a record that has the id is named. */
export const named = (kind: string, name: string | undefined): string | undefined =>
  name === undefined ? undefined : `${kind} ${JSON.stringify(name.slice(0, 60))} has it`
