/** A sending before it starts, as it was ordered: who gets it, from whom, and how it is spread. */
import type { Db } from '../../../db/db.ts'
import type { FrozenFilter } from '../../filters/condition.ts'
import { listsOfAccount } from '../../lists/lists.sql.ts'
import { type Resend, readOptions } from '../audience/options.ts'

export interface PlannedOrder {
  /** The first gives sender and character set. A name is '' once its list is removed. */
  lists: { id: number; name: string }[]
  excluded: { id: number; name: string }[]
  /** As they were when it was ordered. */
  filters: { id: number; name: string }[]
  resendOf: { sendingId: number; without: Resend['without'] } | null
  /** Also to people who got the newsletter already. */
  repeat: boolean
  fromName: string
  fromEmail: string
  /** At this local time, in the zone that the data field names. */
  local: { field: number; at: string } | null
  /** At the best hour of each; their zone is in the data field. */
  bestHour: { field: number | null } | null
  /** In percent of the audience. */
  sharePerDay: number | null
  /** Also in quiet hours. */
  anyHour: boolean
}

export async function plannedOrder(
  db: Db,
  accountId: number,
  sending: { listId: number; message: string; audienceFilters: string; options: string },
): Promise<PlannedOrder> {
  const { listId, message, audienceFilters, options } = sending
  const { moreLists = [], excludedLists = [], resend, unlessGot, ...how } = readOptions(options)
  const { fromName, fromEmail } = JSON.parse(message) as { fromName: string; fromEmail: string }
  const names = new Map((await listsOfAccount(db, { accountId })).map(({ id, name }) => [id, name]))
  const named = (ids: number[]) => ids.map(id => ({ id, name: names.get(id) ?? '' }))
  return {
    lists: named([listId, ...moreLists]),
    excluded: named(excludedLists),
    filters: (JSON.parse(audienceFilters) as FrozenFilter[]).map(({ id, name }) => ({ id, name })),
    resendOf: resend ? { sendingId: resend.of[0]!, without: resend.without } : null,
    repeat: unlessGot === undefined && !resend,
    fromName,
    fromEmail,
    local: how.local ?? null,
    bestHour: how.bestHour ? { field: how.bestHour.field ?? null } : null,
    sharePerDay: how.sharePerDay ?? null,
    anyHour: how.anyHour ?? false,
  }
}
