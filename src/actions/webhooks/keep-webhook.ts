/** Adds and changes webhooks whose place may be posted to. */
import type { Store } from '../../db/db.ts'
import { refused } from '../../domain/refusal.ts'
import {
  createWebhook,
  editWebhook,
  type NewWebhook,
  type WebhookChange,
  type WebhookKey,
  type WebhookRow,
} from '../../domain/webhooks/manage-webhooks.ts'
import { hostProblem } from '../../lib/fetch-guard.ts'
import type { AllowedPlaces } from '../../lib/fetch-guard-places.ts'
import type { Sealer } from '../../lib/secrets.ts'

interface WebhookMeans {
  sealer: Sealer
  fetchable: AllowedPlaces
}

/** Refuses places of this network. Returns the key that events are signed with. */
export async function addWebhook(
  db: Store,
  { sealer, fetchable }: WebhookMeans,
  accountId: number,
  given: NewWebhook,
): Promise<WebhookKey> {
  await refuseInside(given.url, fetchable)
  return (await createWebhook(db, sealer, accountId, given)).key
}

/** Refuses places of this network. */
export async function changeWebhook(
  db: Store,
  { sealer, fetchable }: WebhookMeans,
  accountId: number,
  which: string,
  change: WebhookChange,
): Promise<WebhookRow> {
  if (change.url !== undefined) await refuseInside(change.url, fetchable)
  return editWebhook(db, sealer, accountId, which, change)
}

async function refuseInside(url: string, fetchable: AllowedPlaces): Promise<void> {
  // An invalid URL is reported by the domain.
  const parsed = URL.parse(url)
  const wrong = parsed && (await hostProblem(parsed, fetchable))
  if (wrong) throw refused('not-valid', 'webhook-inside', { host: wrong.host, says: wrong.message })
}
