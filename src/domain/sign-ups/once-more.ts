/** The confirmation email once more, on request: one for each sign-up. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { hintWork } from '../work/hints.ts'
import {
  askExpiredAgain,
  askWaitingAgain,
  removeRequest,
  waitingOfAddress,
} from './sign-ups.sql.ts'

/** By its link, which has run out. Of others nothing is changed. */
export async function askByLink(db: Store, accountId: number, id: number): Promise<void> {
  if ((await askExpiredAgain(db, { accountId, id })) > 0) hintWork(db)
}

/** By an address that somebody typed, if it has a link that still works. Idempotent. */
export async function applyRequest(db: Store, accountId: number, id: number): Promise<void> {
  const work = async (tx: Db) => {
    const found = await waitingOfAddress(tx, { accountId, id })
    if (found) await askWaitingAgain(tx, { accountId, ...found })
    await removeRequest(tx, { accountId, id })
  }
  await atomically(db, work, { again: true })
}
