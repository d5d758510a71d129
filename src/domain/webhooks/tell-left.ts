/** Telling of people who leave lists, or everything, in the transaction in which they do. */
import type { Db } from '../../db/db.ts'
import { tell } from './tell.ts'

/**
 * `listIds` with commas between; `source` is who did it: the person, by a link, a page or a mail,
 * or a program.
 */
export async function tellUnsubscribed(
  tx: Db,
  accountId: number,
  subscriberId: number,
  listIds: string,
  source: string,
): Promise<void> {
  for (const listId of listIds.split(',').filter(id => id !== ''))
    await tell(tx, accountId, {
      kind: 'unsubscribed',
      ids: [subscriberId],
      listId: Number(listId),
      details: [{ source }],
    })
}

/**
 * A reason is told only where programs or the service set it: what a person wrote stays with us.
 */
export const tellOptedOut = (
  tx: Db,
  accountId: number,
  subscriberIds: readonly number[],
  source: string,
): Promise<void> =>
  tell(tx, accountId, {
    kind: 'opted-out',
    ids: subscriberIds,
    details: subscriberIds.map(() => ({ source })),
  })
