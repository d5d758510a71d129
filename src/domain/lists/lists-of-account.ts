/**
 * The lists of an account with the number of subscribers of each. Cached, because programs call it
 * to check their log-in.
 */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { createCache } from '../../lib/cache.ts'
import { lastLargeChange, listsToCount } from './lists.sql.ts'
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

/** Counts this old are refreshed in the background, */
const RENEW_AFTER_MS = 20_000
/** and those that are older by this factor before the result is returned. */
const TOO_OLD = 3
/** Where counting is quick it is done sooner: it takes at most a fiftieth of the time. */
const SHARE = 1 / 50

interface Counts {
  countedAt: number
  /** How long the last count took. */
  tookMillis: number
  /** The last change of many subscribers before it. */
  lastChange: string | null
  byList: Map<number, number>
  renewing: Promise<Counts> | undefined
}

/** The maximum of accounts whose counts are cached. */
const MOST_KEPT = 10_000
const countsByAccount = storeLocal(() => createCache<number, Counts>({ most: MOST_KEPT }))

export async function countedLists(db: Store, accountId: number): Promise<CountedList[]> {
  const lists = await listsToCount(db, { accountId })
  const counts = await currentCounts(db, accountId, lists[0]?.lastChange ?? null)
  // A list created after the count is returned as empty, which it was then.
  return lists.map(list => ({
    id: list.id,
    name: list.name,
    fromName: list.fromName,
    fromEmail: list.fromEmail,
    description: list.description,
    characterSet: list.characterSet,
    created: list.created,
    archived: list.archived,
    subscribers: counts.byList.get(list.id) ?? 0,
  }))
}

/** `lastChange`: the end of the last import, or another change of many. */
async function currentCounts(
  db: Store,
  accountId: number,
  lastChange: string | null,
): Promise<Counts> {
  const known = countsByAccount(db)
  const counts = known.get(accountId) ?? newCounts()
  const renewAfter = Math.min(RENEW_AFTER_MS, counts.tookMillis / SHARE)
  const age = Date.now() - counts.countedAt
  const mustWait = age > TOO_OLD * renewAfter || counts.lastChange !== lastChange
  if ((mustWait || age > renewAfter) && !counts.renewing) {
    known.set(accountId, counts)
    counts.renewing = renew(db, accountId, counts).finally(() => {
      counts.renewing = undefined
    })
    // When it fails, callers that await it get the error; others use the cached counts.
    counts.renewing.catch(() => {})
  }
  return mustWait && counts.renewing ? counts.renewing : counts
}

const newCounts = (): Counts => ({
  countedAt: 0,
  tookMillis: 0,
  lastChange: null,
  byList: new Map(),
  renewing: undefined,
})

async function renew(db: Store, accountId: number, counts: Counts): Promise<Counts> {
  const countedAt = Date.now()
  const began = performance.now()
  const { at: lastChange } = await lastLargeChange(db, { accountId })
  const rows = await countsOfLists(db, { accountId })
  counts.byList = new Map(rows.map(row => [row.id, row.subscribers]))
  Object.assign(counts, { countedAt, lastChange, tookMillis: performance.now() - began })
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
