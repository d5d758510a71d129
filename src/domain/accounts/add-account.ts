/** Making accounts: one more, or the first of an empty store. */
import { atomically, type Db } from '../../db/db.ts'
import type { Account } from './account.ts'
import * as accounts from './accounts.sql.ts'
import { hashPassword } from './passwords.ts'
import { usernameKey } from './username.ts'

export interface NewAccount {
  username: string
  password: string
}

/**
 * The new account, or undefined when the user name is taken. The caller has looked at name and
 * password.
 */
export async function addAccount(db: Db, given: NewAccount): Promise<Account | undefined> {
  const passwordHash = await hashPassword(given.password)
  return atomically(db, tx => add(tx, given.username, passwordHash))
}

/**
 * The account, or undefined when the store has one already. Processes that start at once make one
 * between them.
 */
export async function addFirstAccount(db: Db, given: NewAccount): Promise<Account | undefined> {
  if (await accounts.anyAccount(db, {})) return undefined
  const passwordHash = await hashPassword(given.password)
  return atomically(db, tx => add(tx, given.username, passwordHash, true))
}

async function add(
  tx: Db,
  username: string,
  passwordHash: string,
  onlyAsFirst = false,
): Promise<Account | undefined> {
  // Locks the counter first: who waits here for another process sees the account that it makes.
  const { id } = await accounts.takeAccountId(tx, {})
  if (onlyAsFirst && (await accounts.anyAccount(tx, {}))) return undefined
  const added = await accounts.addAccount(tx, {
    accountId: id,
    username,
    usernameKey: usernameKey(username),
    passwordHash,
  })
  if (added === 0) return undefined
  await accounts.addTenant(tx, { accountId: id })
  return { id, username, fieldCount: 25 }
}
