/**
 * The request body: JSON of one event, as in docs/webhook.schema.json. A breaking change is a new
 * version.
 */
import { formatInstant } from '../../lib/instant.ts'
import { SOURCE, type SourceKind } from '../../lib/source-kind.ts'
import { eventId } from './ids/event-id.ts'

export const PAYLOAD_VERSION = 1

/** As stored. */
export interface WaitingEvent {
  id: number
  kind: string
  at: string
  subscriberId: number | null
  email: string | null
  /** The caller's own, of a transaction. */
  identifier: string | null
  /** Of an email whose content came with its call: JSON as it named them; else null. */
  tags: string | null
  metadata: string | null
  listId: number | null
  sourceKind: SourceKind | null
  sourceId: number | null
  deliveryId: number | null
  triggerId: number | null
  /** Of a reply to an SMS, unless its sender was erased meanwhile. */
  smsNumber: string | null
  smsText: string | null
  details: string | null
}

export function payloadOf(accountId: number, event: WaitingEvent): string {
  const { id, kind, at, subscriberId, email, listId } = event
  return JSON.stringify({
    version: PAYLOAD_VERSION,
    id: eventId(accountId, id),
    event: kind,
    at: formatInstant(at),
    account: accountId,
    ...(subscriberId !== null && { subscriber: { id: subscriberId, email } }),
    ...(listId !== null && { list: { id: listId } }),
    ...messageOf(event),
    ...(event.details !== null && { details: { ...JSON.parse(event.details), ...replyOf(event) } }),
  })
}

const replyOf = ({ kind, smsNumber, smsText }: WaitingEvent) =>
  kind === 'sms-received' && { number: smsNumber, text: smsText }

function messageOf(event: WaitingEvent): object {
  const { sourceKind, sourceId, deliveryId, triggerId, email, identifier } = event
  const { tags, metadata } = event
  if (sourceKind === SOURCE.sending) return { sending: { id: sourceId } }
  if (sourceKind === SOURCE.trigger) return { trigger: { id: triggerId, message: sourceId } }
  if (sourceKind === SOURCE.transaction)
    return {
      transaction: {
        id: deliveryId,
        project: sourceId,
        email,
        identifier,
        ...(tags !== null && { tags: JSON.parse(tags) }),
        ...(metadata !== null && { metadata: JSON.parse(metadata) }),
      },
    }
  return {}
}
