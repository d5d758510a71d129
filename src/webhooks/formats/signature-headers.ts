/**
 * The headers that a receiver checks: ours, and those of Standard Webhooks 1.0.0
 * (https://www.standardwebhooks.com), whose libraries check them in many languages.
 */
import { createHmac } from 'node:crypto'

export interface WebhookSigningKey {
  id: string
  secret: string
}

export interface SignedEvent {
  id: string
  /** Of this try, in seconds since 1970. */
  timestamp: number
  body: string
}

const mac = (secret: string, before: string, body: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(before).update(body).digest(encoding)

/** Of Standard Webhooks, and of Svix: that of each key. */
export const standardSignature = (
  keys: readonly WebhookSigningKey[],
  { id, timestamp, body }: SignedEvent,
): string =>
  keys.map(({ secret }) => `v1,${mac(secret, `${id}.${timestamp}.`, body, 'base64')}`).join(' ')

/** Each key signs, so that a receiver may have the old or the new one. */
export function signatureHeaders(
  keys: readonly WebhookSigningKey[],
  event: SignedEvent,
): Record<string, string> {
  const { id, timestamp, body } = event
  return {
    'pennypost-event-id': id,
    'pennypost-timestamp': `${timestamp}`,
    'pennypost-signature': keys
      .map(key => `${key.id}=${mac(key.secret, `${timestamp}.`, body, 'hex')}`)
      .join(', '),
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': standardSignature(keys, event),
  }
}
