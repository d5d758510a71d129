/** The figures of one subscriber in the last year: the four of a person's page. */
import type { Db } from '../../db/db.ts'
import { actsSince, emailsSince, linksSince, ordersSince } from './engagement.sql.ts'
import { timelineIds } from './timeline.ts'

/** Sendings looked at, and emails of triggers. */
const LOOKED = 1_000

export interface PersonEngagement {
  /** A year ago. */
  since: string
  /** Emails that the receiver's server accepted. */
  emails: number
  /** False: of the newest `LOOKED` sendings only, as the account sent more in the year. */
  complete: boolean
  /** Emails that they opened and clicked; machines do not count. */
  opened: number
  clicked: number
  /** Links that they clicked, each once an email. */
  links: number
  /** Purchases after a click, by currency. */
  bought: { currency: string; orders: number; value: string }[]
  /** The last time that they opened or clicked, at any time. */
  lastAct: string | null
}

export async function personEngagement(
  db: Db,
  accountId: number,
  subscriberId: number,
  now = new Date(),
): Promise<PersonEngagement> {
  const subscriberIds = await timelineIds(db, accountId, subscriberId)
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - 1)
  const of = { accountId, subscriberIds, since }
  const { emails, complete } = await emailsSince(db, { ...of, looked: LOOKED })
  const acts = await actsSince(db, of)
  const { links } = await linksSince(db, of)
  const bought = await ordersSince(db, of)
  return { since: since.toISOString(), emails, complete, ...acts, links, bought }
}
