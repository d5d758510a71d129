/**
 * Milestones of a list: after every thousandth subscription, and at the last, how many come before
 * it. A deep page begins at the milestone before it and a list is counted from its last one, so
 * neither costs what the whole list costs.
 *
 * They never change what a page holds: subscriptions are only ever added beyond what is settled
 * (lists.settled_until), each one that leaves is noted in its own transaction (list_departures),
 * and whoever reads takes milestone, departures and page in one snapshot.
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
  /** A milestone after every so many subscriptions. */
  every: number
  /**
   * How far behind the oldest running transaction the order counts as settled: a transaction shows
   * itself a moment after its time is taken.
   */
  marginSeconds: number
}

export const SPACING: Spacing = { every: 1000, marginSeconds: 5 }

/** From so many departures on they are worked into the milestones. */
const MANY_DEPARTURES = 2000

const runningOf = storeLocal(() => new Map<string, Promise<void>>())

/**
 * Lays the milestones that are missing and works in the departures. Calls for one list run once at
 * a time in a process.
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
 * Whether a reader at this distance from the last milestone, with so many departures, should have
 * new ones laid.
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
 * After many departures, and after growing a little at a time, milestones stand close together;
 * then they are laid anew.
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
