/** People who enter a trigger, and the errors that hold one. */
import type { Db } from '../../../db/db.ts'
import type { Definition } from '../language/definition.ts'
import { endWalks, enterPeople, leaversAmong } from './entries.sql.ts'
import type { PersonOccurrence } from './happenings.ts'

/**
 * More walks of one person within an hour are begun by triggers that feed each other, and by
 * nothing else.
 */
export const MOST_IN_HOUR = 10

/**
 * Something that the trigger needs is gone, or it can't go on for another reason that a person has
 * to put right.
 */
export class TriggerHeld extends Error {}

export interface EntryTarget {
  accountId: number
  triggerId: number
  version: number
  definition: Definition
}

/**
 * Lets people enter, each at most once for the moment of what makes them do so, in the transaction
 * that remembers that it was seen. Answers how many have; the others are not on the list, walk
 * already, or may not walk again.
 */
export async function enter(
  tx: Db,
  { accountId, triggerId, version, definition }: EntryTarget,
  people: readonly PersonOccurrence[],
): Promise<number> {
  if (people.length === 0) return 0
  const { listId, again, start, steps } = definition
  const ids = people.map(({ id }) => id)
  const trigger = { accountId, triggerId, ids }
  const leavers = await leaversAmong(tx, { ...trigger, listId })
  const walks = { ids: leavers.map(({ id }) => id), entries: leavers.map(({ entry }) => entry) }
  if (leavers.length > 0)
    await endWalks(tx, { accountId, triggerId, ...walks, ending: 'left the list' })
  const entered = await enterPeople(tx, {
    ...trigger,
    version,
    causes: people.map(({ at }) => at),
    step: steps[0]!.key,
    againDays: again === 'never' ? null : again === 'always' ? 0 : again.days,
    afterEnd: start.on !== 'joined' && start.on !== 'date',
    mostInHour: MOST_IN_HOUR,
  })
  return entered.length
}
