/**
 * Authenticates a call by user name and password. Every call has them, so verified ones are cached
 * (verified.ts); others are checked in a fair queue, slowly after failed log-ins (attempts.ts).
 */
import { hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Db } from '../../db/db.ts'
import type { Account } from './account.ts'
import { type AccountRow, createAccountRows } from './account-rows.ts'
import { createAttempts, type FailedAttempt, type LookOutcome } from './guessing/attempts.ts'
import { peerOf } from './guessing/failures.ts'
import { matchesHash, matchesNothing, wrongPassword } from './passwords.ts'
import { impossibleUsername, usernameKey } from './username.ts'
import { createVerified } from './verified.ts'

/**
 * Throws Refusal('unknown-credentials'), or Refusal('too-many-failures') after many failures.
 * `gone` is called if the log-in has to wait: its signal aborts when the caller has disconnected.
 */
export type SignIn = (
  username: string,
  password: string,
  peer: string,
  gone?: () => AbortSignal,
) => Promise<Account>

export interface SignInOptions {
  rowsKeptMillis?: number
  verifiedKeptMillis?: number
  /** Called for each failed log-in; never with the credentials. */
  onFailure?: (failed: FailedAttempt) => void
}

export function createSignIn(db: Db, options: SignInOptions = {}): SignIn {
  const { rowsKeptMillis = 5_000, verifiedKeptMillis = 300_000, onFailure = () => {} } = options
  const rows = createAccountRows(db, rowsKeptMillis)
  const verified = createVerified(verifiedKeptMillis)
  const take = createAttempts(db, {
    kind: 'account',
    // At most half of the processors: attempts with wrong passwords must not block valid calls.
    atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
    onFailure,
  })
  const attempts = new Map<string, Attempt>()
  const runs = new Map<string, Promise<boolean>>()

  return async (username, givenPassword, address, gone) => {
    // Checks the lengths first: all following work is bounded, and no oversized text is kept in
    // memory while it waits.
    const key = usernameKey(username)
    const password = wrongPassword(givenPassword) === undefined ? givenPassword : ''
    const row = rows.cached(key) ?? (verified.has(key) ? await rows.read(key) : undefined)
    if (row && verified.knows(key, row, password)) return row.account
    return join(attemptOf(peerOf(address), key, password), gone)
  }

  /** Single flight: concurrent calls with the same credentials share one check. */
  function attemptOf(peer: string, key: string, password: string): Attempt {
    const name = hash('sha256', `${peer}\n${key}\n${password}`, 'base64')
    const found = attempts.get(name)
    if (found) return found
    const left = new AbortController()
    const over = () => {
      if (attempts.get(name) === attempt) attempts.delete(name)
    }
    // A caller that comes after all have disconnected starts a new attempt.
    left.signal.addEventListener('abort', over)
    const possible = password !== '' && !impossibleUsername(key)
    const result = take({
      peer,
      key,
      possible,
      left: left.signal,
      look: () => look(key, possible, password),
    }).finally(over)
    const attempt: Attempt = { result, callers: 0, left }
    attempts.set(name, attempt)
    return attempt
  }

  async function look(
    key: string,
    possible: boolean,
    password: string,
  ): Promise<LookOutcome<Account>> {
    const row = possible ? await rows.read(key) : undefined
    if (row && (verified.knows(key, row, password) || (await matches(row, password)))) {
      verified.remember(key, row, password)
      return { right: row.account }
    }
    if (!row) await matchesNothing(password)
    return { accountId: row?.account.id }
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

/** A check that runs or waits, shared by all concurrent calls with the same credentials. */
interface Attempt {
  result: Promise<Account>
  callers: number
  /** Aborted when all callers have disconnected. */
  left: AbortController
}

function join(attempt: Attempt, gone: (() => AbortSignal) | undefined): Promise<Account> {
  attempt.callers++
  const leave = () => {
    if (--attempt.callers === 0) attempt.left.abort()
  }
  const signal = gone?.()
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  return attempt.result
}
