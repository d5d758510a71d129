/** The events for a receiver, without one: from the store, held against the published schema. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import type { Store } from '../../src/db/db.ts'
import { waitingEvents } from '../../src/domain/webhooks/deliver.sql.ts'
import { fanOutEvents } from '../../src/domain/webhooks/fan-out.ts'
import { createWebhook } from '../../src/domain/webhooks/manage-webhooks.ts'
import { payloadOf } from '../../src/domain/webhooks/payload.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { SECRET } from '../support/sending.ts'
import { ALL_KINDS } from './setup.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../docs/webhook.schema.json', import.meta.url), 'utf8'),
)
/** RFC 3339, as `format` of JSON Schema names it. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
export const valid = new Ajv({
  allErrors: true,
  strict: false,
  formats: { 'date-time': DATE_TIME },
}).compile(schema)

/** Answers the id of a webhook that listens to everything. */
export const listen = async (store: Store, accountId: number) =>
  (
    await createWebhook(store, createSealer(SECRET), accountId, {
      name: 'w',
      url: 'http://127.0.0.1:9/',
      kinds: ALL_KINDS,
      beginsAfterMillis: 0,
    })
  ).id

/** All that waits, in order. */
export async function publishedEvents(store: Store, accountId: number, webhookId: number) {
  while ((await fanOutEvents(store, accountId, 0)) > 0);
  const rows = await waitingEvents(store, { accountId, webhookId, most: 10_000 })
  const payloads = rows
    .sort((a, b) => a.id - b.id)
    .map(row => JSON.parse(payloadOf(accountId, row)))
  for (const payload of payloads)
    assert.ok(valid(payload), `${JSON.stringify(payload)}: ${JSON.stringify(valid.errors)}`)
  return payloads
}
