/**
 * Attempts to give a password: in fair turns (turns.ts), slower after failures of a network
 * (failures.ts) and of the name over all networks (guesses.ts). One place for the passwords of
 * accounts and of people.
 */
import type { Db } from '../../../db/db.ts'
import { logInFailures } from '../../../lib/telemetry.ts'
import { Refusal } from '../../refusal.ts'
import { createFailures } from './failures.ts'
import { countGuess, mayGuess, rememberNetwork, subjectOf } from './guesses.ts'
import { createTurns } from './turns.ts'

/** Never with the credentials. */
export interface FailedAttempt {
  peer: string
  accountId?: number | undefined
  personId?: number | undefined
  tooMany: boolean
}

/**
 * The identity, with the right password; else the owner of the wrong one, as far as it is known.
 */
export type LookOutcome<T> = { right: T } | Pick<FailedAttempt, 'accountId' | 'personId'>

interface Attempt<T> {
  peer: string
  /** The name that is given, as its key. */
  key: string
  /** Whether any name and password could be these: others are not asked for in the store. */
  possible: boolean
  look(): Promise<LookOutcome<T>>
  /** Aborted when the caller has gone. */
  left?: AbortSignal | undefined
}

interface AttemptsOptions {
  kind: 'account' | 'person'
  /** The number of concurrent checks. */
  atOnce: number
  /** Called for each password that was looked at and wrong. */
  onFailure(failed: FailedAttempt): void
}

/** Throws Refusal('unknown-credentials'), or Refusal('too-many-failures') after many failures. */
export type TakeAttempt = <T>(attempt: Attempt<T>) => Promise<T>

export function createAttempts(db: Db, { kind, atOnce, onFailure }: AttemptsOptions): TakeAttempt {
  const failures = createFailures()
  const turns = createTurns({ atOnce, ...failures })
  return attempt => {
    const { peer, key, left } = attempt
    return turns.take(peer, key, () => carriedOut(attempt, subjectOf(kind, key)), left)
  }

  async function carriedOut<T>(
    { peer, key, possible, look }: Attempt<T>,
    subject: string,
  ): Promise<T> {
    if (possible && !(await mayGuess(db, subject, peer))) {
      failures.add(peer, key)
      throw failed(true)
    }
    const found = await look()
    if ('right' in found) {
      failures.clear(peer, key)
      await rememberNetwork(db, subject, peer)
      return found.right
    }
    const many = possible && (await countGuess(db, subject))
    const tooMany = failures.add(peer, key) || many
    onFailure({ peer, ...found, tooMany })
    throw failed(tooMany)
  }
}

function failed(tooMany: boolean): Refusal {
  logInFailures.publish({ tooMany })
  return new Refusal(tooMany ? 'too-many-failures' : 'unknown-credentials')
}
