/** Which subscribers a request means, and the cursors of their pages. */
import { z } from 'zod'
import type { Store } from '../../db/db.ts'
import type { PageCursor, Selection } from '../../domain/directory/page.ts'
import type { Condition } from '../../domain/filters/condition.ts'
import { requireFilters } from '../../domain/filters/save-filter.ts'
import { cursorOf, placeOf } from '../cursor.ts'
import { givenCondition } from '../hiding/conditions.ts'
import { id } from '../values.ts'

export const selection = {
  listId: id.optional().describe('Only who is on this list.'),
  filterId: id.optional().describe('Only whom this filter matches.'),
  where: z
    .string()
    .max(2000)
    .optional()
    .describe('Only whom this condition matches: docs/filters.'),
}

interface Chosen {
  listId?: number | undefined
  filterId?: number | undefined
  where?: string
  /** The whole address. */
  email?: string | undefined
}

export const chosenBy = async (
  db: Store,
  accountId: number,
  { listId, filterId, where, email }: Chosen,
): Promise<Selection> => {
  const saved = filterId === undefined ? [] : await requireFilters(db, accountId, [filterId])
  const typed = where === undefined ? [] : [await givenCondition(db, accountId, where)]
  const named: Condition[] =
    email === undefined ? [] : [{ column: 'email', text: '=', values: [email] }]
  const conditions = [...named, ...saved.map(({ condition }) => condition), ...typed]
  return { listId, conditions }
}

const count = z.int().min(0)
const Place = z.union([
  z.tuple([z.literal('a'), z.string().max(400)]),
  z.tuple([z.literal('w'), z.string().max(400), count]),
  z.tuple([z.literal('l'), count, count]),
  z.tuple([z.literal('i'), count]),
  z.tuple([z.literal('s'), z.string().max(400)]),
])

export function cursorOfPlace(place: PageCursor | undefined): string | null {
  if (!place) return null
  if ('sortedAfter' in place) return cursorOf(['s', place.sortedAfter])
  if (!('search' in place))
    return 'beforeMicros' in place
      ? cursorOf(['l', place.beforeMicros, place.beforeId])
      : cursorOf(['i', place.beforeId])
  const { search } = place
  return 'afterAddress' in search
    ? cursorOf(['a', search.afterAddress])
    : cursorOf(['w', search.afterWord, search.afterId])
}

export function placeOfCursor(
  cursor: string | undefined,
  field?: 'query.before',
): PageCursor | undefined {
  const place = placeOf(cursor, Place, field)
  switch (place?.[0]) {
    case 'a':
      return { search: { afterAddress: place[1] } }
    case 'w':
      return { search: { afterWord: place[1], afterId: place[2] } }
    case 'l':
      return { beforeMicros: place[1], beforeId: place[2] }
    case 's':
      return { sortedAfter: place[1] }
    case 'i':
      return { beforeId: place[1] }
    default:
      return undefined
  }
}
