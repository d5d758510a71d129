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

/** Each key signs, so that a receiver may have the old or the new one. */
export function signatureHeaders(
  keys: readonly WebhookSigningKey[],
  { id, timestamp, body }: SignedEvent,
): Record<string, string> {
  const signed = (secret: string, before: string, encoding: 'hex' | 'base64') =>
    createHmac('sha256', secret).update(before).update(body).digest(encoding)
  const standard = (secret: string) => `v1,${signed(secret, `${id}.${timestamp}.`, 'base64')}`
  return {
    'pennypost-event-id': id,
    'pennypost-timestamp': `${timestamp}`,
    'pennypost-signature': keys
      .map(key => `${key.id}=${signed(key.secret, `${timestamp}.`, 'hex')}`)
      .join(', '),
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': keys.map(({ secret }) => standard(secret)).join(' '),
  }
}
