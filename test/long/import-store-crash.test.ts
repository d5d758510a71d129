/**
 * The store killed with -9 under an import whose worker lives on: batches do not wait for the disk,
 * so the last ones are gone with their progress. The worker notices, continues from the state of
 * the store, and the end is that of an undisturbed import.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileServer, whole } from '../support/file-server.ts'
import { startService } from '../support/service-process.ts'
import { until } from '../support/until.ts'

const ROWS = 100_000
const KILLS = 2

test('kill -9 of the store during an import', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-import-crash-'))
  const files = await fileServer()
  const service = await startService(dataDir, { FETCH_ALLOW: '127.0.0.1', LEASE_SECONDS: '2' })
  const { call } = service
  try {
    const listId = await call.InsertMailingList({
      name: 'L',
      fromName: 'A',
      fromEmail: 'a@example.test',
    })
    // One in ten comes again later, with another name.
    const rows = Array.from(
      { length: ROWS },
      (_, n) => `p${n % 10 === 9 ? n - 9 : n}@x.test;N${n};html;${'d'.repeat(100)}`,
    )
    const url = files.serve('/people.csv', whole(`${rows.join('\n')}\n`))
    const importId = await call.InsertCSVSubscribersWithDemDataFromFileToQueue({ listId, url })
    const asked = () => call.GetImporterQueueImportState({ importId }).catch(() => -5)
    const isEnd = (state: number) => state === 2 || state === 3
    const hasBegun = (state: number) => state === 1 || isEnd(state)
    let kills = 0
    for (; kills < KILLS; kills++) {
      await until(async () => hasBegun(await asked()))
      await pause(100 + Math.random() * 400)
      if ((await asked()) !== 1) break
      service.killStore()
      await pause(200)
    }
    assert.ok(kills > 0, 'it was done before the store was killed')
    await until(async () => isEnd(await asked()))
    assert.equal(await asked(), 2)
    const found = new Map<string, string>()
    for (let page = 1; found.size < (ROWS * 9) / 10; page++) {
      const part = (await call.GetPagedSubscribers({ listId, page, size: 20_000 })) as {
        email: string
        name: string
      }[]
      if (part.length === 0) break
      for (const { email, name } of part) {
        assert.ok(!found.has(email), `${email} is there twice`)
        found.set(email, name)
      }
    }
    const wanted = new Map<string, string>()
    for (const row of rows) wanted.set(row.split(';')[0]!, row.split(';')[1]!)
    assert.deepEqual([...found].sort(), [...wanted].sort())
  } finally {
    await service.stop()
    await files.close()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
})
