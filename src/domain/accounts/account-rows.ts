/**
 * A cache of account rows, at most five seconds old: a changed password and a closed account take
 * effect everywhere within that time.
 */
import type { Db } from '../../db/db.ts'
import { createRecentReads } from '../../lib/recent-reads.ts'
import type { Account } from './account.ts'
import { findAccount } from './accounts.sql.ts'

export interface AccountRow {
  account: Account
  passwordHash: string
}

export interface AccountRows {
  /** The cached row, unless it has expired. */
  cached(key: string): AccountRow | undefined
  /** The row as stored; undefined if the account does not exist or is closed. */
  read(key: string): Promise<AccountRow | undefined>
}

const MOST_KNOWN = 10_000

export function createAccountRows(db: Db, keptMillis: number): AccountRows {
  const rows = createRecentReads<AccountRow>({ most: MOST_KNOWN, millis: keptMillis })
  return {
    cached: key => rows.cached(key, () => readRow(db, key)),
    read: key => rows.read(key, () => readRow(db, key)),
  }
}

async function readRow(db: Db, key: string): Promise<AccountRow | undefined> {
  const found = await findAccount(db, { usernameKey: key })
  if (!found || found.closed) return undefined
  const { id, username, fieldCount, passwordHash } = found
  return { account: { id, username, fieldCount }, passwordHash }
}
