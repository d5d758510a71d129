/**
 * A disk that fills up under the embedded store: inserts are refused with -5, what was answered
 * stays, and room brings it back by itself.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type ServiceProcess, startService } from '../support/service-process.ts'
import { smallDisk } from '../support/small-disk.ts'

test('a full disk', async (t: TestContext) => {
  const disk = smallDisk(t, 300)
  if (disk === undefined) return
  const { dataDir } = disk
  let service: ServiceProcess | undefined
  try {
    service = await startService(dataDir)
    const { call } = service
    const listId = await call.InsertMailingList({
      name: 'L',
      fromName: 'A',
      fromEmail: 'a@example.test',
    })
    let n = 0
    const answered = new Map<string, number>()
    const insert = async () => {
      const email = `full-${n++}@example.test`
      const fieldValues = ['x', 'y', 'z'].map(c => c.repeat(450)).join(';')
      const id = await call.InsertSubscriberWithDemData({
        listId,
        email,
        name: 'n'.repeat(300),
        fieldNames: 'DD1;DD2;DD3',
        fieldValues,
      })
      if (id > 0) answered.set(email, id)
      return id
    }
    await insert()
    disk.fill(3_000_000)
    const refused = new Set<unknown>()
    for (let round = 0; round < 400 && refused.size === 0; round++) {
      const answers = await Promise.allSettled(Array.from({ length: 32 }, insert))
      for (const answer of answers) {
        if (answer.status === 'rejected')
          refused.add((answer.reason as { status?: number }).status ?? 'cut')
        else if (answer.value <= 0) refused.add(answer.value)
      }
    }
    // -5, or a server fault while the store itself is down: never a cut connection, never another
    // number.
    assert.ok(refused.size > 0, 'the disk never filled up')
    for (const answer of refused) assert.ok(answer === -5 || answer === 500, `answered ${answer}`)

    disk.makeRoom()
    let recovered = 0
    for (let tries = 0; recovered <= 0 && tries < 60; tries++) {
      await pause(500)
      recovered = await insert().catch(() => 0)
    }
    assert.ok(recovered > 0, 'it did not recover by itself')
    const rows = (await call.GetPagedSubscribers({ listId, page: 1, size: 100_000 })) as {
      email: string
      id: number
    }[]
    const stored = new Map(rows.map(({ email, id }) => [email, id]))
    for (const [email, id] of answered) assert.equal(stored.get(email), id)
  } finally {
    await service?.stop()
    disk.remove()
  }
})
