/**
 * Checks the password of a person, in a fair queue and slowly after failures, as those of accounts
 * (accounts/sign-in.ts). Nothing is cached: people sign in rarely.
 */
import type { Db } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { logInFailures } from '../../lib/telemetry.ts'
import { createFailures, peerOf } from '../accounts/failures.ts'
import { matchesHash, matchesNothing, wrongPassword } from '../accounts/passwords.ts'
import { createTurns } from '../accounts/turns.ts'
import { Refusal } from '../refusal.ts'
import { personByKey } from './members.sql.ts'

export interface SignedInPerson {
  id: number
  email: string
  name: string
  language: string
  operator: boolean
  /** They have one-time codes: one must follow. */
  codeSet: boolean
  /** As it was checked. What is done with it demands under a lock that it is still so. */
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
  onFailure?: (facts: { peer: string; personId?: number; tooMany: boolean }) => void
}

export function createPersonSignIn(
  db: Db,
  { onFailure = () => {} }: PersonSignInOptions = {},
): PersonSignIn {
  const failures = createFailures()
  const turns = createTurns({ atOnce: 1, ...failures })
  return (email, given, address, gone) => {
    const key = emailKey(email)
    const peer = peerOf(address)
    const password = wrongPassword(given) === undefined ? given : ''
    return turns.take(peer, key, () => look(peer, key, password), gone?.())
  }

  async function look(peer: string, key: string, password: string): Promise<SignedInPerson> {
    const row = password === '' ? undefined : await personByKey(db, { emailKey: key })
    if (row?.passwordHash && (await matchesHash(row.passwordHash, password))) {
      failures.clear(peer, key)
      return row
    }
    if (!row?.passwordHash) await matchesNothing(password)
    const tooMany = failures.add(peer, key)
    logInFailures.publish({ tooMany })
    onFailure({ peer, ...(row && { personId: row.id }), tooMany })
    throw new Refusal(tooMany ? 'too-many-failures' : 'unknown-credentials')
  }
}
