/**
 * Lengths and ages of the queues of all accounts, for monitoring. A queue is counted by itself, up
 * to a limit: one statement over all accounts would have no limit for each on a cluster.
 */
import type { Db } from '../../db/db.ts'
import type { SourceKind } from '../../lib/source-kind.ts'
import {
  bundlesInQueue,
  emailsInQueue,
  eventsInQueue,
  sourcesInQueue,
  webhooksInUse,
} from './queues.sql.ts'

interface QueueLength {
  waiting: number
  oldestSeconds: number
}

/** Queues as one. */
export const together = (queues: readonly QueueLength[]): QueueLength => ({
  waiting: queues.reduce((sum, { waiting }) => sum + waiting, 0),
  oldestSeconds: Math.max(0, ...queues.map(({ oldestSeconds }) => oldestSeconds)),
})

/** Due emails by the kind of their source; kinds without any are left out. */
export async function emailQueues(db: Db): Promise<(QueueLength & { sourceKind: SourceKind })[]> {
  const byKind = new Map<SourceKind, QueueLength>()
  for (const source of await sourcesInQueue(db, {})) {
    const length = await emailsInQueue(db, source)
    const known = byKind.get(source.sourceKind)
    byKind.set(source.sourceKind, known ? together([known, length]) : length)
  }
  return [...byKind].map(([sourceKind, length]) => ({ sourceKind, ...length }))
}

/** Events not yet fanned out to webhooks, and events that wait for an active one. */
export async function webhookQueues(
  db: Db,
): Promise<(QueueLength & { stage: 'fan-out' | 'sending' })[]> {
  let sending: QueueLength = { waiting: 0, oldestSeconds: 0 }
  for (const webhook of await webhooksInUse(db, {}))
    sending = together([sending, await eventsInQueue(db, webhook)])
  return [
    { stage: 'fan-out', ...(await bundlesInQueue(db, {})) },
    { stage: 'sending', ...sending },
  ]
}
