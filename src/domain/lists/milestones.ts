/**
 * Milestones of a list: after every thousandth subscription, and at the last, the number of
 * subscriptions before it. A deep page starts at the preceding milestone and a count at the last
 * one, so neither reads the whole list.
 *
 * They do not change the content of a page: subscriptions are only added after the settled part
 * (lists.settled_until), each departure is recorded in its own transaction (list_departures), and
 * readers take milestone, departures and page from one snapshot.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import {
  absorbDepartures,
  countMilestones,
  departuresOf,
  lastMilestone,
  layMilestones,
  removeMilestones,
  settle,
  settledBefore,
} from './milestones.sql.ts'

export interface Spacing {
  /** Subscriptions from one milestone to the next. */
  every: number
  /**
   * How far behind the oldest running transaction the order counts as settled: a transaction
   * becomes visible a moment after its timestamp is taken.
   */
  marginSeconds: number
}

export const SPACING: Spacing = { every: 1000, marginSeconds: 5 }

/** The number of departures from which on they are subtracted from the milestones. */
const MANY_DEPARTURES = 2000

const runningOf = storeLocal(() => new Map<string, Promise<void>>())

/**
 * Adds missing milestones and absorbs the departures. Single flight: concurrent calls for a list
 * share one run in a process.
 */
export function keepMilestones(
  db: Store,
  accountId: number,
  listId: number,
  spacing: Spacing = SPACING,
): Promise<void> {
  const running = runningOf(db)
  const key = `${accountId} ${listId}`
  const present = running.get(key)
  if (present) return present
  const work = lay(db, accountId, listId, spacing).finally(() => running.delete(key))
  running.set(key, work)
  return work
}

/**
 * Whether milestones should be added for a reader at this distance from the last one, with this
 * number of departures.
 */
export const worthLaying = (
  beyond: number,
  departures: number,
  { every }: Spacing = SPACING,
): boolean => beyond > 5 * every || departures >= MANY_DEPARTURES

export async function countDepartures(db: Db, accountId: number, listId: number): Promise<number> {
  return (await departuresOf(db, { accountId, listId, most: MANY_DEPARTURES })).count
}

async function lay(
  db: Store,
  accountId: number,
  listId: number,
  { every, marginSeconds }: Spacing,
): Promise<void> {
  const { moment } = await settledBefore(db, { accountId, marginSeconds })
  await atomically(
    db,
    async tx => {
      const settled = await settle(tx, { accountId, listId, until: moment })
      if (!settled) return
      await absorbDepartures(tx, { accountId, listId })
      if (await tooDense(tx, accountId, listId, every))
        await removeMilestones(tx, { accountId, listId })
      const last = await lastMilestone(tx, { accountId, listId })
      await layMilestones(tx, {
        accountId,
        listId,
        position: last?.position ?? 0,
        fromTime: last?.subscribedAt ?? '-infinity',
        fromId: last?.subscriberId ?? 0,
        settledUntil: settled.settledUntil,
        every,
      })
    },
    { isolation: 'repeatable read', again: true },
  )
}

/**
 * Milestones become dense after many departures, or when a list grows in small steps; then all are
 * replaced.
 */
async function tooDense(
  tx: Db,
  accountId: number,
  listId: number,
  every: number,
): Promise<boolean> {
  const { count } = await countMilestones(tx, { accountId, listId })
  const last = await lastMilestone(tx, { accountId, listId })
  return last !== undefined && count > 10 + (4 * last.position) / every
}
