/**
 * Pages of subscribers in another order than the usual one: keyset pagination in the index of ids
 * or of addresses, so that a page costs the same at any depth.
 */
import type { Store } from '../../../db/db.ts'
import type { Condition } from '../../filters/condition.ts'
import { filterSql } from '../../filters/filter-sql.ts'
import { readGenerated } from '../../filters/generated.ts'
import { intoStatement } from '../../filters/statement-parts.ts'
import { type SearchCursor, searchSubscribers } from '../../words/search.ts'

export const PERSON_ORDERS = ['oldest', 'address', 'address-down'] as const
export type PersonOrder = (typeof PERSON_ORDERS)[number]

const ORDER_SQL = {
  oldest: { by: 's.id', type: 'bigint', beyond: '>', direction: 'asc' },
  address: { by: 's.email_key', type: 'text', beyond: '>', direction: 'asc' },
  'address-down': { by: 's.email_key', type: 'text', beyond: '<', direction: 'desc' },
} as const satisfies Record<PersonOrder, object>

interface SortedSelection {
  listId?: number | undefined
  conditions: readonly Condition[]
  /** Only these. */
  among?: readonly number[] | undefined
}

export interface SortedRow {
  id: number
  /** What a page begins after: the id, or the key of the address. */
  place: string
}

/** The first rows after a place. */
export async function sortedSubscribers(
  db: Store,
  accountId: number,
  { listId, conditions, among }: SortedSelection,
  { order, after, most }: { order: PersonOrder; after: string | undefined; most: number },
): Promise<SortedRow[]> {
  const values: unknown[] = [accountId]
  const into = intoStatement(values)
  const { by, type, beyond, direction } = ORDER_SQL[order]
  const which = conditions.map(condition => filterSql(condition, into))
  // Asked of each row of the order: a set of all on the list would be made for each page.
  if (listId !== undefined)
    which.push(
      'exists (select 1 from subscriptions j where j.account_id = $1 and j.subscriber_id = s.id ' +
        `and j.list_id = ${into.parameter(listId)}::int and j.unsubscribed_at is null)`,
    )
  if (among) which.push(`s.id = any (${into.parameter(among)}::bigint[])`)
  if (after !== undefined) which.push(`${by} ${beyond} ${into.parameter(after)}::${type}`)
  const text =
    `select s.id, ${by} from subscribers s${into.joins()} where ` +
    `${['s.account_id = $1', ...which].join(' and ')} order by ${by} ${direction} ` +
    `limit ${into.parameter(most)}::int`
  const { rows } = await readGenerated(db, accountId, text, values)
  return rows.map(([id, place]) => ({ id: Number(id), place: place! }))
}

/** A search finds its people by words: so many are sorted, more stay in the order of words. */
const MOST_SORTED = 10_000
const AT_ONCE = 1_000

/** All people of a search; undefined: too many to be sorted. */
export async function allFound(
  db: Store,
  accountId: number,
  query: string,
): Promise<{ ids: number[]; behind: boolean; tooShort: boolean } | undefined> {
  const ids: number[] = []
  let after: SearchCursor | undefined
  for (let looked = 0; looked < MOST_SORTED; looked += AT_ONCE) {
    const found = await searchSubscribers(db, accountId, { query, after, limit: AT_ONCE })
    ids.push(...found.items.map(({ id }) => id))
    const { next, behind, tooShort } = found
    if (!next) return { ids: [...new Set(ids)], behind, tooShort }
    after = next
  }
  return undefined
}
