/**
 * The event of a program that a run is about: the newest of the name that starts the trigger, from
 * the one that has started the run until its end. Its values are tags and conditions.
 */
import type { Db } from '../../../db/db.ts'
import { type EventValues, eventValues } from '../../program-events/event-values.ts'
import { eventsInMessage, eventsOfEntries } from './happenings.sql.ts'

interface OfPerson {
  id: number
}

const valuesById = (rows: { id: number; details: string }[]): Map<number, EventValues> =>
  new Map(rows.map(({ id, details }) => [id, eventValues(details)]))

/** By subscriber; none where it was removed after its time. */
export async function eventsOfRuns(
  db: Db,
  place: { accountId: number; triggerId: number },
  name: string,
  runs: readonly (OfPerson & { entry: number })[],
): Promise<Map<number, EventValues>> {
  const { accountId, triggerId } = place
  const ids = runs.map(({ id }) => id)
  const entries = runs.map(({ entry }) => entry)
  return valuesById(await eventsOfEntries(db, { accountId, triggerId, name, ids, entries }))
}

/** Of the runs that have sent this email to these subscribers. */
export const eventsOfMessage = async (
  db: Db,
  accountId: number,
  messageId: number,
  people: readonly OfPerson[],
): Promise<Map<number, EventValues>> =>
  valuesById(await eventsInMessage(db, { accountId, messageId, ids: people.map(({ id }) => id) }))
