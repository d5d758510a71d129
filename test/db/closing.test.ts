/** A store that is closed while it is away: retries end as lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStoreUnreachable } from '../../src/db/again.ts'
import { openStore } from '../../src/db/open-store.ts'
import { livingWorkers } from '../../src/domain/routes/workers.sql.ts'
import { storeRetries } from '../../src/lib/telemetry.ts'
import { temporaryStore } from '../support/database.ts'
import { storeProxy } from '../support/store-proxy.ts'

test('statements that are tried again end as lost when the store is closed', async () => {
  const made = await temporaryStore()
  const proxy = await storeProxy(made.connection)
  const store = openStore({ connection: proxy.connection })
  const outcome = (asked: Promise<unknown>) =>
    asked.then(
      () => 'an answer',
      error => (isStoreUnreachable(error) ? 'unreachable' : error),
    )
  try {
    await livingWorkers(store, {})
    proxy.away(true)
    const tried = new Promise<void>(resolve => {
      storeRetries.subscribe(() => resolve())
    })
    const asked = outcome(livingWorkers(store, {}))
    await tried
    await store.close()
    assert.equal(await asked, 'unreachable')
    assert.equal(await outcome(livingWorkers(store, {})), 'unreachable')
  } finally {
    await proxy.close()
    await made.drop()
  }
})
