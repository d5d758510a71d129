/**
 * Workers killed again and again while they tell a webhook: no event is missed, those of a person
 * come in order, and few come twice.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { createWebhook } from '../../src/domain/webhooks/manage-webhooks.ts'
import { publish } from '../../src/domain/webhooks/publish.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { temporaryStore } from '../support/database.ts'
import { SECRET } from '../support/sending.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'
import { databaseUrl, startWorker } from '../support/worker-process.ts'

const PEOPLE = 400
const ROUNDS = 10
const WORKERS = 2

test('kill -9 of workers while they tell a webhook', async () => {
  const { store, connection, drop } = await temporaryStore()
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-kill-'))
  // Slow enough that workers are killed in the middle of it.
  const receiver = await webhookReceiver(
    response => void setTimeout(() => response.writeHead(204).end(), 20),
  )
  const env = {
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET,
    LEASE_SECONDS: '2',
    FETCH_ALLOW: '127.0.0.1',
  }
  let workers = [] as ReturnType<typeof startWorker>[]
  try {
    const { id: accountId } = (await addAccount(store, {
      username: 'told',
      password: 'correct horse battery staple',
    }))!
    const asked = { name: 'w', url: receiver.url, kinds: ['subscribed'], beginsAfterMillis: 0 }
    await createWebhook(store, createSealer(SECRET), accountId, asked)
    workers = Array.from({ length: WORKERS }, () => startWorker(env))
    const people = Array.from({ length: PEOPLE }, (_, i) => i + 1)
    for (let round = 1; round <= ROUNDS; round++)
      await publish(store, accountId, { kind: 'subscribed', ids: people, listId: round })
    const left = async () => {
      const text =
        'select (select count(*) from event_bundles) + (select count(*) from webhook_events ' +
        "where state <> 'sent')"
      return Number((await store.run({ name: '', text, again: true }, [])).rows[0]![0])
    }
    let kills = 0
    const deadline = Date.now() + 300_000
    while ((await left()) > 0) {
      assert.ok(Date.now() < deadline, `${await left()} are left`)
      await pause(1000)
      if (kills >= 6 || receiver.received.length === 0) continue
      const victim = kills % WORKERS
      await workers[victim]!.kill()
      workers[victim] = startWorker(env)
      kills++
    }
    assert.ok(kills >= 2, `only ${kills} kills happened`)
    const first = new Map<number, number[]>()
    const ids = new Set<string>()
    for (const { event } of receiver.received) {
      if (ids.has(event.id)) continue
      ids.add(event.id)
      first.set(event.subscriber.id, [...(first.get(event.subscriber.id) ?? []), event.list.id])
    }
    const inOrder = Array.from({ length: ROUNDS }, (_, i) => i + 1)
    for (const person of people) assert.deepEqual(first.get(person), inOrder, `person ${person}`)
    const doubled = receiver.received.length - ids.size
    // What one worker had on its way, or had not written down, at each kill.
    assert.ok(doubled <= kills * 100, `${doubled} came twice after ${kills} kills`)
  } finally {
    for (const worker of workers) await worker.kill()
    await receiver.close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
