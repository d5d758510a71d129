/** A subscriber as people see one: values, fields, lists, and the three facts. */
import type { Db } from '../../db/db.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { rowsOfSubscribers } from './directory.sql.ts'

export interface SubscriberRow {
  id: number
  email: string
  name: string
  format: string
  countryCode: string
  phone: string
  /** By number: DD1. Only those with a value. */
  fields: Record<string, string>
  created: string
  updated: string
  /** The lists that the subscriber is on. */
  lists: number[]
  optedOut: string | null
  complained: string | null
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

type StoredRow = Awaited<ReturnType<typeof rowsOfSubscribers>>[number]

function shownRow({
  onLists,
  fields,
  undeliverableSince,
  undeliverableUntil,
  undeliverableReason,
  ...rest
}: StoredRow): SubscriberRow {
  return {
    ...rest,
    fields: fieldsByNumber(fields),
    lists: onLists === '' ? [] : onLists.split(',').map(Number),
    undeliverable:
      undeliverableSince === null
        ? null
        : {
            since: undeliverableSince,
            until: undeliverableUntil,
            reason: undeliverableReason ?? '',
          },
  }
}

const fieldsByNumber = (joined: string): Record<string, string> =>
  Object.fromEntries(
    joined
      .split(FIELD_SEPARATOR)
      .map((value, i) => [`DD${i + 1}`, value])
      .filter(([, value]) => value !== ''),
  )
