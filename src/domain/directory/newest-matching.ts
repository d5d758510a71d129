/** The newest subscribers that match a filter: a page of them must not cost a look at all. */
import type { Db } from '../../db/db.ts'
import type { Condition } from '../filters/condition.ts'
import { type Among, idsMatching } from '../filters/matching.ts'
import { newestSubscribers } from './directory.sql.ts'

/** Subscribers looked at first for a page; then ever more of them, if few match. */
const FIRST_SPAN = 5_000
const SPAN_GROWTH = 4

/** The newest of the matching subscribers below an id, looked for span by span. */
export async function newestMatching(
  db: Db,
  accountId: number,
  conditions: readonly Condition[],
  { listId, beforeId, most }: Among & { beforeId: number; most: number },
): Promise<number[]> {
  const found: number[] = []
  const [newest] = await newestSubscribers(db, { accountId, beforeId, most: 1 })
  let lastId = newest?.id ?? 0
  for (let size = FIRST_SPAN; lastId > 0 && found.length < most; size *= SPAN_GROWTH) {
    const between = { afterId: Math.max(0, lastId - size), lastId }
    const left = most - found.length
    found.push(...(await idsMatching(db, accountId, conditions, { listId, between, most: left })))
    lastId = between.afterId
  }
  return found
}
