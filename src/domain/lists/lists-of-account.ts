/**
 * The lists of an account with how many are on each: cheap, because programs ask for them to see
 * whether they can log in.
 */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { createCache } from '../../lib/cache.ts'
import { listsOfAccount } from './lists.sql.ts'
import { countsOfLists } from './milestones.sql.ts'
import { keepMilestones, SPACING } from './milestones.ts'

export interface CountedList {
  id: number
  name: string
  fromName: string
  fromEmail: string
  description: string
  characterSet: string
  created: string
  subscribers: number
}

/** Counts this old are renewed beside the answer; older ones before it. */
const RENEW_AFTER_MS = 20_000
const TOO_OLD_MS = 60_000

interface Counts {
  countedAt: number
  byList: Map<number, number>
  renewing: Promise<Counts> | undefined
}

/** How many accounts' counts a process keeps. */
const MOST_KEPT = 10_000
const countsByAccount = storeLocal(() => createCache<number, Counts>({ most: MOST_KEPT }))

export async function countedLists(db: Store, accountId: number): Promise<CountedList[]> {
  const [lists, counts] = await Promise.all([
    listsOfAccount(db, { accountId }),
    currentCounts(db, accountId),
  ])
  // A list made since they were counted is counted as empty, which it was then.
  return lists.map(list => ({ ...list, subscribers: counts.byList.get(list.id) ?? 0 }))
}

async function currentCounts(db: Store, accountId: number): Promise<Counts> {
  const known = countsByAccount(db)
  const counts = known.get(accountId) ?? { countedAt: 0, byList: new Map(), renewing: undefined }
  const age = Date.now() - counts.countedAt
  if (age > RENEW_AFTER_MS && !counts.renewing) {
    known.set(accountId, counts)
    counts.renewing = renew(db, accountId, counts).finally(() => {
      counts.renewing = undefined
    })
    // When it fails, whoever waits for it is told; who does not goes on with the counts there are.
    counts.renewing.catch(() => {})
  }
  return age > TOO_OLD_MS && counts.renewing ? counts.renewing : counts
}

async function renew(db: Store, accountId: number, counts: Counts): Promise<Counts> {
  const countedAt = Date.now()
  const rows = await countsOfLists(db, { accountId })
  counts.byList = new Map(rows.map(row => [row.id, row.subscribers]))
  counts.countedAt = countedAt
  // Lists that have grown beyond their milestones have new ones laid, one after the other, so that
  // the next count is cheap.
  void layWhereWorth(db, accountId, rows).catch(() => {})
  return counts
}

async function layWhereWorth(
  db: Store,
  accountId: number,
  rows: { id: number; beyond: number }[],
): Promise<void> {
  for (const { id, beyond } of rows)
    if (beyond > SPACING.every / 2) await keepMilestones(db, accountId, id)
}
