/**
 * Credentials that were verified a short while ago, so that a call pays microseconds for them and
 * not an argon2 run. Kept as a code over account, stored hash and password, under a key that only
 * this process has; a new password in the store ends it.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AccountRow } from './account-rows.ts'

export interface VerifiedPasswords {
  knows(key: string, row: AccountRow, password: string): boolean
  /** Something was verified for this user name, whatever the password. */
  has(key: string): boolean
  remember(key: string, row: AccountRow, password: string): void
  /** Names account and password among runs that are under way. */
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

  // Neither the id nor the hash holds a line break, so nothing can be moved from one part to the
  // next. A code never leaves this process, so a secret before and after does what an HMAC would,
  // at a third of its price: each call pays it.
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
      // The code holds the stored hash: while it matches, argon2 would say the same again. So use
      // keeps an entry alive.
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
