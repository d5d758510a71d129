/**
 * When the hits are removed that somebody has who declined to be measured: some minutes after it is
 * asked for, so that it can be undone. How: tracking/declined/forget-hits.ts.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { noSuch, refused } from '../refusal.ts'
import {
  askForgetting,
  checkHits,
  keepHits,
  lockAnswered,
  planForgetting,
} from './measuring.sql.ts'

/** For so long it can be undone. */
const UNDO_MINUTES = 10

/** In the transaction in which people declined. */
export async function noteDeclined(
  tx: Db,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  await checkHits(tx, { accountId })
  await planForgetting(tx, { accountId, ids: [...ids], minutes: UNDO_MINUTES })
}

/** Refuses a person who has not declined. */
export const forgetHitsOf = (db: Store, accountId: number, subscriberId: number): Promise<void> =>
  change(db, accountId, subscriberId, true, async tx => {
    const asked = await askForgetting(tx, { accountId, subscriberId, minutes: UNDO_MINUTES })
    if (asked === 0) throw refused('not-now', 'hits-not-declined')
  })

/** Refuses it when they are removed already, or nobody asked for it. */
export const keepHitsOf = (db: Store, accountId: number, subscriberId: number): Promise<void> =>
  change(db, accountId, subscriberId, false, async tx => {
    if ((await keepHits(tx, { accountId, subscriberId })) === 0)
      throw refused('not-now', 'hits-removed')
  })

async function change(
  db: Store,
  accountId: number,
  subscriberId: number,
  removesHits: boolean,
  work: (tx: Db) => Promise<void>,
): Promise<void> {
  await atomically(db, async tx => {
    if (!(await lockAnswered(tx, { accountId, subscriberId })))
      throw noSuch('no-such-subscriber', subscriberId)
    await work(tx)
    await recordChange(tx, accountId, {
      action: 'subscriber.measuring',
      id: subscriberId,
      after: { removesHits },
    })
  })
}
