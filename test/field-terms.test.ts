/**
 * A reader who searches for a pattern by the name that the field gives it lands in the file that
 * implements it.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

const src = resolve(import.meta.dirname, '../src')

const FILE_OF_TERM: Record<string, string> = {
  outbox: 'domain/webhooks/publish.ts',
  'at least once': 'domain/webhooks/publish.ts',
  heartbeat: 'workers/engine/lease.ts',
  lease: 'workers/engine/lease.ts',
  backoff: 'domain/deliveries/outcome.ts',
  semaphore: 'lib/semaphore.ts',
  'idempotency key': 'domain/transactions/insert.ts',
  'token bucket': 'lib/rate.ts',
  'group commit': 'db/gather.ts',
  'micro-batching': 'db/gather.ts',
  aggregate: 'domain/tracking/fold-hits.ts',
  VERP: 'mail/links/links.ts',
  'suppression list': 'domain/opt-outs/opt-out.ts',
  'delivery receipt': 'domain/sms/receipts/take-receipts.ts',
  SMS: 'domain/sms/receipts/take-receipts.ts',
  'dead letter': 'domain/webhooks/outcome.ts',
  'circuit breaker': 'domain/webhooks/outcome.ts',
  bulkhead: 'workers/places.ts',
  'graceful shutdown': 'http/server.ts',
  'fencing token': 'domain/work/lease.ts',
  'repeatable migration': 'db/functions.ts',
}

for (const [term, file] of Object.entries(FILE_OF_TERM))
  test(`${term} stands in src/${file}`, () => {
    const words = readFileSync(resolve(src, file), 'utf8').replace(/\s+(?:\*|--|\/\/)?\s*/g, ' ')
    assert.ok(words.toLowerCase().includes(term.toLowerCase()))
  })
