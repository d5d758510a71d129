/** Troubles that the lines of the load tell: work that grows old, and providers that refuse. */
import type { Db } from '../../db/db.ts'
import { type Detail, detailed } from '../../domain/details/details.ts'
import { outcomesToday } from '../../domain/installation/samples.sql.ts'
import { emailQueues, webhookQueues } from '../../domain/work/queue-lengths.ts'

interface LoadTrouble extends Detail {
  account: null
  /** A command. */
  todo: string
  at: { kind: 'installation'; id: string }
}

/** Emails that wait longer than that are told. */
const LATE_EMAIL_MINUTES = 60
const LATE_EVENT_MINUTES = 60
/** Of what providers said today: a share, once they said so much. */
const REFUSED_SHARE = 0.1
const FEWEST_ANSWERS = 200
const REFUSALS: ReadonlySet<string> = new Set(['blocked', 'refused', 'returned'])

export async function troublesOfLoad(db: Db): Promise<LoadTrouble[]> {
  const at = { kind: 'installation', id: 'load' } as const
  const load = { account: null, at, todo: 'pennypost store load' }
  const oldest = (queues: readonly { oldestSeconds: number }[]) =>
    Math.floor(Math.max(0, ...queues.map(({ oldestSeconds }) => oldestSeconds)) / 60)
  const troubles: LoadTrouble[] = []
  const emails = oldest(await emailQueues(db))
  if (emails > LATE_EMAIL_MINUTES)
    troubles.push({ ...load, ...detailed('emails-late', { minutes: emails }) })
  const events = oldest(await webhookQueues(db))
  if (events > LATE_EVENT_MINUTES)
    troubles.push({ ...load, ...detailed('events-late', { minutes: events }) })
  const outcomes = await outcomesToday(db, {})
  const sum = (counts: (outcome: string) => boolean) =>
    outcomes.reduce((all, one) => all + (counts(one.outcome) ? one.messages : 0), 0)
  const refused = sum(outcome => REFUSALS.has(outcome))
  const answers = refused + sum(outcome => outcome === 'accepted')
  if (answers >= FEWEST_ANSWERS && refused > answers * REFUSED_SHARE)
    troubles.push({ ...load, ...detailed('emails-refused-much', { refused, answers }) })
  return troubles
}
