/**
 * Keyset pagination of subscribers: of the account, a list, a filter, a search, the newest first,
 * and the words of a search in their order. Counts are apart, because they cost more.
 */
import type { Store } from '../../db/db.ts'
import type { Condition } from '../filters/condition.ts'
import { countMatching, countMatchingUpTo, idsMatching } from '../filters/matching.ts'
import { findList } from '../lists/lists.sql.ts'
import { countedLists } from '../lists/lists-of-account.ts'
import { noSuch, refused } from '../refusal.ts'
import { type SearchCursor, searchSubscribers } from '../words/search.ts'
import {
  countAll,
  listedAbove,
  listedAtPlace,
  newestOfList,
  newestSubscribers,
  onListAmong,
  subscriberAtPlace,
  subscribersAbove,
} from './directory.sql.ts'
import { newestMatching } from './newest-matching.ts'
import { allFound, type PersonOrder, sortedSubscribers } from './order/sorted-page.ts'
import { type SubscriberRow, subscriberRows } from './subscriber-rows.ts'

/** Which subscribers: all given parts hold. */
export interface Selection {
  query?: string | undefined
  listId?: number | undefined
  conditions?: readonly Condition[] | undefined
}

/** A cursor (keyset pagination) in the order of a list, or of all: earlier people are below it. */
type PersonPlace = { beforeMicros: number; beforeId: number } | { beforeId: number }

/** A place between two pages, of the kind that its selection makes. */
export type PageCursor = { search: SearchCursor } | { sortedAfter: string } | PersonPlace

/** Which page: at most one of `after`, `before` and `skip`; without any the first. */
export interface PageOrder {
  /** The page below this place. */
  after?: PageCursor | undefined
  /** The page above this place: not of a search or a filter. */
  before?: PageCursor | undefined
  /** The page below so many rows: not of a search or a filter. */
  skip?: number | undefined
  /** By default the newest first, and a search in the order of its words. */
  sort?: PersonOrder | undefined
  limit: number
}

export interface SubscriberPage {
  /** May be fewer than asked for where there is a next page. */
  items: SubscriberRow[]
  next: PageCursor | undefined
  /** Undefined at the top, and of a search or a filter. */
  previous: PageCursor | undefined
  /** Of a search: its words lag behind the latest changes. */
  behind: boolean
  /** Of a search: it has no word of three letters. */
  tooShort: boolean
  /** Of a search: it has too many people to be sorted as asked for. */
  unsorted: boolean
}

const FIRST = { beforeId: Number.MAX_SAFE_INTEGER }
/** Below all of the account or of a list. */
const LAST = { beforeMicros: 0, beforeId: 0 }
/** Beyond all times of the store, and exact as a number. */
const FIRST_OF_LIST = { beforeMicros: 8_000_000_000_000_000, ...FIRST }

export async function subscriberPage(
  db: Store,
  accountId: number,
  selection: Selection,
  order: PageOrder,
): Promise<SubscriberPage> {
  if (selection.listId !== undefined) await requireList(db, accountId, selection.listId)
  const found = await idsOfPage(db, accountId, selection, order)
  const { ids, next, previous, behind = false, tooShort = false, unsorted = false } = found
  const items = await subscriberRows(db, accountId, ids)
  return { items, next, previous, behind, tooShort, unsorted }
}

interface IdsOfPage {
  ids: number[]
  next: PageCursor | undefined
  previous?: PageCursor | undefined
  behind?: boolean
  tooShort?: boolean
  unsorted?: boolean
}

async function idsOfPage(
  db: Store,
  accountId: number,
  selection: Selection,
  order: PageOrder,
): Promise<IdsOfPage> {
  const { query, listId, conditions = [] } = selection
  const { after, before, skip = 0, limit } = order
  if ([after, before, skip || undefined].filter(one => one !== undefined).length > 1)
    throw refused('not-valid', 'page-ways')
  const isSearch = query !== undefined && query.trim() !== ''
  const sorted = order.sort && (await sortedPage(db, accountId, selection, order, order.sort))
  if (sorted) return sorted
  const unsorted = order.sort !== undefined
  if (!isSearch && conditions.length === 0) return idsInOrder(db, accountId, listId, order)
  if (before !== undefined || skip > 0) throw refused('not-valid', 'page-search')
  if (isSearch) {
    const place = after && 'search' in after ? after.search : undefined
    const { items, next, ...notes } = await searchSubscribers(db, accountId, {
      query,
      after: place,
      limit,
    })
    const found = items.map(({ id }) => id)
    const ids = await among(db, accountId, found, listId, conditions)
    return { ids, next: next && { search: next }, unsorted, ...notes }
  }
  const beforeId = after && 'beforeId' in after ? after.beforeId : FIRST.beforeId
  const most = limit + 1
  const ids = await newestMatching(db, accountId, conditions, { listId, beforeId, most })
  const page = ids.slice(0, limit)
  return { ids: page, next: ids.length > limit ? { beforeId: page.at(-1)! } : undefined }
}

