/** The store by what its tables are about: what takes the room, and how much more each day. */
import type { Store } from '../../db/db.ts'
import { tableSizes } from '../../db/table-sizes.ts'
import { firstSizes, keepSizes } from './samples.sql.ts'

/** Tables that are not named are the rest. */
const TABLES = {
  emails:
    'deliveries claims transactions transaction_words transaction_tries transaction_batches ' +
    'transaction_rejects transaction_repeats given_emails email_recipients email_word_outbox',
  hits: 'hits hits_default hit_arrivals hit_totals hit_hours engagements clicked_links conversions',
  people:
    'subscribers subscriptions subscriber_words opt_outs list_departures email_departures consents ' +
    'consent_proofs sign_ups measuring_answers change_tombstones',
  imports: 'imports import_documents import_rejects import_parts import_old_values',
  returned: 'inbound_messages inbound_judgings bounces receiver_reports',
  content:
    'newsletters newsletter_versions newsletter_working_copies message_pictures templates ' +
    'template_versions media attachments email_attachments project_messages trigger_messages ' +
    'sms_messages',
  triggers: 'trigger_entries trigger_passages trigger_values program_events event_bundles',
  webhooks: 'webhook_events event_source_outcomes',
  sandbox: 'sandbox_messages sandbox_sms',
  audit: 'audit_entries',
} as const

export const STORE_PARTS = [...(Object.keys(TABLES) as (keyof typeof TABLES)[]), 'rest'] as const

export type StorePart = (typeof STORE_PARTS)[number]

const PART_OF = new Map<string, StorePart>(
  Object.entries(TABLES).flatMap(([part, names]) =>
    names.split(' ').map(name => [name, part as StorePart] as const),
  ),
)

/** In bytes, the largest first. Undefined: not known in time. */
export async function sizesByPart(store: Store): Promise<Map<StorePart, number> | undefined> {
  const sizes = await store.withClient(client => tableSizes(client))
  if (!sizes) return undefined
  const byPart = new Map<StorePart, number>(STORE_PARTS.map(part => [part, 0]))
  for (const [name, { bytes }] of sizes) {
    const part = PART_OF.get(name) ?? 'rest'
    byPart.set(part, byPart.get(part)! + bytes)
  }
  return new Map([...byPart].sort(([, one], [, other]) => other - one))
}

/** Remembered once a day, for growth. */
export const rememberSizes = (store: Store, sizes: ReadonlyMap<StorePart, number>) =>
  keepSizes(store, { parts: [...sizes.keys()], bytes: [...sizes.values()] })

export interface PartSize {
  part: StorePart
  bytes: number
  /** Mean growth of a day since the first day known of the last 90; null before a day is over. */
  bytesPerDay: number | null
}

/** Null: not known in time. */
export async function growthByPart(store: Store): Promise<PartSize[] | null> {
  const sizes = await sizesByPart(store)
  if (!sizes) return null
  const before = new Map((await firstSizes(store, {})).map(row => [row.part, row]))
  return [...sizes].map(([part, bytes]) => {
    const first = before.get(part)
    return { part, bytes, bytesPerDay: first ? (bytes - first.bytes) / first.days : null }
  })
}
