/**
 * Console sessions. A session ends after twelve hours, on signing out, with a new password, or when
 * the account is closed.
 */
import type { Db } from '../../db/db.ts'
import type { Account } from './account.ts'
import * as accounts from './accounts.sql.ts'
import { makeToken, readToken } from './console-tokens.ts'

export const SESSION_HOURS = 12

/** Opens a session and returns its token, for the cookie. */
export async function openSession(db: Db, accountId: number): Promise<string> {
  const { token, tokenHash } = makeToken(accountId)
  await accounts.removeOldSessions(db, { accountId })
  await accounts.addSession(db, { accountId, tokenHash, hours: SESSION_HOURS })
  return token
}

export async function accountOfSession(db: Db, token: string): Promise<Account | undefined> {
  const session = readToken(token)
  return session && accounts.findSession(db, session)
}

export async function endSession(db: Db, token: string): Promise<void> {
  const session = readToken(token)
  if (session) await accounts.removeSession(db, session)
}
