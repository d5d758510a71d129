/** Pages of a list, in the order of subscription, then id. */
import type { Db, Store } from '../../db/db.ts'
import {
  countDepartures,
  keepMilestones,
  SPACING,
  type Spacing,
  worthLaying,
} from '../lists/milestones.ts'
import { Refusal } from '../refusal.ts'
import { distanceOfPlace, leftOfList, nextOfList, pageOfList } from './pages.sql.ts'

export interface ListedSubscriber {
  id: number
  email: string
  name: string
  format: 'html' | 'text'
  countryCode: string
  phone: string
  created: string
  subscribed: string
  /** The demographic values, DD1 first, joined by the unit separator. */
  fields: string
}

/**
 * Rows read at a time: a larger page is read in parts, without holding a connection between them.
 */
const PART = 1000

/** Yields the page in parts. A page or a size below 1 is refused before anything is read. */
export function pageOfSubscribers(
  db: Store,
  accountId: number,
  listId: number,
  page: number,
  size: number,
  spacing: Spacing = SPACING,
): AsyncGenerator<ListedSubscriber[]> {
  if (page < 1 || size < 1) throw new Refusal('page-below-one')
  return parts(db, accountId, listId, (page - 1) * size, size, spacing)
}

async function* parts(
  db: Store,
  accountId: number,
  listId: number,
  skip: number,
  size: number,
  spacing: Spacing,
) {
  if (skip > 0) await prepare(db, accountId, listId, skip, spacing)
  let part = (await pageOfList(db, {
    accountId,
    listId,
    skip,
    size: Math.min(size, PART),
  })) as ListedSubscriber[]
  let left = size
  for (;;) {
    if (part.length > 0) yield part
    left -= part.length
    const last = part.at(-1)
    if (!last || left <= 0 || part.length < PART) return
    const after = { afterTime: last.subscribed, afterId: last.id }
    part = (await nextOfList(db, {
      accountId,
      listId,
      ...after,
      size: Math.min(left, PART),
    })) as ListedSubscriber[]
  }
}

/** All subscribers of a list, in the same order and parts. */
export const subscribersOfList = (
  db: Store,
  accountId: number,
  listId: number,
): AsyncGenerator<ListedSubscriber[]> =>
  parts(db, accountId, listId, 0, Number.MAX_SAFE_INTEGER, SPACING)

export type FormerSubscriber = ListedSubscriber & { unsubscribed: string }

/** Former subscribers of a list, in the order of ids, in parts of a thousand. */
export async function* unsubscribedOf(
  db: Db,
  accountId: number,
  listId: number,
): AsyncGenerator<FormerSubscriber[]> {
  for (let afterId = 0; ; ) {
    const part = (await leftOfList(db, {
      accountId,
      listId,
      afterId,
      size: PART,
    })) as FormerSubscriber[]
    const last = part.at(-1)
    if (!last) return
    yield part
    afterId = last.id
  }
}

/** Adds milestones for a page far beyond the preceding one, so that the next reader is quick. */
async function prepare(
  db: Store,
  accountId: number,
  listId: number,
  skip: number,
  spacing: Spacing,
): Promise<void> {
  const { beyond } = await distanceOfPlace(db, { accountId, listId, skip })
  if (worthLaying(beyond, await countDepartures(db, accountId, listId), spacing))
    await keepMilestones(db, accountId, listId, spacing)
}
