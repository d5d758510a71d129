/**
 * A disk that fills up under the embedded store: inserts are refused with -5, answered ones stay,
 * and room brings it back by itself.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { PASSWORD, type ServiceProcess, startService } from '../support/service-process.ts'
import { smallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

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
    const { upload, start } = await uploadsTo(service.url, listId)
    disk.fill(3_000_000)
    // By the JSON API a file is refused as a whole, in words, and can be sent again.
    const early = await upload(20_000_000)
    assert.deepEqual([early.status, early.body.reason], [503, 'out-of-room'], early.body.detail)
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

    disk.fill(0)
    const isReady = async () => (await fetch(new URL('/readyz', service!.url))).ok
    assert.equal(await isReady(), false, 'a full disk is no place to write to')

    disk.makeRoom()
    // It recovers by itself.
    await until(() =>
      insert().then(
        id => id > 0,
        () => false,
      ),
    )
    assert.equal(await isReady(), true, 'where it writes it is ready')
    const rows = (await call.GetPagedSubscribers({ listId, page: 1, size: 100_000 })) as {
      email: string
      id: number
    }[]
    const stored = new Map(rows.map(({ email, id }) => [email, id]))
    for (const [email, id] of answered) assert.equal(stored.get(email), id)
    const later = await upload(1_000_000)
    assert.deepEqual([later.status, later.body.state], [201, 'uploaded'], later.body.detail)
    // What came of the first file is not started by mistake.
    const half = await start(later.body.id! - 1)
    assert.deepEqual([half.status, half.body.reason], [409, 'not-now'], half.body.detail)
  } finally {
    await service?.stop()
    disk.remove()
  }
})

/** Signs in; uploads a file to import of so many bytes, and starts one. */
async function uploadsTo(endpoint: string, listId: number) {
  const api = new URL('/api/v1', endpoint).href
  const json = { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' }
  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const answer = await fetch(api + path, { method: 'POST', headers, body })
    const said = (await answer.json()) as { id?: number; reason?: string; state?: string }
    return { status: answer.status, body: said as typeof said & { detail?: string }, answer }
  }
  const signIn = JSON.stringify({ username: 'admin', password: PASSWORD })
  const { answer } = await post('/session', signIn, json)
  const headers = { ...json, cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! }
  const upload = (bytes: number) =>
    post(`/imports?listId=${listId}&name=people.csv`, randomBytes(bytes / 2).toString('hex'), {
      ...headers,
      'Content-Type': 'application/octet-stream',
    })
  const start = (id: number) =>
    post(`/imports/${id}/start`, JSON.stringify({ columns: ['email'] }), headers)
  return { upload, start }
}
