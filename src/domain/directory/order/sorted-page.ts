/**
 * Pages of subscribers in another order than the usual one: keyset pagination in the index of ids
 * or of addresses, so that a page costs the same at any depth. Names have no index: a page reads
 * all rows of its selection (decision 0090).
 */
import type { Store } from '../../../db/db.ts'
import type { Condition } from '../../filters/condition.ts'
import { filterSql } from '../../filters/filter-sql.ts'
import { readGenerated } from '../../filters/generated.ts'
import { intoStatement } from '../../filters/statement-parts.ts'
import { type SearchCursor, searchSubscribers } from '../../words/search.ts'

export const PERSON_ORDERS = ['oldest', 'address', 'address-down', 'name', 'name-down'] as const
export type PersonOrder = (typeof PERSON_ORDERS)[number]

type Parameter = (value: string | number) => string

interface Order {
  /** What a page begins after, as text. */
  place: string
  by: string
  /** Undefined: not a place of this order. */
  beyond(place: string, parameter: Parameter): string | undefined
}

const ORDERS: Record<PersonOrder, Order> = {
  oldest: {
    place: 's.id',
    by: 's.id',
    beyond: (place, parameter) =>
      /^\d{1,15}$/.test(place) ? `s.id > ${parameter(place)}::bigint` : undefined,
  },
  address: {
    place: 's.email_key',
    by: 's.email_key',
    beyond: (place, parameter) => `s.email_key > ${parameter(place)}::text`,
  },
  'address-down': {
    place: 's.email_key',
    by: 's.email_key desc',
    beyond: (place, parameter) => `s.email_key < ${parameter(place)}::text`,
  },
  name: byName('asc'),
  'name-down': byName('desc'),
}

/**
 * By the alphabet, whatever the case: the collation of the store may be that of bytes. Who has no
 * name comes last in both directions.
 */
function byName(direction: 'asc' | 'desc'): Order {
  // So many letters of it are in a cursor.
  const name = 'left(s.name, 40) collate "und-x-icu"'
  const sign = direction === 'asc' ? '>' : '<'
  return {
    place: 'json_build_array(left(s.name, 40), s.id)::text',
    by: `s.name = '', ${name} ${direction}, s.id ${direction}`,
    beyond(place, parameter) {
      const read = namedPlace(place)
      if (!read) return undefined
      const id = `${parameter(read.id)}::bigint`
      return read.name === ''
        ? `s.name = '' and s.id ${sign} ${id}`
        : `(s.name = '' or (${name}, s.id) ${sign} (${parameter(read.name)}::text, ${id}))`
    },
  }
}

function namedPlace(text: string): { name: string; id: number } | undefined {
  const [, name, id] = /^\[("(?:[^"\\]|\\.){0,300}") ?, (\d{1,15})\]$/s.exec(text) ?? []
  if (name === undefined) return undefined
  try {
    return { name: JSON.parse(name) as string, id: Number(id) }
  } catch {
    return undefined
  }
}

interface SortedSelection {
  listId?: number | undefined
  conditions: readonly Condition[]
  /** Only these. */
  among?: readonly number[] | undefined
}

export interface SortedRow {
  id: number
  /** What a page begins after. */
  place: string
}

/** The first rows after a place; undefined: a place of another order. */
export async function sortedSubscribers(
  db: Store,
  accountId: number,
  { listId, conditions, among }: SortedSelection,
  { order, after, most }: { order: PersonOrder; after: string | undefined; most: number },
): Promise<SortedRow[] | undefined> {
  const values: unknown[] = [accountId]
  const into = intoStatement(values)
  const { place, by, beyond } = ORDERS[order]
  const which = conditions.map(condition => filterSql(condition, into))
  // Asked of each row of the order: a set of all on the list would be made for each page.
  if (listId !== undefined)
    which.push(
      'exists (select 1 from subscriptions j where j.account_id = $1 and j.subscriber_id = s.id ' +
        `and j.list_id = ${into.parameter(listId)}::int and j.unsubscribed_at is null)`,
    )
  if (among) which.push(`s.id = any (${into.parameter(among)}::bigint[])`)
  if (after !== undefined) {
    const rest = beyond(after, value => into.parameter(value))
    if (rest === undefined) return undefined
    which.push(rest)
  }
  const text =
    `select s.id, ${place} from subscribers s${into.joins()} where ` +
    `${['s.account_id = $1', ...which].join(' and ')} order by ${by} ` +
    `limit ${into.parameter(most)}::int`
  const { rows } = await readGenerated(db, accountId, text, values)
  return rows.map(([id, at]) => ({ id: Number(id), place: at! }))
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
