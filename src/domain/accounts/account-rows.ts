/**
 * A cache of account rows, at most five seconds old: a changed password and a closed account take
 * effect everywhere within that time. A row in use is refreshed before it expires, so that no call
 * waits for it.
 */
import type { Db } from '../../db/db.ts'
import { createCache } from '../../lib/cache.ts'
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

interface Known {
  row: AccountRow
  /** When the query began, since the row may have changed before the result arrived. */
  asOf: number
}

const MOST_KNOWN = 10_000

export function createAccountRows(db: Db, keptMillis: number): AccountRows {
  // Unknown names are not cached: callers choose them, and a new account must be found immediately.
  const known = createCache<string, Known>({ most: MOST_KNOWN })
  const readings = new Map<string, Promise<AccountRow | undefined>>()

  const read = (key: string) => {
    let reading = readings.get(key)
    if (!reading) {
      reading = readAndKeep(key).finally(() => readings.delete(key))
      readings.set(key, reading)
    }
    return reading
  }

  const readAndKeep = async (key: string) => {
    const asOf = performance.now()
    const row = await readRow(db, key)
    if (row) known.set(key, { row, asOf })
    else known.delete(key)
    return row
  }

  return {
    read,
    cached(key) {
      const entry = known.get(key)
      if (!entry) return undefined
      const age = performance.now() - entry.asOf
      if (age >= keptMillis) return undefined
      // If the store fails now, the call that finds the row expired gets the error.
      if (age > keptMillis / 2 && !readings.has(key)) read(key).catch(() => {})
      return entry.row
    },
  }
}

async function readRow(db: Db, key: string): Promise<AccountRow | undefined> {
  const found = await findAccount(db, { usernameKey: key })
  if (!found || found.closed) return undefined
  const { id, username, fieldCount, passwordHash } = found
  return { account: { id, username, fieldCount }, passwordHash }
}
