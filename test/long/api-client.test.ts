/**
 * The calls of the console, without a browser: a client made from the OpenAPI document imports,
 * undoes, searches, filters, changes many and sends, against the service as users start it. Each
 * call is made by a key with its one right, after a key with all others was refused.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { RIGHTS } from '../../src/domain/members/rights.ts'
import { type ApiDocument, type ApiOperations, clientFrom } from '../support/api-client.ts'
import { PASSWORD, type ServiceProcess, startService } from '../support/service-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'pennypost-api-client-'))
let service: ServiceProcess
let operations: ApiOperations
const keys = new Map<string, { only: string; without: string }>()

before(async () => {
  service = await startService(folder)
  const { origin } = new URL(service.url)
  operations = clientFrom(
    (await (await fetch(`${origin}/api/v1/openapi.json`)).json()) as ApiDocument,
  )
  const visitor = { 'X-Pennypost-Console': '1' }
  const signIn = { body: { username: 'admin', password: PASSWORD } }
  const { headers } = await operations.sessionCreate!.call(signIn, visitor)
  const session = { ...visitor, cookie: headers.get('set-cookie')!.split(';')[0]! }
  const key = async (name: string, rights: string[]) => {
    const { status, body } = await operations.apiKeysCreate!.call(
      { body: { name, rights } },
      session,
    )
    assert.equal(status, 201)
    return body.token as string
  }
  for (const right of RIGHTS) {
    const others = RIGHTS.filter(one => one !== right)
    const [only, without] = [await key(right, [right]), await key(`not ${right}`, others)]
    keys.set(right, { only, without })
  }
})
after(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

async function call(operation: string, args: Record<string, unknown> = {}) {
  const of = operations[operation]
  assert.ok(of, `the document has no ${operation}`)
  const [right] = of.rights
  const { only, without } = keys.get(right!)!
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
  const refused = await of.call(args, bearer(without))
  assert.deepEqual([refused.status, refused.body.reason], [403, 'not-allowed'], operation)
  const { status, body } = await of.call(args, bearer(only))
  assert.ok(status < 300, `${operation}: ${status} ${JSON.stringify(body)}`)
  return body
}

async function until(operation: string, args: Record<string, unknown>, wanted: RegExp) {
  for (;;) {
    const body = await call(operation, args)
    if (wanted.test(body.state)) return body
    await pause(100)
  }
}

test('a client from the document does what the console does', async () => {
  const list = { name: 'Readers', fromEmail: 'news@example.com' }
  const { id: listId } = await call('listsCreate', { body: list })
  const rows = Array.from(
    { length: 40 },
    (_, i) => `Reader ${i};reader${i}@example.com;Lund${i % 2}`,
  )
  const file = Buffer.from(['Namn;E-post;Stad', ...rows, 'Nobody;no address;Lund'].join('\r\n'))
  const upload = await call('importsCreate', { listId, name: 'readers.csv', body: file })
  const found = await call('importsInspection', { importId: upload.id })
  assert.deepEqual(found.headings, ['Namn', 'E-post', 'Stad'])
  const body = { columns: ['name', 'email', 'DD1'], hasHeaders: true }
  await call('importsStart', { importId: upload.id, body })
  const at = { importId: upload.id }
  const done = await until('importsGet', at, /completed|failed/)
  assert.deepEqual([done.inserted, done.rejected], [40, 1])
  const rejects = await call('importsRejects', at)
  assert.match(rejects.items[0].row, /no address/)
  let searched = { items: [] as unknown[] }
  while (searched.items.length !== 1) {
    await pause(100)
    searched = await call('subscribersList', { q: 'reader17' })
  }
  const where = 'DD1 = "Lund1"'
  const filter = await call('filtersCreate', { body: { name: 'Lund', where } })
  const matches = await call('filtersMatches', { filterId: filter.id })
  assert.equal(matches.matching, 20)
  const action = { do: 'set', field: 2, value: 'x' }
  const job = await call('bulkJobsCreate', { body: { action, filterId: filter.id } })
  const changed = await until('bulkJobsGet', { jobId: job.id }, /finished/)
  assert.equal(changed.changed, 20)
  await call('bulkJobsUndo', { jobId: job.id })
  const undone = await until('bulkJobsGet', { jobId: job.id }, /undone/)
  assert.equal(undone.reverted, 20)
  const renamed = await call('listsUpdate', { listId, body: { name: 'Friends' } })
  assert.deepEqual([renamed.name, renamed.subscribers], ['Friends', 40])
  const letter = { subject: 'News for {{ name }}', text: 'Hello' }
  const { id: newsletterId } = await call('newslettersCreate', { body: letter })
  const order = { newsletterId, listId, holdSeconds: 0 }
  const sending = await call('sendingsCreate', { body: order })
  assert.equal(sending.sandbox, true)
  const topics = `sending:${sending.id}`
  const { only, without } = keys.get('read')!
  const live = (token: string) =>
    operations.liveGet!.call({ topics }, { Authorization: `Bearer ${token}` })
  assert.equal((await live(without)).status, 403)
  const stream = (await live(only)).body as ReadableStream<Uint8Array>
  let told = ''
  const decoder = new TextDecoder()
  for await (const part of stream) {
    told += decoder.decode(part, { stream: true })
    if (/"state":"finished"/.test(told)) break
  }
  assert.match(told, new RegExp(`^event: ${topics}$`, 'm'))
  const sent = await until('sendingsGet', { sendingId: sending.id }, /finished/)
  assert.equal(sent.counts?.accepted ?? sent.planned, 40)
  await call('importsUndo', at)
  while ((await call('importsGet', at)).undone === null) await pause(100)
  // Whom somebody has changed since stays.
  assert.equal((await call('subscribersCount', { listId })).count, 20)
})
