/** The history of one subscriber, by kind, newest first, page by page (keyset pagination). */
import type { Db } from '../../db/db.ts'
import { someImportsOfPerson } from '../privacy/imports-of-person.ts'
import { noSuch } from '../refusal.ts'
import { knownSubscriber } from './directory.sql.ts'
import {
  bouncesOfSubscriber,
  lastLooked,
  messagesOfSubscriber,
  smsOfSubscriber,
  triggerMessagesOfSubscriber,
} from './timeline.sql.ts'

interface TimelinePart<Row> {
  items: Row[]
  /** Undefined: there is nothing older. */
  next: number | undefined
}

interface PartOfTimeline {
  beforeId?: number | undefined
  limit: number
}

/** Sendings looked at for a page: an account may have many that a person did not get. */
const LOOKED = 500

/** As the queries of a person take it. Refuses an unknown one. */
export async function timelineIds(
  db: Db,
  accountId: number,
  subscriberId: number,
): Promise<number[]> {
  if (!(await knownSubscriber(db, { accountId, subscriberId })))
    throw noSuch('no-such-subscriber', subscriberId)
  return [subscriberId]
}

/** Emails of sendings, with the relay's reply, opens and clicks. */
export async function emailsOfSubscriber(
  db: Db,
  accountId: number,
  subscriberIds: number[],
  { beforeId = Number.MAX_SAFE_INTEGER, limit }: PartOfTimeline,
) {
  const place = { accountId, beforeId, looked: LOOKED }
  const rows = await messagesOfSubscriber(db, { ...place, subscriberIds, most: limit + 1 })
  const part = cutPart(rows, limit, ({ sendingId }) => sendingId)
  if (part.next !== undefined) return part
  const { id } = await lastLooked(db, place)
  return { ...part, next: id === 0 ? undefined : id }
}

export async function triggerEmailsOfSubscriber(
  db: Db,
  accountId: number,
  subscriberIds: number[],
  { beforeId = Number.MAX_SAFE_INTEGER, limit }: PartOfTimeline,
) {
  const given = { accountId, subscriberIds, beforeId, most: limit + 1 }
  return cutPart(await triggerMessagesOfSubscriber(db, given), limit, row => row.messageId)
}

export async function bouncesInTimeline(
  db: Db,
  accountId: number,
  subscriberIds: number[],
  { beforeId = Number.MAX_SAFE_INTEGER, limit }: PartOfTimeline,
) {
  const given = { accountId, subscriberIds, beforeId, most: limit + 1 }
  return cutPart(await bouncesOfSubscriber(db, given), limit, ({ id }) => id)
}

export async function smsInTimeline(
  db: Db,
  accountId: number,
  subscriberIds: number[],
  { beforeId = Number.MAX_SAFE_INTEGER, limit }: PartOfTimeline,
) {
  const given = { accountId, subscriberIds, beforeId, most: limit + 1 }
  return cutPart(await smsOfSubscriber(db, given), limit, row => row.messageId)
}

/** Imports looked at for a page: a large one has many parts to look through. */
const LOOKED_IMPORTS = 10

export const importsInTimeline = (
  db: Db,
  accountId: number,
  subscriberIds: number[],
  { beforeId }: PartOfTimeline,
) => someImportsOfPerson(db, accountId, subscriberIds, { beforeId, most: LOOKED_IMPORTS })

function cutPart<Row>(
  rows: Row[],
  limit: number,
  placeOf: (row: Row) => number,
): TimelinePart<Row> {
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? placeOf(items.at(-1)!) : undefined }
}
