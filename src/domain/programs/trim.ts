/** Removes old calls, of all accounts. */
import type { Db } from '../../db/db.ts'
import {
  forgetExchanges,
  forgetProgramCalls,
  forgetPrograms,
  forgetProgramTimes,
  forgetUnoffered,
} from './programs.sql.ts'

/** Enough for the habits of a month. */
export const KEPT_CALL_DAYS = 35
/** A program without a name that does not call any more is forgotten. */
const KEPT_PROGRAM_DAYS = 90

export async function trimPrograms(db: Db, exchangeDays: number): Promise<void> {
  await forgetExchanges(db, { keptDays: exchangeDays })
  await forgetProgramCalls(db, { keptDays: KEPT_CALL_DAYS })
  await forgetProgramTimes(db, { keptDays: KEPT_CALL_DAYS })
  await forgetUnoffered(db, { keptDays: KEPT_PROGRAM_DAYS })
  await forgetPrograms(db, { keptDays: KEPT_PROGRAM_DAYS })
}
