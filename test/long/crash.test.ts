/**
 * The service and its store killed with -9 in the middle of a thousand inserts: every insert that
 * was answered is there afterwards.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startService } from '../support/service-process.ts'

const INSERTS = 1000

test('kill -9 of service and store during 1,000 concurrent inserts', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-crash-'))
  let service = await startService(dataDir)
  try {
    const list = { name: 'L', fromName: 'A', fromEmail: 'a@example.test' }
    const listId = await service.call.InsertMailingList(list)
    const answered = new Map<string, number>()
    for (let round = 0; round < 3; round++) {
      const inserts = Array.from({ length: INSERTS }, async (_, i) => {
        const email = `crash-${round}-${i}@example.test`
        const id = await service.call.InsertSubscriber({ email, listId })
        if (id > 0) answered.set(email, id)
      })
      const all = Promise.allSettled(inserts)
      // Somewhere in the middle, wherever that is on this machine.
      const until = answered.size + INSERTS / 4
      while (answered.size < until) await pause(1)
      service.killStore()
      await service.kill()
      await all
      service = await startService(dataDir)
    }
    assert.ok(
      answered.size > INSERTS / 2 && answered.size < 3 * INSERTS,
      `${answered.size} of ${3 * INSERTS} were answered`,
    )

    const stored = new Map<string, number>()
    const rows = (await service.call.GetPagedSubscribers({
      listId,
      page: 1,
      size: 4 * INSERTS,
    })) as {
      email: string
      id: number
    }[]
    for (const { email, id } of rows) {
      assert.ok(!stored.has(email), `${email} is there twice`)
      stored.set(email, id)
    }
    for (const [email, id] of answered)
      assert.equal(stored.get(email), id, `${email} was answered and is not there`)
    // Ids go on beyond those that were given: none is given twice.
    const id = await service.call.InsertSubscriber({ email: 'after@example.test', listId })
    assert.ok(![...stored.values()].includes(id))
  } finally {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
})
