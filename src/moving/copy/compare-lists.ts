/** Compares each list with its last pass: the people on it only here, and those only there. */
import { differs, idsOfPass, moveOn } from '../../domain/moves/move.ts'
import { idsOnList } from '../../domain/moves/people.sql.ts'
import type { CopyJob } from './job.ts'

const PART = 10_000

/** Returns how many are on the lists here. */
export async function compareLists(job: CopyJob, listIds: readonly number[]): Promise<number> {
  let total = 0
  for (const listId of listIds) total += await compareList(job, listId)
  return total
}

async function compareList(
  { db, accountId, move, goOn }: CopyJob,
  listId: number,
): Promise<number> {
  const missing = await idsOfPass(db, accountId, listId, move.pass)
  const onlyHere: number[] = []
  let here = 0
  let both = 0
  let after = { afterTime: '-infinity', afterId: 0 }
  for (;;) {
    goOn()
    const rows = await idsOnList(db, { accountId, listId, ...after, most: PART })
    here += rows.length
    for (const { id } of rows) {
      if (missing.has(id)) both++
      else onlyHere.push(id)
    }
    const last = rows.at(-1)
    if (rows.length < PART || !last) break
    after = { afterTime: last.subscribed, afterId: last.id }
  }
  if (onlyHere.length + missing.size - both > 0)
    await moveOn(db, move, { step: 'compare' }, async () => {
      for (const id of onlyHere)
        differs(move, 'subscribers', 'on the list only here', `${id}, list ${listId}`)
      if (missing.size > both)
        differs(
          move,
          'subscribers',
          'have left the list here since',
          `${missing.size - both} of list ${listId}`,
        )
    })
  return here
}
