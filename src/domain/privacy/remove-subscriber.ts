/** Removes a subscriber at the wish of a program. A person's own wish is erase.ts. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { removeProgramEventsOfPerson } from '../program-events/program-events.sql.ts'
import { refreshWords } from '../words/keep-words.ts'
import { erase } from './erase.ts'
import { blankPerson, whatBindsUs } from './person.sql.ts'

/**
 * In addition to leaving all lists: deletes all personal data. After an opt-out, unsubscribe,
 * complaint or hard bounce the address stays, and nothing else, so that no later file brings the
 * person back. False: there is no such subscriber.
 */
export async function removeSubscriber(
  db: Store,
  accountId: number,
  subscriberId: number,
): Promise<boolean> {
  const person = await whatBindsUs(db, { accountId, subscriberId })
  if (!person) return false
  if (!person.binds) return (await erase(db, accountId, person.email)) !== undefined
  const work = async (tx: Db) => {
    await blankPerson(tx, { accountId, subscriberId })
    await removeProgramEventsOfPerson(tx, { accountId, subscriberIds: [subscriberId] })
    await refreshWords(tx, accountId, [subscriberId])
  }
  await atomically(db, work, { again: true })
  return true
}
