/**
 * A cache of verified credentials, which saves an argon2 run per call. An entry is a hash of
 * account, stored hash and password with a secret of this process; a new password in the store
 * invalidates it.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AccountRow } from './account-rows.ts'

export interface VerifiedPasswords {
  knows(key: string, row: AccountRow, password: string): boolean
  /** Whether the cache has an entry for this user name, with any password. */
  has(key: string): boolean
  remember(key: string, row: AccountRow, password: string): void
  /** Identifies account and password among the running checks. */
  nameOf(row: AccountRow, password: string): string
}

interface Entry {
  code: Buffer
  usedAt: number
}

const MOST_KEPT = 10_000

export function createVerified(keptMillis: number): VerifiedPasswords {
  const secret = randomBytes(32).toString('base64')
  const entries = new Map<string, Entry>()

  // Neither the id nor the hash contains a line break, so the parts can't be confused. The hash
  // never leaves this process, so a secret before and after is as good as an HMAC, at a third of
  // its cost, which each call pays.
  const codeOf = ({ account, passwordHash }: AccountRow, password: string) =>
    hash('sha256', `${secret}${account.id}\n${passwordHash}\n${password}\n${secret}`, 'buffer')

  const find = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return undefined
    if (performance.now() - entry.usedAt < keptMillis) return entry
    entries.delete(key)
    return undefined
  }

  return {
    has: key => find(key) !== undefined,
    knows(key, row, password) {
      const entry = find(key)
      if (!entry || !timingSafeEqual(entry.code, codeOf(row, password))) return false
      // The entry includes the stored hash: while it matches, argon2 would give the same result. So
      // each use keeps the entry alive.
      entry.usedAt = performance.now()
      return true
    },
    remember(key, row, password) {
      entries.delete(key)
      entries.set(key, { code: codeOf(row, password), usedAt: performance.now() })
      if (entries.size > MOST_KEPT) entries.delete(entries.keys().next().value!)
    },
    nameOf: (row, password) => codeOf(row, password).toString('base64'),
  }
}
