/**
 * Pages of subscribers for people: of the account, a list, a filter, a search, the newest first,
 * and the words of a search in their order. Counts are apart, because they cost more.
 */
import type { Store } from '../../db/db.ts'
import type { Condition } from '../filters/condition.ts'
import { countMatching, countMatchingUpTo, idsMatching } from '../filters/matching.ts'
import { findList } from '../lists/lists.sql.ts'
import { countedLists } from '../lists/lists-of-account.ts'
import { noSuch } from '../refusal.ts'
import { type SearchCursor, searchSubscribers } from '../subscribers/words/search.ts'
import { countAll, newestOfList, newestSubscribers, onListAmong } from './directory.sql.ts'
import { newestMatching } from './newest-matching.ts'
import { type SubscriberRow, subscriberRows } from './subscriber-rows.ts'

/** Which subscribers: all given parts hold. */
export interface Selection {
  query?: string | undefined
  listId?: number | undefined
  conditions?: readonly Condition[] | undefined
}

/** The place after which a page begins, of the kind that its selection makes. */
export type PageCursor =
  | { search: SearchCursor }
  | { beforeMicros: number; beforeId: number }
  | { beforeId: number }

export interface SubscriberPage {
  /** May be fewer than asked for where there is a next page. */
  items: SubscriberRow[]
  next: PageCursor | undefined
  /** Of a search: its words lag behind the latest changes. */
  behind: boolean
  /** Of a search: it has no word of three letters. */
  tooShort: boolean
}

const FIRST = { beforeId: Number.MAX_SAFE_INTEGER }
/** Beyond all times of the store, and exact as a number. */
const FIRST_OF_LIST = { beforeMicros: 8_000_000_000_000_000, ...FIRST }

export async function subscriberPage(
  db: Store,
  accountId: number,
  selection: Selection,
  { after, limit }: { after?: PageCursor | undefined; limit: number },
): Promise<SubscriberPage> {
  if (selection.listId !== undefined) await requireList(db, accountId, selection.listId)
  const {
    ids,
    next,
    behind = false,
    tooShort = false,
  } = await idsOfPage(db, accountId, selection, after, limit)
  return { items: await subscriberRows(db, accountId, ids), next, behind, tooShort }
}

interface IdsOfPage {
  ids: number[]
  next: PageCursor | undefined
  behind?: boolean
  tooShort?: boolean
}

async function idsOfPage(
  db: Store,
  accountId: number,
  { query, listId, conditions = [] }: Selection,
  after: PageCursor | undefined,
  limit: number,
): Promise<IdsOfPage> {
  if (query !== undefined && query.trim() !== '') {
    const place = after && 'search' in after ? after.search : undefined
    const { items, next, ...notes } = await searchSubscribers(db, accountId, {
      query,
      after: place,
      limit,
    })
    const found = items.map(({ id }) => id)
    const ids = await among(db, accountId, found, listId, conditions)
    return { ids, next: next && { search: next }, ...notes }
  }
  const most = limit + 1
  if (conditions.length > 0) {
    const beforeId = after && 'beforeId' in after ? after.beforeId : FIRST.beforeId
    const ids = await newestMatching(db, accountId, conditions, { listId, beforeId, most })
    return cutAt(ids, limit)
  }
  if (listId === undefined) {
    const beforeId = after && 'beforeId' in after ? after.beforeId : FIRST.beforeId
    const rows = await newestSubscribers(db, { accountId, beforeId, most })
    return cutAt(
      rows.map(({ id }) => id),
      limit,
    )
  }
  const place = after && 'beforeMicros' in after ? after : FIRST_OF_LIST
  const rows = await newestOfList(db, { accountId, listId, ...place, most })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next =
    rows.length > limit && last ? { beforeMicros: last.micros, beforeId: last.id } : undefined
  return { ids: page.map(({ id }) => id), next }
}

function cutAt(ids: number[], limit: number): IdsOfPage {
  const page = ids.slice(0, limit)
  return { ids: page, next: ids.length > limit ? { beforeId: page.at(-1)! } : undefined }
}

/** Those of the found who are on the list and match, in the order found. */
async function among(
  db: Store,
  accountId: number,
  found: number[],
  listId: number | undefined,
  conditions: readonly Condition[],
): Promise<number[]> {
  if (found.length === 0 || (listId === undefined && conditions.length === 0)) return found
  const kept = new Set(
    conditions.length > 0
      ? await idsMatching(db, accountId, conditions, { listId, among: found, most: found.length })
      : (await onListAmong(db, { accountId, listId: listId!, ids: found })).map(({ id }) => id),
  )
  return found.filter(id => kept.has(id))
}

export interface SubscriberCount {
  count: number
  /** False: there are at least so many. */
  exact: boolean
}

/** Counting stops here unless an exact count is asked for. */
const ENOUGH = 10_000

/** Counts the subscribers of a list or a filter, or all. The count of a list is always exact. */
export async function countSubscribers(
  db: Store,
  accountId: number,
  { listId, conditions = [] }: Omit<Selection, 'query'>,
  exact: boolean,
): Promise<SubscriberCount> {
  if (listId !== undefined) await requireList(db, accountId, listId)
  // Counts of lists are some seconds old: right after an import they are not exact.
  if (exact && listId !== undefined) {
    const count = await countMatchingUpTo(db, accountId, conditions, { listId, most: null })
    return { count, exact }
  }
  if (conditions.length === 0 && listId !== undefined) {
    const lists = await countedLists(db, accountId)
    return { count: lists.find(({ id }) => id === listId)?.subscribers ?? 0, exact: true }
  }
  if (exact && conditions.length > 0) {
    const { matching } = await countMatching(db, accountId, conditions, { listId })
    return { count: matching, exact: true }
  }
  const most = exact ? null : ENOUGH
  const count =
    conditions.length > 0
      ? await countMatchingUpTo(db, accountId, conditions, { listId, most: ENOUGH })
      : (await countAll(db, { accountId, most })).count
  return { count, exact: exact || count < ENOUGH }
}

async function requireList(db: Store, accountId: number, listId: number): Promise<void> {
  if (!(await findList(db, { accountId, listId }))) throw noSuch('no-such-list', listId)
}
