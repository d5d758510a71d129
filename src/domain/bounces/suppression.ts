/** Undeliverable subscribers, and releasing one. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { forgiveBounces, release, undeliverable, undeliverablePerson } from './bounces.sql.ts'
import { forgiveAddress, undeliverableAddresses } from './unknown-addresses.sql.ts'

export type UndeliverablePerson = Omit<Awaited<ReturnType<typeof undeliverable>>[number], 'id'>

const PART = 1000

/**
 * Subscribers in the order of their ids, in pages; then addresses of transactions without a
 * subscriber.
 */
export async function* undeliverablePeople(
  db: Db,
  accountId: number,
): AsyncGenerator<UndeliverablePerson[]> {
  for (let after = 0; ; ) {
    const part = await undeliverable(db, { accountId, after, most: PART })
    if (part.length > 0) yield part
    if (part.length < PART) break
    after = part.at(-1)!.id
  }
  for (let after = ''; ; ) {
    const part = await undeliverableAddresses(db, { accountId, after, most: PART })
    if (part.length > 0)
      yield part.map(({ email, since, reason }) => ({ email, since, until: null, reason }))
    if (part.length < PART) return
    after = part.at(-1)!.key
  }
}

export type ReleaseOutcome = 'released' | 'not suppressed' | 'unknown'

/**
 * Makes a subscriber deliverable again; the bounces so far no longer count. Opt-outs and complaints
 * remain.
 */
export function releasePerson(
  db: Store,
  accountId: number,
  email: string,
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
      released ??= person.undeliverable || forgiven > 0 ? 'released' : 'not suppressed'
      return released
    },
    { again: true },
  )
}
