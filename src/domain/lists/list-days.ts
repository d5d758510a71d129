/** How many joined and left a list, day by day. */
import type { Store } from '../../db/db.ts'
import { momentOfStore } from '../../lib/instant.ts'
import { noSuch } from '../refusal.ts'
import { daysOfList, settleDays, spanOfDays } from './lists.sql.ts'
import { settledBefore } from './milestones.sql.ts'
import { countDepartures, keepMilestones, SPACING, worthLaying } from './milestones.ts'

export interface ListDay {
  /** YYYY-MM-DD, at +01:00. */
  day: string
  /** Without the people of an import that was undone, as in `left`. */
  joined: number
  left: number
}

export interface ListDays {
  /**
   * From this day on all are counted. Earlier days have only people who joined and are still there,
   * and no departures.
   */
  countedFrom: string
  /** Each day up to today, the oldest first. */
  days: ListDay[]
}

const DAY = 86_400_000
/** The most days that can be asked for. */
export const MOST_DAYS = 400

export async function listDays(
  db: Store,
  accountId: number,
  listId: number,
  most: number,
): Promise<ListDays> {
  const span = await spanOfDays(db, { accountId, listId, most, atMost: MOST_DAYS })
  if (!span) throw noSuch('no-such-list', listId)
  if (worthLaying(0, await countDepartures(db, accountId, listId)))
    await keepMilestones(db, accountId, listId)
  const { openDay, countedFrom } = span
  const { moment } = await settledBefore(db, { accountId, marginSeconds: SPACING.marginSeconds })
  const [firstDay] = [openDay, span.firstDay].sort() as [string, string]
  const rows = await daysOfList(db, { accountId, listId, firstDay, openDay })
  const byDay = new Map(rows.map(({ day, ...counts }) => [day, counts]))
  // Nothing joins any more on a day before this one.
  const settledDay = dayOf(momentOfStore(moment).getTime() + 3_600_000)
  const over = daysBetween(openDay, settledDay)
  if (over.length > 0)
    await settleDays(db, {
      accountId,
      listId,
      days: over,
      joined: over.map(day => byDay.get(day)?.joined ?? 0),
    })
  const today = Date.parse(span.firstDay) + (most - 1) * DAY
  const days = daysBetween(span.firstDay, dayOf(today + DAY)).map(day => {
    const { joined = 0, departed = 0, undone = 0 } = byDay.get(day) ?? {}
    return { day, joined: joined - undone, left: departed }
  })
  return { countedFrom, days }
}

const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** From a day up to before another. */
function daysBetween(first: string, end: string): string[] {
  const count = Math.max(0, (Date.parse(end) - Date.parse(first)) / DAY)
  return Array.from({ length: count }, (_, i) => dayOf(Date.parse(first) + i * DAY))
}
