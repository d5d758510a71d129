/** A disk that fills up under the embedded store: inserts are refused with -5, what was answered stays, and room brings it back by itself. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type ServiceProcess, startService } from '../support/service-process.ts'

/** A small disk of its own, or undefined where this user may not mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

test('a full disk', async (t: TestContext) => {
  const disk = smallDisk()
  if (disk === undefined) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', 'a small disk can not be mounted')
    t.skip('this user may not mount a small disk')
    return
  }
  const dataDir = join(disk, 'data')
  const ballast = join(disk, 'ballast')
  mkdirSync(dataDir)
  let service: ServiceProcess | undefined
  try {
    service = await startService(dataDir)
    const { call } = service
    const listId = await call.InsertMailingList({ name: 'L', fromName: 'A', fromEmail: 'a@example.test' })
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
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 3_000_000)))
    const refused = new Set<unknown>()
    for (let round = 0; round < 400 && refused.size === 0; round++) {
      const answers = await Promise.allSettled(Array.from({ length: 32 }, insert))
      for (const answer of answers) {
        if (answer.status === 'rejected') refused.add((answer.reason as { status?: number }).status ?? 'cut')
        else if (answer.value <= 0) refused.add(answer.value)
      }
    }
    // -5, or a server fault while the store itself is down: never a cut connection, never another number.
    assert.ok(refused.size > 0, 'the disk never filled up')
    for (const answer of refused) assert.ok(answer === -5 || answer === 500, `answered ${answer}`)

    rmSync(ballast)
    let recovered = 0
    for (let tries = 0; recovered <= 0 && tries < 60; tries++) {
      await pause(500)
      recovered = await insert().catch(() => 0)
    }
    assert.ok(recovered > 0, 'it did not recover by itself')
    const rows = (await call.GetPagedSubscribers({ listId, page: 1, size: 100_000 })) as { email: string; id: number }[]
    const stored = new Map(rows.map(({ email, id }) => [email, id]))
    for (const [email, id] of answered) assert.equal(stored.get(email), id)
  } finally {
    await service?.stop()
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  }
})
