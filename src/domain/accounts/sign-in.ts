/**
 * User name and password of a call to the account. They come with every call, so what was verified is remembered (verified.ts);
 * what was not is looked at in turns (turns.ts), slowly where log-ins have failed (failures.ts), but it is looked at: a right password passes.
 */
import { availableParallelism } from 'node:os'
import type { Db } from '../../db/db.ts'
import { Refusal } from '../refusal.ts'
import type { Account } from './account.ts'
import { type AccountRow, createAccountRows } from './account-rows.ts'
import { createFailures, peerOf } from './failures.ts'
import { matchesHash, matchesNothing, wrongPassword } from './passwords.ts'
import { createTurns } from './turns.ts'
import { impossibleUsername, usernameKey } from './username.ts'
import { createVerified } from './verified.ts'

/** Throws Refusal('unknown-credentials'), or Refusal('too-many-failures') where log-ins have failed often. */
export type SignIn = (username: string, password: string, peer: string) => Promise<Account>

export interface SignInOptions {
  rowsKeptMillis?: number
  verifiedKeptMillis?: number
  /** Told of each failed log-in; never of what was given. */
  onFailure?: (facts: { peer: string; accountId?: number; tooMany: boolean }) => void
}

export function createSignIn(db: Db, options: SignInOptions = {}): SignIn {
  const { rowsKeptMillis = 5_000, verifiedKeptMillis = 300_000, onFailure = () => {} } = options
  const rows = createAccountRows(db, rowsKeptMillis)
  const verified = createVerified(verifiedKeptMillis)
  const failures = createFailures()
  // Half of the machine at most: strangers with passwords must not stop the calls of everyone else.
  const turns = createTurns({ atOnce: Math.max(1, Math.floor(availableParallelism() / 2)), wait: failures.wait })
  const attempts = new Map<string, Promise<Account>>()
  const runs = new Map<string, Promise<boolean>>()

  return async (username, password, address) => {
    const key = usernameKey(username)
    const row = rows.atHand(key) ?? (verified.has(key) ? await rows.read(key) : undefined)
    if (row && verified.knows(key, row, password)) return row.account
    const peer = peerOf(address)
    // A program that starts with many calls at once is looked at once.
    const name = `${peer}\n${key}\n${password}`
    let attempt = attempts.get(name)
    if (!attempt) {
      attempt = turns.take(peer, key, () => look(peer, key, password)).finally(() => attempts.delete(name))
      attempts.set(name, attempt)
    }
    return attempt
  }

  async function look(peer: string, key: string, password: string): Promise<Account> {
    const readable = wrongPassword(password) === undefined
    const row = readable && !impossibleUsername(key) ? await rows.read(key) : undefined
    if (row && (verified.knows(key, row, password) || (await matches(row, password)))) {
      verified.remember(key, row, password)
      failures.clear(peer, key)
      return row.account
    }
    if (!row) await matchesNothing(readable ? password : '')
    const tooMany = failures.add(peer, key)
    onFailure({ peer, accountId: row?.account.id, tooMany })
    throw new Refusal(tooMany ? 'too-many-failures' : 'unknown-credentials')
  }

  function matches(row: AccountRow, password: string): Promise<boolean> {
    const name = verified.nameOf(row, password)
    let run = runs.get(name)
    if (!run) {
      run = matchesHash(row.passwordHash, password).finally(() => runs.delete(name))
      runs.set(name, run)
    }
    return run
  }
}
