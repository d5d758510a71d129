/** What a person says themselves, by link, one click or mail: remembered, and nothing but a new consent lifts it. */
import { atomically, type Db } from '../../db/db.ts'
import { rememberUnsubscribe } from './person-consent.sql.ts'

export type UnsubscribeSource = 'one-click' | 'page' | 'mail' | 'complaint'

/** From one list. Said twice it is the same. */
export async function unsubscribePerson(
  db: Db,
  accountId: number,
  subscriberId: number,
  listId: number,
  source: UnsubscribeSource,
): Promise<void> {
  await atomically(db, accountId, tx => rememberUnsubscribe(tx, { accountId, subscriberId, listId, source }), { again: true })
}
