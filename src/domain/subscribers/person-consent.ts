/** What a person says themselves, by link, one click or mail: remembered, and nothing but a new consent lifts it. */
import { atomically, type Db } from '../../db/db.ts'
import { optOut } from '../opt-outs/opt-out.ts'
import { rememberUnsubscribe, standingOfPerson } from './person-consent.sql.ts'

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

/** From everything of the account, with the sending that it came from. */
export async function optOutPerson(
  db: Db,
  accountId: number,
  subscriberId: number,
  from: { listId: number; sendingId: number; reason: string },
): Promise<void> {
  const person = await standingOfPerson(db, { accountId, subscriberId, listId: from.listId })
  if (!person) return
  await optOut(db, accountId, {
    email: person.email,
    reason: from.reason,
    listText: String(from.listId),
    sendingText: String(from.sendingId),
  })
}
