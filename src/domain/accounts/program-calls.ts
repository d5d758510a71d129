/** Notes when programs call an account, and which calls fail, so that people see how it goes. */
import type { Db } from '../../db/db.ts'
import {
  findAccount,
  forgetProgramFailures,
  noteProgramCall,
  noteProgramFailures,
} from './accounts.sql.ts'
import { usernameKey } from './username.ts'

const EVERY_MILLIS = 3_600_000

/** The function is called for each call, and returns at once. */
export function createCallNotes(
  db: Db,
  report: (error: unknown) => void,
): (accountId: number) => void {
  const noted = new Map<number, number>()
  return accountId => {
    const now = Date.now()
    if (now - (noted.get(accountId) ?? 0) < EVERY_MILLIS) return
    noted.set(accountId, now)
    noteProgramCall(db, { accountId }).catch(report)
  }
}

/** The cost of a program that fails again and again is one write in this time. */
const GATHER_MILLIS = 2_000
const MOST_SAID = 200
/** Callers at a time; user names are anything that anybody sends. */
const MOST_CALLERS = 100
const LONGEST_NAME = 200

/** The function is called for each failure, and returns at once. */
export function createFailureNotes(
  db: Db,
  report: (error: unknown) => void,
): (caller: number | string, said: string) => void {
  const gathered = new Map<number | string, { failures: number; said: string }>()
  const write = async (caller: number | string) => {
    const { failures, said } = gathered.get(caller)!
    gathered.delete(caller)
    const accountId =
      typeof caller === 'number'
        ? caller
        : (await findAccount(db, { usernameKey: usernameKey(caller) }))?.id
    if (accountId === undefined) return
    await noteProgramFailures(db, { accountId, failures, said })
    await forgetProgramFailures(db, { accountId })
  }
  return (caller, said) => {
    if (typeof caller === 'string' && caller.length > LONGEST_NAME) return
    const known = gathered.get(caller)
    if (known) known.failures++
    else if (gathered.size < MOST_CALLERS) {
      gathered.set(caller, { failures: 1, said: said.slice(0, MOST_SAID) })
      setTimeout(() => write(caller).catch(report), GATHER_MILLIS).unref()
    }
  }
}
