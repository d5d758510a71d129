/** A subscriber as people see one: values, fields, lists, and the three facts. */
import type { Db } from '../../db/db.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { namePart } from '../../lib/name-parts.ts'
import { MOST_FIELDS } from '../demographics/fields.ts'
import { type StandingName, standingOf } from '../subscribers/standing.ts'
import type { NewSubscriber } from '../subscribers/subscribe.ts'
import { rowsOfSubscribers } from './directory.sql.ts'

export interface SubscriberRow {
  id: number
  email: string
  /** The whole name, and its parts where they are known. */
  name: string
  firstName: string
  lastName: string
  format: string
  countryCode: string
  phone: string
  /** By number: DD1. Only those with a value. */
  fields: Record<string, string>
  created: string
  updated: string
  /** The lists that the subscriber is on. */
  listIds: number[]
  optedOut: string | null
  complained: string | null
  /** When the person left a list last. */
  left: string | null
  /** No email to a list before then. */
  paused: string | null
  standing: StandingName
  /** `until`: tried again from then on. */
  undeliverable: { since: string; until: string | null; reason: string } | null
}

/** In the given order; of an unknown id none. */
export async function subscriberRows(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<SubscriberRow[]> {
  if (ids.length === 0) return []
  const byId = await subscribersByIds(db, accountId, ids)
  return ids.flatMap(id => byId.get(id) ?? [])
}

export async function subscribersByIds(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, SubscriberRow>> {
  const rows = await rowsOfSubscribers(db, { accountId, ids: [...ids] })
  return new Map(rows.map(row => [row.id, shownRow(row)]))
}

/** Nothing has happened to them yet. */
export const rowOfNew = ({ listId, listName: _, subscribed: __, ...stored }: NewSubscriber) =>
  shownRow({
    ...stored,
    updated: stored.created,
    onLists: String(listId),
    optedOut: null,
    complained: null,
    paused: null,
    leftAt: null,
    undeliverableSince: null,
    undeliverableUntil: null,
    undeliverableReason: null,
  })

type StoredRow = Awaited<ReturnType<typeof rowsOfSubscribers>>[number]

function shownRow({
  onLists,
  fields,
  undeliverableSince,
  undeliverableUntil,
  undeliverableReason,
  leftAt,
  ...rest
}: StoredRow): SubscriberRow {
  const values = fields.split(FIELD_SEPARATOR)
  const listIds = onLists === '' ? [] : onLists.split(',').map(Number)
  const undeliverable =
    undeliverableSince === null
      ? null
      : {
          since: undeliverableSince,
          until: undeliverableUntil,
          reason: undeliverableReason ?? '',
        }
  return {
    ...rest,
    firstName: namePart(rest.name, values, 'first_name'),
    lastName: namePart(rest.name, values, 'last_name'),
    fields: fieldsByNumber(values),
    listIds,
    left: leftAt,
    undeliverable,
    standing: standingOf({ ...rest, lists: listIds, left: leftAt, undeliverable }),
  }
}

const fieldsByNumber = (values: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    values
      .slice(0, MOST_FIELDS)
      .map((value, i) => [`DD${i + 1}`, value])
      .filter(([, value]) => value !== ''),
  )
