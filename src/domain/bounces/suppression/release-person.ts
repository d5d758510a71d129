/** Releases one address from the suppression list. */

import { atomically, type Store } from '../../../db/db.ts'
import { emailKey } from '../../../lib/email-address.ts'
import { recordChange } from '../../audit/record.ts'
import { forgiveAddress, forgiveBounces, release, undeliverablePerson } from './suppression.sql.ts'

export type ReleaseOutcome = 'released' | 'not suppressed' | 'unknown'

/**
 * Makes a subscriber deliverable again; the bounces so far no longer count. Opt-outs and complaints
 * remain. `reason`: why, for the audit log; 500 characters of it are kept.
 */
export function releasePerson(
  db: Store,
  accountId: number,
  email: string,
  reason = '',
): Promise<ReleaseOutcome> {
  let released: ReleaseOutcome | undefined
  return atomically(
    db,
    async tx => {
      const key = emailKey(email)
      const person = await undeliverablePerson(tx, { accountId, emailKey: key })
      if ((await forgiveAddress(tx, { accountId, emailKey: key })) > 0) released = 'released'
      if (!person) return released ?? 'unknown'
      const these = { accountId, subscriberId: person.id }
      const forgiven = await forgiveBounces(tx, these)
      if (person.undeliverable) await release(tx, these)
      // On a retry after a COMMIT without a reply nothing is left to do: the first result is the
      // right one.
      if (person.undeliverable || forgiven > 0)
        await recordChange(tx, accountId, {
          action: 'subscriber.release',
          id: person.id,
          after: reason === '' ? undefined : { reason },
        })
      released ??= person.undeliverable || forgiven > 0 ? 'released' : 'not suppressed'
      return released
    },
    { again: true },
  )
}
