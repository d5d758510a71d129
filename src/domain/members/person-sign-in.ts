/**
 * Checks the password of a person, in a fair queue and slowly after failures, as those of accounts
 * (accounts/sign-in.ts). Nothing is cached: people sign in rarely.
 */
import type { Db } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import {
  createAttempts,
  type FailedAttempt,
  type LookOutcome,
} from '../accounts/guessing/attempts.ts'
import { peerOf } from '../accounts/guessing/failures.ts'
import { matchesHash, matchesNothing, wrongPassword } from '../accounts/passwords.ts'
import { personByKey } from './members.sql.ts'

export interface SignedInPerson {
  id: number
  email: string
  name: string
  language: string
  operator: boolean
  /** They have one-time codes: one must follow. */
  codeSet: boolean
  /** As it was checked. Its use demands under a lock that it is unchanged. */
  passwordHash: string
}

/** Throws Refusal('unknown-credentials'), or Refusal('too-many-failures') after many failures. */
export type PersonSignIn = (
  email: string,
  password: string,
  peer: string,
  gone?: () => AbortSignal,
) => Promise<SignedInPerson>

interface PersonSignInOptions {
  /** Called for each failure; never with the credentials. */
  onFailure?: (failed: FailedAttempt) => void
}

export function createPersonSignIn(
  db: Db,
  { onFailure = () => {} }: PersonSignInOptions = {},
): PersonSignIn {
  const take = createAttempts(db, { kind: 'person', atOnce: 1, onFailure })
  return (email, given, address, gone) => {
    const key = emailKey(email)
    const possible = wrongPassword(given) === undefined
    const password = possible ? given : ''
    const look = () => lookAt(key, password)
    return take({ peer: peerOf(address), key, possible, look, left: gone?.() })
  }

  async function lookAt(key: string, password: string): Promise<LookOutcome<SignedInPerson>> {
    const row = password === '' ? undefined : await personByKey(db, { emailKey: key })
    if (row?.passwordHash && (await matchesHash(row.passwordHash, password))) {
      return { right: row }
    }
    if (!row?.passwordHash) await matchesNothing(password)
    return { personId: row?.id }
  }
}
