/**
 * The rows of accounts as this process knows them, never older than five seconds: a changed
 * password and a closed account hold everywhere within that time. A row in use is read again before
 * it is too old, so that no call waits for it.
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
  /** The row, if one young enough is at hand. */
  atHand(key: string): AccountRow | undefined
  /** The row as the store has it now; undefined when there is no such account, or a closed one. */
  read(key: string): Promise<AccountRow | undefined>
}

interface Known {
  row: AccountRow
  /** When the reading began, for the row may have changed while its answer was under way. */
  asOf: number
}

const MOST_KNOWN = 10_000

export function createAccountRows(db: Db, keptMillis: number): AccountRows {
  // Names that are not there are not kept: a stranger chooses them, and an account just made is to
  // be found at once.
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
    atHand(key) {
      const entry = known.get(key)
      if (!entry) return undefined
      const age = performance.now() - entry.asOf
      if (age >= keptMillis) return undefined
      // If the store fails now, whoever needs the row when it is too old hears of it.
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