/** Read from its top; undefined: a search has too many people to be sorted. */
async function sortedPage(
  db: Store,
  accountId: number,
  { query = '', listId, conditions = [] }: Selection,
  { after, before, skip = 0, limit }: PageOrder,
  order: PersonOrder,
): Promise<IdsOfPage | undefined> {
  if (before !== undefined || skip > 0) throw refused('not-valid', 'page-sorted')
  // A search that could not be sorted goes on as it began.
  if (after && 'search' in after) return undefined
  const found = query.trim() === '' ? undefined : await allFound(db, accountId, query)
  if (query.trim() !== '' && !found) return undefined
  const place = after && 'sortedAfter' in after ? after.sortedAfter : undefined
  if (after && place === undefined) throw refused('not-valid', 'page-cursor')
  const rows = await sortedSubscribers(
    db,
    accountId,
    { listId, conditions, among: found?.ids },
    { order, after: place, most: limit + 1 },
  )
  if (!rows) throw refused('not-valid', 'page-cursor')
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    ids: page.map(({ id }) => id),
    next: rows.length > limit && last ? { sortedAfter: last.place } : undefined,
    ...(found && { behind: found.behind, tooShort: found.tooShort }),
  }
}

/** A page of a list, or of all, above a place or below it. */
async function idsInOrder(
  db: Store,
  accountId: number,
  listId: number | undefined,
  { after, before, skip = 0, limit }: PageOrder,
): Promise<IdsOfPage> {
  const place =
    before ?? after ?? (skip > 0 ? await placeAt(db, accountId, listId, skip) : undefined)
  const upwards = before !== undefined
  const most = limit + 1
  const rows = await (listId === undefined
    ? rowsOfAll(db, accountId, place, upwards, most)
    : rowsOfList(db, accountId, listId, place, upwards, most))
  const page = rows.slice(0, limit)
  const [nearest, furthest] = [page[0], page.at(-1)]
  const beyond = rows.length > limit && furthest ? placeOf(furthest) : undefined
  const back = place && (nearest ? placeOf(nearest) : place)
  const ids = page.map(({ id }) => id)
  return upwards
    ? { ids: ids.reverse(), next: back, previous: beyond }
    : { ids, next: beyond, previous: back }
}

interface OrderedRow {
  id: number
  /** Of a list: when the person joined, in microseconds. */
  micros?: number
}

const placeOf = ({ id, micros }: OrderedRow): PersonPlace =>
  micros === undefined ? { beforeId: id } : { beforeMicros: micros, beforeId: id }

/** The place below so many rows, for who drags a scroll bar: an index is read up to there. */
async function placeAt(
  db: Store,
  accountId: number,
  listId: number | undefined,
  skip: number,
): Promise<PersonPlace> {
  const row = await (listId === undefined
    ? subscriberAtPlace(db, { accountId, skip: skip - 1 })
    : listedAtPlace(db, { accountId, listId, skip: skip - 1 }))
  return row ? placeOf(row) : LAST
}

function rowsOfAll(
  db: Store,
  accountId: number,
  place: PageCursor | undefined,
  upwards: boolean,
  most: number,
): Promise<OrderedRow[]> {
  const { beforeId } = place && 'beforeId' in place ? place : FIRST
  return upwards
    ? subscribersAbove(db, { accountId, aboveId: beforeId, most })
    : newestSubscribers(db, { accountId, beforeId, most })
}

function rowsOfList(
  db: Store,
  accountId: number,
  listId: number,
  place: PageCursor | undefined,
  upwards: boolean,
  most: number,
): Promise<OrderedRow[]> {
  const at = place && 'beforeMicros' in place ? place : FIRST_OF_LIST
  return upwards
    ? listedAbove(db, {
        accountId,
        listId,
        most,
        aboveMicros: at.beforeMicros,
        aboveId: at.beforeId,
      })
    : newestOfList(db, { accountId, listId, ...at, most })
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
  const most = exact ? null : ENOUGH + 1
  const count =
    conditions.length > 0
      ? await countMatchingUpTo(db, accountId, conditions, { listId, most })
      : (await countAll(db, { accountId, most })).count
  return exact || count <= ENOUGH ? { count, exact: true } : { count: ENOUGH, exact: false }
}

async function requireList(db: Store, accountId: number, listId: number): Promise<void> {
  if (!(await findList(db, { accountId, listId }))) throw noSuch('no-such-list', listId)
}
