/**
 * What happens to an account after it was made. Each answers false when there is no such account.
 * Every process knows of it within five seconds (see account-rows.ts); whoever is signed in to the
 * console is signed out.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import * as accounts from './accounts.sql.ts'
import { setForwardAddress } from './accounts.sql.ts'
import { hashPassword } from './passwords.ts'
import { usernameKey } from './username.ts'

export async function changePassword(
  db: Store,
  username: string,
  password: string,
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return changed(db, username, async (tx, accountId) => {
    await accounts.savePasswordHash(tx, { accountId, passwordHash })
    await signOutEverywhere(tx, accountId)
  })
}

/**
 * A closed account is refused as if it did not exist; all it has stays. What it has under way
 * (sendings, triggers, transactions, SMS, webhooks) is held, its shop keys are refused, until it
 * is opened again. Bounces and opt-outs go on. A batch that a worker has claimed still goes out.
 */
export function closeAccount(db: Store, username: string): Promise<boolean> {
  return changed(db, username, async (tx, accountId) => {
    await accounts.closeAccount(tx, { accountId })
    await signOutEverywhere(tx, accountId)
  })
}

export function reopenAccount(db: Store, username: string): Promise<boolean> {
  return changed(db, username, (tx, accountId) => accounts.reopenAccount(tx, { accountId }))
}

/** With fewer fields than before, what the others hold stays and is shown again later. */
export function activateFields(
  db: Store,
  username: string,
  fieldCount: 25 | 100,
): Promise<boolean> {
  return changed(db, username, (tx, accountId) =>
    accounts.saveFieldCount(tx, { accountId, fieldCount }),
  )
}

/** Where people's replies go from now on; undefined: they are kept only. */
export function forwardReplies(
  db: Store,
  username: string,
  forwardTo: string | undefined,
): Promise<boolean> {
  return changed(db, username, (tx, accountId) =>
    setForwardAddress(tx, { accountId, forwardTo: forwardTo ?? null }),
  )
}

async function changed(
  db: Store,
  username: string,
  change: (tx: Db, accountId: number) => Promise<unknown>,
): Promise<boolean> {
  const account = await accounts.findAccount(db, { usernameKey: usernameKey(username) })
  if (!account) return false
  await atomically(db, tx => change(tx, account.id), { again: true })
  return true
}

async function signOutEverywhere(tx: Db, accountId: number): Promise<void> {
  await accounts.removeSessions(tx, { accountId })
  await accounts.removeLoginLinks(tx, { accountId })
}
