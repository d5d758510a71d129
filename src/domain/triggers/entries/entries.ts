/** Entry into a trigger, and the error that holds one. */
import type { Db } from '../../../db/db.ts'
import { type Detail, detailed, type StoredDetail, storedDetail } from '../../details/details.ts'
import { isListenedTo } from '../../webhooks/publish.ts'
import type { Definition } from '../language/definition.ts'
import { ENDED, publishEnded } from './ending-events.ts'
import { endRuns, enterPeople, leaversAmong } from './entries.sql.ts'
import type { PersonOccurrence } from './happenings.ts'

/**
 * More runs of one subscriber within an hour are only caused by triggers that start each other.
 */
export const MOST_IN_HOUR = 10

/**
 * An object that the trigger needs is gone, or it can't continue for another reason that an
 * operator has to fix.
 */
export class TriggerHeld extends Error {
  readonly stored: StoredDetail
  constructor(sentence: Detail, because?: Pick<Detail, 'code' | 'values'>) {
    super(sentence.detail)
    this.stored = storedDetail(sentence, because)
  }
}

export interface EntryTarget {
  accountId: number
  triggerId: number
  version: number
  definition: Definition
}

/**
 * Enters subscribers, each at most once per cause, in the transaction that moves the watch. Returns
 * how many entered; the rest are not on the list, have an active run, or may not re-enter.
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
  const runs = { ids: leavers.map(({ id }) => id), entries: leavers.map(({ entry }) => entry) }
  if (leavers.length > 0) {
    const ending = detailed('ended-left').detail
    await endRuns(tx, { accountId, triggerId, ...runs, ending })
    if (await isListenedTo(tx, accountId, ENDED)) {
      const ended = leavers.map(run => ({ ...run, ending }))
      await publishEnded(tx, accountId, triggerId, ended)
    }
  }
  const entered = await enterPeople(tx, {
    ...trigger,
    version,
    causes: people.map(({ at }) => at),
    step: steps[0]!.key,
    againDays: again === 'never' ? null : again === 'always' ? 0 : again.days,
    afterEnd: !['joined', 'date', 'feed'].includes(start.on),
    mostInHour: MOST_IN_HOUR,
  })
  return entered.length
}
