/**
 * Polls for events that waiting subscribers wait for, and makes these subscribers due. A missed one
 * is checked when its wait times out.
 */
import type { Db } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { type Definition, stepOf } from '../language/definition.ts'
import { changedWhileWaiting } from './changed-fields.ts'
import { wakeWaiting } from './entries.sql.ts'
import { happenedSince } from './happenings.ts'
import { overlapping } from './poll.ts'
import { findWatch, momentNow, moveWatch, stepsAwaitingEvents } from './watches.sql.ts'

/** Events are searched again for this long, and watches are moved this often. */
const MOVED_MILLIS = 60_000

interface TriggerVersion {
  accountId: number
  triggerId: number
  version: number
}

/** Polls for the awaited events of all triggers; returns how many subscribers were woken. */
export async function wakeAwaiting(
  db: Db,
  definitionOf: (place: TriggerVersion) => Promise<Definition | undefined>,
  report: (error: unknown, name: string) => void,
): Promise<number> {
  let woken = 0
  for (const { step, ...place } of await stepsAwaitingEvents(db, {})) {
    try {
      const definition = await definitionOf(place)
      if (definition) woken += await wakeAt(db, place, definition, step)
    } catch (error) {
      report(error, `trigger ${place.triggerId} of account ${place.accountId}`)
    }
  }
  return woken
}

async function wakeAt(
  db: Db,
  place: TriggerVersion,
  definition: Definition,
  key: string,
): Promise<number> {
  const step = stepOf(definition, key)
  const watch = await findWatch(db, { ...place, step: key })
  if (step?.do !== 'wait for' || !watch) return 0
  const { moment } = await momentNow(db, {})
  const seen = momentOfStore(watch.seenAt)
  const since = overlapping(seen, momentOfStore(watch.sureAt))
  const { event } = step
  const people =
    event.on === 'changed'
      ? await changedWhileWaiting(db, { ...place, step: key, since }, event)
      : await happenedSince(db, place, event, since)
  const ids = people.map(({ id }) => id)
  const causes = people.map(({ at }) => at)
  const woken =
    people.length === 0 ? 0 : await wakeWaiting(db, { ...place, step: key, ids, causes })
  if (momentOfStore(moment).getTime() - seen.getTime() > MOVED_MILLIS) {
    const from = { fromAt: watch.seenAt, fromId: watch.seenId }
    await moveWatch(db, { ...place, step: key, seenAt: moment, seenId: 0, ...from })
  }
  return woken
}
