/** How many joined and left a list, day by day. */
import type { Store } from '../../db/db.ts'
import { noSuch } from '../refusal.ts'
import { daysOfList, firstDays } from './lists.sql.ts'
import { countDepartures, keepMilestones, worthLaying } from './milestones.ts'

export interface ListDay {
  /** YYYY-MM-DD, at +01:00. */
  day: string
  joined: number
  left: number
}

export interface ListDays {
  /**
   * From this day on all are counted. Of days before it, who joined and is still there, and nobody
   * who left.
   */
  countedFrom: string
  /** Each day up to today, the oldest first. */
  days: ListDay[]
}

const DAY = 86_400_000

export async function listDays(
  db: Store,
  accountId: number,
  listId: number,
  most: number,
): Promise<ListDays> {
  const first = await firstDays(db, { accountId, listId, most })
  if (!first) throw noSuch('no-such-list', listId)
  if (worthLaying(0, await countDepartures(db, accountId, listId)))
    await keepMilestones(db, accountId, listId)
  const { firstDay, countedFrom } = first
  const rows = await daysOfList(db, { accountId, listId, firstDay })
  const byDay = new Map(rows.map(({ day, ...counts }) => [day, counts]))
  const days = Array.from({ length: most }, (_, i) => {
    const day = new Date(Date.parse(firstDay) + i * DAY).toISOString().slice(0, 10)
    const { joined = 0, departed = 0 } = byDay.get(day) ?? {}
    return { day, joined, left: departed }
  })
  return { countedFrom, days }
}
