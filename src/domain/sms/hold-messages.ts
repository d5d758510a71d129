/**
 * After a long stop, SMS that were being sent may be outdated: they are held for confirmation, and
 * stay paid.
 */
import { atomically, type Db } from '../../db/db.ts'
import { setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { holdMessage, lockMessage, messagesOnTheirWay } from './messages.sql.ts'

/** `last`: when a worker was last alive. Returns the messages that are now held. */
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
