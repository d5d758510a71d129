/** Posts a test event to a webhook now, and returns the answer. */
import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import { signingKeys } from '../../domain/webhooks/deliver.sql.ts'
import { findWebhook, SEALED_FOR } from '../../domain/webhooks/manage-webhooks.ts'
import { PAYLOAD_VERSION } from '../../domain/webhooks/payload.ts'
import { sealedUrlOf } from '../../domain/webhooks/webhooks.sql.ts'
import type { AllowedPlaces } from '../../lib/fetch-guard-places.ts'
import { formatInstant } from '../../lib/instant.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { USUAL_LIMITS } from '../../webhooks/context.ts'
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
  const { sealedUrl } = await sealedUrlOf(db, { accountId, webhookId })
  const url = new URL(sealer.open(sealedUrl, SEALED_FOR.url).toString())
  const poster = createPoster(url, keys, { ...USUAL_LIMITS, connections: 1, allow: fetchable })
  try {
    const id = `test-${randomUUID()}`
    const at = formatInstant(new Date())
    const event = { version: PAYLOAD_VERSION, id, event: 'test', at, account: accountId }
    const body = JSON.stringify({ ...event, details: { webhook: known } })
    return await poster.post({ id, kind: 'test', body })
  } finally {
    poster.close()
  }
}
