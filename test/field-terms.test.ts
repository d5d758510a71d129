/**
 * A reader who searches for a pattern by the name that the field gives it lands in the file that
 * implements it.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
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
  'advisory lock': 'db/migrate.ts',
  'read replica': 'db/replica.ts',
  'read-your-writes': 'db/replica.ts',
  'file lock': 'db/embedded/worker-locks.ts',
  coordinator: 'db/at-node/at-node.ts',
  shard: 'db/at-node/shard-groups.ts',
  tenant: 'db/cluster/places.ts',
  colocated: 'db/cluster/places.ts',
  'cache invalidation': 'db/at-node/account-shards.ts',
  'request context': 'domain/audit/actor.ts',
  'keyset pagination': 'domain/directory/page.ts',
  cursor: 'actions/cursor.ts',
  'optimistic concurrency': 'actions/entity-tag.ts',
  'privilege escalation': 'actions/demands.ts',
  'user enumeration': 'actions/members/mail/ask-reset.ts',
  'round robin': 'lib/fair-turns.ts',
  'rendezvous hashing': 'domain/transactions/versions.ts',
  AIMD: 'workers/route-pace.ts',
  polling: 'console/api/live.ts',
  'server-sent events': 'console/api/live.ts',
  're-authentication': 'console/api/confirmation.tsx',
  conflict: 'console/api/edited.ts',
  'persisted form': 'console/api/kept.ts',
  debounce: 'console/api/rested.ts',
  autosave: 'console/shared/drafts/draft-session.ts',
  'undo history': 'console/shared/drafts/draft-session.ts',
  'three-way merge': 'console/shared/drafts/merge-drafts.ts',
  undo: 'console/shared/drafts/history.ts',
  'live preview': 'console/shared/drafts/use-preview.ts',
  'drag and drop': 'console/shared/dragging/dragging.tsx',
  'cursor pagination': 'console/parts/paged-table.tsx',
  'virtual scrolling': 'console/features/subscribers/people-table.tsx',
  toasts: 'console/parts/toasts.tsx',
  'DOM clobbering': 'console/parts/frame-page.ts',
}

for (const [term, file] of Object.entries(FILE_OF_TERM))
  test(`${term} stands in src/${file}`, () => {
    const words = readFileSync(resolve(src, file), 'utf8').replace(/\s+(?:\*|--|\/\/)?\s*/g, ' ')
    assert.ok(words.toLowerCase().includes(term.toLowerCase()))
  })

/** Words that only this house used for a report, or for a reason that is recorded. */
const PRIVATE = /\b(?:const|let|function|type|interface|class)\s+(?:\w*[tT]old|\w*StoredCauses?)\b/

test('what is reported or recorded is not named by private words', () => {
  assert.match('export const untold = 1', PRIVATE)
  const found = globSync('**/*.{ts,tsx}', { cwd: src }).filter(file =>
    PRIVATE.test(readFileSync(resolve(src, file), 'utf8')),
  )
  assert.deepEqual(found, [])
})
