/** Who is sent nothing because letters came back; and letting a person be tried again. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { forgiveBounces, release, undeliverable, undeliverablePerson } from './bounces.sql.ts'
import { forgiveStranger, undeliverableStrangers } from './strangers.sql.ts'

export type UndeliverablePerson = Omit<Awaited<ReturnType<typeof undeliverable>>[number], 'id'>

const PART = 1000

/**
 * In the order in which people came to be known, in parts; then addresses of transactions that no
 * subscriber has.
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
    const part = await undeliverableStrangers(db, { accountId, after, most: PART })
    if (part.length > 0)
      yield part.map(({ email, since, reason }) => ({ email, since, until: null, reason }))
    if (part.length < PART) return
    after = part.at(-1)!.key
  }
}

export type ReleaseOutcome = 'released' | 'not suppressed' | 'unknown'

/**
 * The person is sent letters again, and what came back so far counts no more. An opt-out and a
 * complaint stay.
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
      if ((await forgiveStranger(tx, { accountId, emailKey: key })) > 0) released = 'released'
      if (!person) return released ?? 'unknown'
      const these = { accountId, subscriberId: person.id }
      const forgiven = await forgiveBounces(tx, these)
      if (person.undeliverable) await release(tx, these)
      // Done a second time after a COMMIT that nobody answered, there is nothing left to do: the
      // first answer is the true one.
      released ??= person.undeliverable || forgiven > 0 ? 'released' : 'not suppressed'
      return released
    },
    { again: true },
  )
}
