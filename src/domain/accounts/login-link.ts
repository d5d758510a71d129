/** Links that sign in to the console: valid for ten minutes, once. */

import { atomically, type Db } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import type { Account } from './account.ts'
import * as accounts from './accounts.sql.ts'
import { makeToken, readToken } from './console-tokens.ts'
import { openSession, type SessionClient } from './session.ts'

export const LINK_MINUTES = 10

/** Creates the token of a new link; the caller builds the URL. */
export async function makeLoginLink(db: Db, accountId: number): Promise<string> {
  const { token, tokenHash } = makeToken(accountId)
  await accounts.removeOldLoginLinks(db, { accountId })
  await atomically(db, async tx => {
    await accounts.addLoginLink(tx, { accountId, tokenHash, minutes: LINK_MINUTES })
    await recordChange(tx, accountId, { action: 'account.login-link', id: accountId })
  })
  return token
}

/** Of a link that can still be used; it is not used up. */
export async function accountOfLoginLink(db: Db, token: string): Promise<Account | undefined> {
  const link = readToken(token)
  if (!link || !(await accounts.findLoginLink(db, link))) return undefined
  return accounts.findOpenAccount(db, { accountId: link.accountId })
}

/**
 * Uses up the link and returns the token of a new session; undefined for a link that is used,
 * expired, unknown, or of a closed account.
 */
export async function useLoginLink(
  db: Db,
  token: string,
  client: SessionClient = {},
): Promise<string | undefined> {
  const link = readToken(token)
  if (!link) return undefined
  return atomically(db, async tx => {
    if (!(await accounts.claimLoginLink(tx, link))) return undefined
    if (!(await accounts.findOpenAccount(tx, { accountId: link.accountId }))) return undefined
    return openSession(tx, link.accountId, { kind: 'link', ...client })
  })
}
