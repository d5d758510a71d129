/** Posts a test event to a webhook now, and returns the answer. */
import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import { signingKeys } from '../../domain/webhooks/deliver.sql.ts'
import type { WebhookFormat } from '../../domain/webhooks/formats.ts'
import { findWebhook, SEALED_FOR } from '../../domain/webhooks/manage-webhooks.ts'
import { PAYLOAD_VERSION } from '../../domain/webhooks/payload.ts'
import { sealedUrlOf } from '../../domain/webhooks/webhooks.sql.ts'
import type { AllowedPlaces } from '../../lib/fetch-guard-places.ts'
import { formatInstant } from '../../lib/instant.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { USUAL_LIMITS } from '../../webhooks/context.ts'
import { eventFormats } from '../../webhooks/formats/formats.ts'
import { createPoster, type TimedResponse } from '../../webhooks/post.ts'

export async function tryWebhook(
  db: Db,
  { sealer, fetchable }: { sealer: Sealer; fetchable: AllowedPlaces },
  accountId: number,
  name: string,
): Promise<TimedResponse> {
  const { id: webhookId, name: known } = await findWebhook(db, accountId, name)
  const keys = (await signingKeys(db, { accountId, webhookId })).map(({ id, sealedSecret }) => ({
    id,
    secret: sealer.open(sealedSecret, SEALED_FOR.secret).toString(),
  }))
  const { sealedUrl, format: named } = await sealedUrlOf(db, { accountId, webhookId })
  const format = eventFormats[named as WebhookFormat]
  const url = new URL(sealer.open(sealedUrl, SEALED_FOR.url).toString())
  const limits = { ...USUAL_LIMITS, connections: 1, allow: fetchable }
  const poster = createPoster(url, { format, keys }, limits)
  try {
    const id = `test-${randomUUID()}`
    const at = formatInstant(new Date())
    const event = { version: PAYLOAD_VERSION, id, event: 'test', at, account: accountId }
    const body =
      format === eventFormats.pennypost
        ? JSON.stringify({ ...event, details: { webhook: known } })
        : format.bodyOf(accountId, DELIVERED, TEST_EMAIL)!
    return await poster.post({ id, kind: 'test', body })
  } finally {
    poster.close()
  }
}

/** Other providers know no test events: an email that never was, delivered. */
const TEST_EMAIL = {
  id: 0,
  emailId: 0,
  subject: 'Test',
  created: formatInstant(new Date(0)),
  fromName: '',
  fromEmail: 'test@example.com',
  stream: null,
  reply: '250 OK',
  bounceReply: null,
}

const DELIVERED = {
  id: 0,
  kind: 'delivered',
  at: formatInstant(new Date(0)),
  subscriberId: null,
  email: 'test@example.com',
  identifier: null,
  tags: null,
  metadata: null,
  listId: null,
  sourceKind: SOURCE.transaction,
  sourceId: 0,
  deliveryId: 0,
  triggerId: null,
  smsNumber: null,
  smsText: null,
  details: null,
}
