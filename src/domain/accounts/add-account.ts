/** Creates accounts: a further one, or the first of an empty store. */
import { atomically, type Db } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import type { Account } from './account.ts'
import * as accounts from './accounts.sql.ts'
import { hashPassword, type PasswordCost } from './passwords.ts'
import { usernameKey } from './username.ts'

export interface NewAccount {
  username: string
  password: string
  /** Of hashing the password, for tests, which add hundreds of accounts. */
  cost?: PasswordCost
}

/**
 * Returns the new account, or undefined if the user name is taken. The caller has checked name and
 * password.
 */
export async function addAccount(db: Db, given: NewAccount): Promise<Account | undefined> {
  const passwordHash = await hashPassword(given.password, given.cost)
  return atomically(db, tx => add(tx, given.username, passwordHash))
}

/**
 * Returns the account, or undefined if the store already has one. Processes that start concurrently
 * create only one.
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
  // Locks the counter first: a concurrent process waits here, and then sees the new account.
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
  await recordChange(tx, id, { action: 'account.add', id, after: { username } })
  return { id, username, fieldCount: 25 }
}
