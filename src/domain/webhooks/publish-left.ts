/**
 * Writes the events of subscribers who leave lists, or opt out, in the transaction of that change.
 */
import type { Db } from '../../db/db.ts'
import { publish } from './publish.ts'

/**
 * `listIds` is comma-separated; `source` is the actor: the subscriber, by a link, a page or an
 * email, or a program.
 */
export async function publishUnsubscribed(
  tx: Db,
  accountId: number,
  subscriberId: number,
  listIds: string,
  source: string,
): Promise<void> {
  for (const listId of listIds.split(',').filter(id => id !== ''))
    await publish(tx, accountId, {
      kind: 'unsubscribed',
      ids: [subscriberId],
      listId: Number(listId),
      details: [{ source }],
    })
}

/**
 * The reason is included only if a program or the service set it: subscribers' own words are not
 * passed on.
 */
export const publishOptedOut = (
  tx: Db,
  accountId: number,
  subscriberIds: readonly number[],
  source: string,
): Promise<void> =>
  publish(tx, accountId, {
    kind: 'opted-out',
    ids: subscriberIds,
    details: subscriberIds.map(() => ({ source })),
  })
