/**
 * After a long stop, SMS that were on their way are old news: they wait for a person's word, paid
 * for as they are.
 */
import { atomically, type Db } from '../../db/db.ts'
import { setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { holdMessage, lockMessage, messagesOnTheirWay } from './messages.sql.ts'

/** `last`: when a worker last lived. Answers those that wait now. */
export async function holdMessages(
  db: Db,
  last: Date,
): Promise<{ accountId: number; id: number }[]> {
  const held = await messagesOnTheirWay(db, { since: last })
  for (const { accountId, id: messageId } of held)
    await atomically(db, async tx => {
      await lockMessage(tx, { accountId, messageId })
      await holdMessage(tx, { accountId, messageId })
      await setWork(tx, { accountId, kind: WORK.sms, sourceId: messageId, due: 'infinity' })
    })
  return held
}
