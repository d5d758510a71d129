/** Forgets the gateway that processes with SMS_URL have recorded. */
import { atomically, type Db } from '../../../db/db.ts'
import { INSTALLATION, recordChange } from '../../audit/record.ts'
import { findGateway, removeGateway } from './gateway.sql.ts'

/** Returns whether one was known. */
export const forgetGateway = (db: Db): Promise<boolean> =>
  atomically(db, async tx => {
    const known = await findGateway(tx, {})
    const forgotten = (await removeGateway(tx, {})) > 0
    const change = { id: '', before: { shown: known?.shown } }
    if (forgotten) await recordChange(tx, INSTALLATION, { action: 'sms-gateway.remove', ...change })
    return forgotten
  })
