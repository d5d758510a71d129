/** The usual size of a list's audiences: far more than that may be a mistake. */
import type { Db } from '../../../db/db.ts'
import { refused } from '../../refusal.ts'
import { onListsUpTo, usualAudience } from './audience.sql.ts'
import { countAudience } from './count-audience.ts'
import { type AudienceOrder, orderedAudience } from './order.ts'

const LAST_SENDINGS = 10
/** So many times the usual audience is far more, and never less than this. */
const FAR = 10
const FEW = 100

/** The median of the last sendings to the list; null: there was none. */
export async function usualOfList(
  db: Db,
  accountId: number,
  listId: number,
): Promise<number | null> {
  const { people } = await usualAudience(db, { accountId, listId, most: LAST_SENDINGS })
  return people === null ? null : Math.round(people)
}

export const isFarMore = (people: number, usual: number | null): boolean =>
  usual !== null && people > farFrom(usual)

const farFrom = (usual: number): number => Math.max(FEW, FAR * usual)

/**
 * Refuses an audience far above the usual one, unless its number was given. An audience changes
 * while a person types: a hundredth more or less is the same.
 */
export async function refuseFarMore(
  db: Db,
  accountId: number,
  order: AudienceOrder,
  expected: number | undefined,
): Promise<void> {
  const { listId, moreLists = [] } = order
  const usual = await usualOfList(db, accountId, listId)
  if (usual === null && expected === undefined) return
  const enough = usual === null ? 0 : farFrom(usual)
  const lists = [listId, ...moreLists]
  const { count } = await onListsUpTo(db, { accountId, lists, most: enough + 1 })
  if (count <= enough && expected === undefined) return
  const { willGet } = await countAudience(
    db,
    accountId,
    await orderedAudience(db, accountId, order),
  )
  if (expected !== undefined && Math.abs(expected - willGet) > Math.max(1, willGet / 100))
    throw refused('far-more-people', 'people-other', { people: willGet, expected })
  if (expected === undefined && isFarMore(willGet, usual))
    throw refused('far-more-people', 'people-unusual', { people: willGet, usual: usual! }).atShell(
      'expected',
      `--expected ${willGet}`,
    )
}
