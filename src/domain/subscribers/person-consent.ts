/**
 * What a person says themselves, by link, one click or mail: remembered, and nothing but a new
 * consent lifts it.
 */
import { atomically, type Store } from '../../db/db.ts'
import { listens } from '../webhooks/tell.ts'
import { tellUnsubscribed } from '../webhooks/tell-left.ts'
import { rememberUnsubscribe } from './person-consent.sql.ts'

export type UnsubscribeSource = 'one-click' | 'page' | 'mail' | 'complaint'

/**
 * From one list, with the person's own words on why, if any. Said twice it is the same, and the
 * first words stay.
 */
export async function unsubscribePerson(
  db: Store,
  accountId: number,
  subscriberId: number,
  listId: number,
  source: UnsubscribeSource,
  reason = '',
): Promise<void> {
  const said = { accountId, subscriberId, listId, source, reason }
  const told = await listens(db, accountId, 'unsubscribed')
  await atomically(
    db,
    async tx => {
      const { left } = await rememberUnsubscribe(tx, said)
      if (told && left > 0)
        await tellUnsubscribed(tx, accountId, subscriberId, String(listId), source)
    },
    { again: true },
  )
}
