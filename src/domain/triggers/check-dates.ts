/** What a date trigger would find: who has a day in the field, and what stands there instead. */
import type { Db } from '../../db/db.ts'
import type { DefinitionFinding } from './language/check-definition.ts'
import type { Definition } from './language/definition.ts'
import { daysOnList } from './triggers.sql.ts'

export interface DatesHeld {
  /** People of the list whose field holds a day of the calendar. */
  days: number
  empty: number
  /** Something that is no day: text, 1900-02-30. They are left out. */
  none: number
  /** The day of the year that most have, MM-DD. */
  busiest: { day: string; people: number } | undefined
}

/** Undefined for a trigger that does not start on a date. */
export async function datesHeld(
  db: Db,
  accountId: number,
  { start, listId }: Definition,
): Promise<DatesHeld | undefined> {
  if (start.on !== 'date') return undefined
  const rows = await daysOnList(db, { accountId, listId, field: start.field })
  const count = (day: string): number => rows.find(row => row.day === day)?.people ?? 0
  const days = rows.filter(({ day }) => day !== 'empty' && day !== 'none')
  return {
    days: days.reduce((sum, { people }) => sum + people, 0),
    empty: count('empty'),
    none: count('none'),
    busiest: days[0],
  }
}

/**
 * From so many on, a day that more than half have is a stand-in for "unknown" more often than a
 * birthday.
 */
const MANY = 100

export async function dateNotes(
  db: Db,
  accountId: number,
  definition: Definition,
): Promise<DefinitionFinding[]> {
  const held = await datesHeld(db, accountId, definition)
  if (!held || definition.start.on !== 'date') return []
  const { days, none, busiest } = held
  const field = `DD${definition.start.field}`
  const notes: string[] = []
  if (days === 0) notes.push(`Nobody on the list has a day like 2026-01-31 in ${field}.`)
  if (none > 0)
    notes.push(
      `${people(none)} on the list ${none === 1 ? 'has' : 'have'} something in ${field} that is no day like 2026-01-31, and will be left out.`,
    )
  if (busiest && busiest.people >= MANY && busiest.people > days / 2)
    notes.push(
      `${people(busiest.people)} of ${days} have the same day in ${field}, ${busiest.day}: is that a stand-in for a day nobody knows?`,
    )
  return notes.map(says => ({ key: undefined, says }))
}

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)
