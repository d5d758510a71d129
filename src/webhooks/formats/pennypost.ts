/** Our own format: docs/webhook.schema.json. */
import { payloadOf } from '../../domain/webhooks/payload.ts'
import type { EventFormat } from './event-format.ts'
import { signatureHeaders } from './signature-headers.ts'

export const pennypost: EventFormat = {
  bodyOf: payloadOf,
  signed: (keys, event) => ({
    headers: { 'pennypost-event': event.kind, ...signatureHeaders(keys, event) },
    body: event.body,
  }),
}
