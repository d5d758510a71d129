/** Adds a webhook whose place may be posted to. */
import type { Store } from '../../db/db.ts'
import { refused } from '../../domain/refusal.ts'
import {
  createWebhook,
  type NewWebhook,
  type WebhookKey,
} from '../../domain/webhooks/manage-webhooks.ts'
import { hostProblem } from '../../lib/fetch-guard.ts'
import type { AllowedPlaces } from '../../lib/fetch-guard-places.ts'
import type { Sealer } from '../../lib/secrets.ts'

/** Refuses places of this network. Returns the key that events are signed with. */
export async function addWebhook(
  db: Store,
  { sealer, fetchable }: { sealer: Sealer; fetchable: AllowedPlaces },
  accountId: number,
  given: NewWebhook,
): Promise<WebhookKey> {
  // An invalid URL is reported by the domain.
  const parsed = URL.parse(given.url)
  const wrong = parsed && (await hostProblem(parsed, fetchable))
  if (wrong) throw refused('not-valid', 'webhook-inside', { host: wrong.host, says: wrong.message })
  return (await createWebhook(db, sealer, accountId, given)).key
}
