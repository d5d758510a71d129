/** Has messages judged again that the service had set aside. */
import { atomically, type Db } from '../../../db/db.ts'
import { recordChange } from '../../audit/record.ts'
import { judgeSetAside } from './messages.sql.ts'

/** Returns how many. */
export const judgeAgain = (db: Db, accountId: number): Promise<number> =>
  atomically(db, async tx => {
    const messages = await judgeSetAside(tx, { accountId })
    const change = { id: '', after: { messages } }
    if (messages > 0)
      await recordChange(tx, accountId, { action: 'bounce.judge-set-aside', ...change })
    return messages
  })
