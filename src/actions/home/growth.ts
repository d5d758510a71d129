/**
 * How many people can get emails, and who joined and left all lists. Counting takes most of a
 * second in an account of a million: there the last count is answered with its age, and the next
 * one is made meanwhile.
 */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { countReachable } from '../../domain/directory/departures.sql.ts'
import { listDays } from '../../domain/lists/list-days.ts'
import { lastLargeChange, listsOfAccount } from '../../domain/lists/lists.sql.ts'
import { createCache } from '../../lib/cache.ts'

interface Growth {
  /** Who can get emails. */
  subscribers: number
  countedAt: Date
  /** Before it, only people who are still there are counted. */
  countedFrom: string | null
  days: { day: string; joined: number; left: number }[]
}

interface Counted {
  growth: Growth
  /** The state of the account that it was begun in: see `stateOf`. */
  state: string
  tookMillis: number
  endedAt: number
}

interface CountedAccount {
  /** How often somebody did something who will look whether it shows. */
  acts: number
  last?: Counted
  running?: { state: string; end: Promise<Counted> }
}

const DAYS = 90
const MOST_ACCOUNTS = 10_000
/** A count is waited for where the last one took no longer than this. */
const QUICK_MILLIS = 40
/** Without a change that is known of, a count holds for so long, */
const HOLDS_MILLIS = 5_000
/** and counting takes at most this share of the time. */
const SHARE = 0.05

const accounts = storeLocal(() => createCache<number, CountedAccount>({ most: MOST_ACCOUNTS }))

const accountOf = (db: Store, accountId: number): CountedAccount =>
  accounts(db).through(accountId, () => ({ acts: 0 }))

/** The next count of growth is begun after this moment. */
export function noteAct(db: Store, accountId: number): void {
  accountOf(db, accountId).acts++
}

/**
 * `counting`: a newer count is being made, which whoever asks again gets.
 * Only the first count of a large account in this process is waited for.
 */
export async function readGrowth(
  db: Store,
  accountId: number,
): Promise<Growth & { counting: boolean }> {
  const account = accountOf(db, accountId)
  const { at } = await lastLargeChange(db, { accountId })
  const state = `${account.acts} ${at ?? ''}`
  const { last } = account
  if (last && last.state === state && performance.now() < heldUntil(last))
    return { ...last.growth, counting: false }
  const newer = newerCount(db, accountId, account, state)
  // When it fails, the next who asks begins another one.
  newer.catch(() => {})
  if (last && last.tookMillis > QUICK_MILLIS) return { ...last.growth, counting: true }
  return { ...(await newer).growth, counting: false }
}

const heldUntil = ({ endedAt, tookMillis }: Counted): number =>
  endedAt + Math.max(HOLDS_MILLIS, tookMillis / SHARE)

/** One at a time for each account. One that was begun before the last change is followed by one. */
async function newerCount(
  db: Store,
  accountId: number,
  account: CountedAccount,
  state: string,
): Promise<Counted> {
  if (account.running && account.running.state !== state)
    await account.running.end.catch(() => undefined)
  account.running ??= { state, end: count(db, accountId, account, state) }
  return account.running.end
}

async function count(
  db: Store,
  accountId: number,
  account: CountedAccount,
  state: string,
): Promise<Counted> {
  const began = performance.now()
  try {
    const growth = await growthOf(db, accountId)
    const endedAt = performance.now()
    account.last = { growth, state, endedAt, tookMillis: endedAt - began }
    return account.last
  } finally {
    delete account.running
  }
}

async function growthOf(db: Store, accountId: number): Promise<Growth> {
  const countedAt = new Date()
  const days = new Map<string, { day: string; joined: number; left: number }>()
  let countedFrom: string | null = null
  for (const { id } of await listsOfAccount(db, { accountId })) {
    const list = await listDays(db, accountId, id, DAYS)
    if (countedFrom === null || list.countedFrom > countedFrom) countedFrom = list.countedFrom
    for (const { day, joined, left } of list.days) {
      const one = days.get(day) ?? { day, joined: 0, left: 0 }
      days.set(day, { day, joined: one.joined + joined, left: one.left + left })
    }
  }
  const { count: subscribers } = await countReachable(db, { accountId })
  const oldestFirst = [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
  return { subscribers, countedAt, countedFrom, days: oldestFirst }
}
