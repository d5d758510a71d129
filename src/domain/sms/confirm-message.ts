/** A person confirms a message after a restore: all SMS not handed over before are sent. */
import { atomically, type Db } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { noSuch, refused } from '../refusal.ts'
import { markWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { confirmMessageState, lockMessage } from './messages.sql.ts'

export function confirmMessage(db: Db, accountId: number, messageId: number): Promise<void> {
  return atomically(db, async tx => {
    const message = await lockMessage(tx, { accountId, messageId })
    if (!message) throw noSuch('no-such-message', messageId)
    if (message.state !== 'unconfirmed')
      throw refused('not-now', 'sms-state', { id: messageId, state: message.state })
    await confirmMessageState(tx, { accountId, messageId })
    await recordChange(tx, accountId, { action: 'sms.confirm', id: messageId })
    await markWork(tx, { accountId, kind: WORK.sms, sourceId: messageId, due: new Date() })
  })
}
