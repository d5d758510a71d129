/**
 * Checks the dates in the field of a date trigger: how many subscribers have one, what else the
 * field holds.
 */
import type { Db } from '../../db/db.ts'
import { type Detail, detailed, reported } from '../details/details.ts'
import type { DefinitionFinding } from './language/check-definition.ts'
import type { Definition } from './language/definition.ts'
import { datesOnList } from './triggers.sql.ts'

export interface DateCounts {
  /** Subscribers of the list whose field holds a calendar date. */
  days: number
  empty: number
  /** Not a date: text, 1900-02-30. These subscribers are left out. */
  none: number
  /** The most frequent day of the year, MM-DD. */
  busiest: { day: string; people: number } | undefined
}

/** Undefined unless the trigger starts on a date. */
export async function countDates(
  db: Db,
  accountId: number,
  { start, listId }: Definition,
): Promise<DateCounts | undefined> {
  if (start.on !== 'date') return undefined
  const rows = await datesOnList(db, { accountId, listId, field: start.field })
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
 * From this count on, a day that more than half share is rather a placeholder for "unknown" than a
 * birthday.
 */
const PLACEHOLDER_FROM = 100

export async function dateNotes(
  db: Db,
  accountId: number,
  definition: Definition,
): Promise<DefinitionFinding[]> {
  const held = await countDates(db, accountId, definition)
  if (!held || definition.start.on !== 'date') return []
  const { days, none, busiest } = held
  const field = `DD${definition.start.field}`
  const notes: Detail[] = []
  if (days === 0) notes.push(detailed('dates-none', { field }))
  if (none > 0) notes.push(detailed('dates-other', { people: none, field }))
  if (busiest && busiest.people >= PLACEHOLDER_FROM && busiest.people > days / 2)
    notes.push(detailed('dates-alike', { people: busiest.people, days, field, day: busiest.day }))
  return notes.map(note => ({ key: undefined, ...reported(note) }))
}
