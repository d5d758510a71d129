/**
 * The load of the installation now, of all accounts. The lines of the system page, alarms by email
 * and to-dos of home read it here, so that each figure has one rule.
 */
import type { Db } from '../../db/db.ts'
import { emailQueues, together, webhookQueues } from '../work/queue-lengths.ts'
import { hitQueue } from '../work/queues.sql.ts'
import { outcomesToday } from './samples.sql.ts'

/** Counted since midnight UTC: `accepted`, `deferred` and `refused`. */
export interface LoadNow {
  emailsWaiting: number
  oldestEmailSeconds: number
  accepted: number
  deferred: number
  refused: number
  hitsUncounted: number
  eventsWaiting: number
  oldestEventSeconds: number
}

/** Of what providers said, as lines have it. */
const REFUSALS = ['blocked', 'refused', 'returned']

/** Its queues are counted up to a limit each, as queue-lengths.ts says. */
export async function loadNow(db: Db): Promise<LoadNow> {
  const emails = together(await emailQueues(db))
  const events = together(await webhookQueues(db))
  const outcomes = await outcomesToday(db, {})
  const said = (...names: string[]) =>
    outcomes
      .filter(({ outcome }) => names.includes(outcome))
      .reduce((sum, { messages }) => sum + messages, 0)
  return {
    emailsWaiting: emails.waiting,
    oldestEmailSeconds: emails.oldestSeconds,
    accepted: said('accepted'),
    deferred: said('deferred'),
    refused: said(...REFUSALS),
    hitsUncounted: (await hitQueue(db, {})).waiting,
    eventsWaiting: events.waiting,
    oldestEventSeconds: events.oldestSeconds,
  }
}
