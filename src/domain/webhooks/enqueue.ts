/** An event for one webhook, by name: what a trigger's step "call a webhook" does. */
import type { Db } from '../../db/db.ts'
import type { CalledKind } from './event-kinds.ts'
import { addBundle, findWebhookNamed } from './events.sql.ts'

export interface WebhookCall {
  /** A subscriber; 0 for nobody. The address is told as it is when the event goes out. */
  subscriberId: number
  /** Told as `details`: plain values only, up to 16 kB as JSON. For a trigger: { trigger, step, data? }. */
  details: Readonly<Record<string, unknown>>
  /** Made beforehand by who may ask twice (a UUID): then it is sent as one event. */
  callId: string
}

/**
 * In the transaction of the step: the event goes out if, and only if, that commits; at least once, in order with the person's other events.
 * Paused webhooks are told when they go on.
 */
export async function enqueueCall(
  tx: Db,
  accountId: number,
  webhookId: number,
  { subscriberId, details, callId }: WebhookCall,
  kind: CalledKind = 'called',
): Promise<void> {
  await addBundle(tx, {
    accountId,
    id: callId,
    kind,
    webhookId,
    listId: null,
    sourceKind: null,
    sourceId: null,
    ids: [subscriberId],
    details: JSON.stringify([details]),
  })
}

/** The webhook of that name; undefined when there is none (any more). */
export const webhookNamed = async (db: Db, accountId: number, name: string): Promise<number | undefined> =>
  (await findWebhookNamed(db, { accountId, name }))?.id
