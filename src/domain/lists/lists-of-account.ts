/**
 * The lists of an account with the number of subscribers of each. Cached, because programs call it
 * to check their log-in.
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
  /** Since when it is archived. */
  archived: string | null
  subscribers: number
}

/** Counts this old are refreshed in the background; older ones before the result is returned. */
const RENEW_AFTER_MS = 20_000
const TOO_OLD_MS = 60_000

interface Counts {
  countedAt: number
  byList: Map<number, number>
  renewing: Promise<Counts> | undefined
}

/** The maximum of accounts whose counts are cached. */
const MOST_KEPT = 10_000
const countsByAccount = storeLocal(() => createCache<number, Counts>({ most: MOST_KEPT }))

export async function countedLists(db: Store, accountId: number): Promise<CountedList[]> {
  const [lists, counts] = await Promise.all([
    listsOfAccount(db, { accountId }),
    currentCounts(db, accountId),
  ])
  // A list created after the count is returned as empty, which it was then.
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
    // When it fails, callers that await it get the error; others use the cached counts.
    counts.renewing.catch(() => {})
  }
  return age > TOO_OLD_MS && counts.renewing ? counts.renewing : counts
}

async function renew(db: Store, accountId: number, counts: Counts): Promise<Counts> {
  const countedAt = Date.now()
  const rows = await countsOfLists(db, { accountId })
  counts.byList = new Map(rows.map(row => [row.id, row.subscribers]))
  counts.countedAt = countedAt
  // Lists that have grown beyond their last milestone get new ones, one list at a time, so that the
  // next count is cheap.
  void addMilestones(db, accountId, rows).catch(() => {})
  return counts
}

async function addMilestones(
  db: Store,
  accountId: number,
  rows: { id: number; beyond: number }[],
): Promise<void> {
  for (const { id, beyond } of rows)
    if (beyond > SPACING.every / 2) await keepMilestones(db, accountId, id)
}
