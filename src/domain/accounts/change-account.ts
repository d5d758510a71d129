/**
 * Changes to an existing account. Each returns false if the account does not exist. All processes
 * apply it within five seconds (see account-rows.ts). A new password ends the console sessions that
 * the old one opened; members stay signed in.
 */

import { atomically, type Db, type Store } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import * as accounts from './accounts.sql.ts'
import { setForwardAddress } from './accounts.sql.ts'
import { hashPassword } from './passwords.ts'
import { usernameKey } from './username.ts'

/** `but`: the hash of the token of a session that stays. */
export async function changePassword(
  db: Store,
  username: string,
  password: string,
  but: string | null = null,
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return changed(db, username, 'password', async (tx, accountId) => {
    await accounts.savePasswordHash(tx, { accountId, passwordHash })
    await accounts.removeOwnSessions(tx, { accountId, but })
    await accounts.removeLoginLinks(tx, { accountId })
  })
}

/**
 * A closed account is refused as if it did not exist; its data is kept. Its running work (sendings,
 * triggers, transactions, SMS, webhooks) is held and its shop keys are refused until it is
 * reopened. Bounces and opt-outs are still processed. A batch that a worker has claimed is still
 * sent.
 */
export function closeAccount(db: Store, username: string): Promise<boolean> {
  return changed(db, username, 'close', async (tx, accountId) => {
    await accounts.closeAccount(tx, { accountId })
    await accounts.removeSessions(tx, { accountId })
    await accounts.removeLoginLinks(tx, { accountId })
  })
}

export function reopenAccount(db: Store, username: string): Promise<boolean> {
  return changed(db, username, 'reopen', (tx, accountId) =>
    accounts.reopenAccount(tx, { accountId }),
  )
}

/** When the number is reduced, data of the other fields is kept and shown again later. */
export function activateFields(
  db: Store,
  username: string,
  fieldCount: 25 | 100,
): Promise<boolean> {
  return changed(
    db,
    username,
    'fields',
    (tx, accountId) => accounts.saveFieldCount(tx, { accountId, fieldCount }),
    { fields: fieldCount },
  )
}

/** Whether programs may lift people's own opt-outs and unsubscribes. */
export function allowLifting(db: Store, username: string, allowed: boolean): Promise<boolean> {
  return changed(
    db,
    username,
    'lifting',
    (tx, accountId) => accounts.saveLifting(tx, { accountId, allowed }),
    { allowed },
  )
}

/** Whether user name and password of the account open the console although it has an owner. */
export function allowConsole(db: Store, accountId: number, allowed: boolean): Promise<void> {
  return atomically(db, async tx => {
    await accounts.allowConsoleByAccount(tx, { accountId, allowed })
    await recordChange(tx, accountId, {
      action: 'account.console',
      id: accountId,
      after: { allowed },
    })
  })
}

/** Whether members without one-time codes must set them up before all else. */
export function demandCodes(db: Store, accountId: number, demanded: boolean): Promise<void> {
  return atomically(db, async tx => {
    await accounts.demandCodes(tx, { accountId, demanded })
    const change = { id: accountId, after: { demanded } }
    await recordChange(tx, accountId, { action: 'account.demand-codes', ...change })
  })
}

/** Sets the address that replies are forwarded to; undefined: they are only stored. */
export function forwardReplies(
  db: Store,
  username: string,
  forwardTo: string | undefined,
): Promise<boolean> {
  return changed(
    db,
    username,
    'forward',
    (tx, accountId) => setForwardAddress(tx, { accountId, forwardTo: forwardTo ?? null }),
    { forwardTo: forwardTo ?? null },
  )
}

async function changed(
  db: Store,
  username: string,
  verb: 'password' | 'close' | 'reopen' | 'fields' | 'lifting' | 'forward',
  change: (tx: Db, accountId: number) => Promise<unknown>,
  after?: object,
): Promise<boolean> {
  const account = await accounts.findAccount(db, { usernameKey: usernameKey(username) })
  if (!account) return false
  const { id } = account
  const work = async (tx: Db) => {
    await change(tx, id)
    await recordChange(tx, id, { action: `account.${verb}`, id, after })
  }
  await atomically(db, work, { again: true })
  return true
}
