/** Wrong passwords and codes in the audit logs of the accounts that they were meant for. */
import type { Store } from '../../db/db.ts'
import type { FailedAttempt } from '../accounts/guessing/attempts.ts'
import { createRepeats } from '../audit/repeats.ts'
import { membershipsOfPerson } from './members.sql.ts'

type Wrong = Pick<FailedAttempt, 'peer' | 'accountId' | 'personId'>

/** Attempts with an unknown name belong to no account. */
export function createFailedAttempts(
  db: Store,
): (what: 'password' | 'code', failed: Wrong) => Promise<void> {
  const repeat = createRepeats(db)
  return async (what, { peer, accountId, personId }) => {
    if (accountId !== undefined) {
      const change = { action: 'account.wrong-password', id: accountId } as const
      await repeat(accountId, change, { kind: 'visitor', peer })
    }
    if (personId === undefined) return
    const memberships = await membershipsOfPerson(db, { personId })
    // The network of a person in several accounts is told to none of them.
    const actor = { kind: 'visitor', ...(memberships.length === 1 && { peer }) } as const
    const change = { action: `member.wrong-${what}`, id: personId } as const
    for (const one of memberships) await repeat(one.accountId, change, actor)
  }
}
