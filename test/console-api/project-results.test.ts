/**
 * Results of projects by version and day, and of files of transactions: counted once, counted again
 * when they are stale, and what failed queued again, once.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { queueBatch } from '../../src/domain/transactions/batches/batches.ts'
import { insertTransaction } from '../../src/domain/transactions/insert.ts'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startSendingWorkers } from '../../src/start/sending-workers.ts'
import { batchEnded, fileOf } from '../support/batches.ts'
import { type FileServer, fileServer, whole } from '../support/file-server.ts'
import { type ImportWorker, startImportWorker } from '../support/imports.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let sink: Sink
let files: FileServer
let importing: ImportWorker
let workers: Awaited<ReturnType<typeof startSendingWorkers>>
let newsletterId: number

before(async () => {
  setup = await apiSetup()
  const { store, keys, sealer, origin } = setup.running
  sink = await startSink({ keep: 1_000 })
  files = await fileServer()
  importing = await startImportWorker(store)
  workers = await startSendingWorkers({
    config: readConfig({ SMTP_URL: `smtp://127.0.0.1:${sink.port}`, PUBLIC_URL: origin }),
    store,
    keys,
    sealer,
    log: createLog({ level: 'silent' }),
  })
  const newsletter = await made('/newsletters', {
    name: 'Receipt',
    subject: 'Order {{ DD1 }}',
    source: { kind: 'html', html: '<p>Hej</p>' },
  })
  newsletterId = newsletter.id
})
after(async () => {
  await importing.stop()
  await files.close()
  await workers.stop()
  await sink.stop()
  await setup.running.close()
})

async function made(path: string, body: object) {
  const answer = await setup.call('POST', path, body)
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body
}

async function read(path: string) {
  const answer = await setup.call('GET', path)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

const newProject = (name: string, more: object = {}) =>
  made('/projects', { name, newsletterId, fromEmail: 'till@shop.example.test', ...more })

async function order(guid: string, email: string): Promise<number> {
  const { id } = await insertTransaction(setup.running.store, setup.accountId, {
    guid,
    identifier: '',
    email,
    name: '',
    format: undefined,
    sendAt: undefined,
    fields: ['1'],
    split: true,
  })
  return id
}

const run = (text: string, values: unknown[] = []) =>
  setup.running.store.run({ name: '', text, again: false }, [setup.accountId, ...values])

const inState = (projectId: number, state: string, emails: number) =>
  until(async () => {
    const { rows } = await run(
      `select count(*) from deliveries where account_id = $1 and source_kind = 3
       and source_id = $2 and state = $3`,
      [projectId, state],
    )
    return Number(rows[0]![0]) === emails
  })

test('results come by version and day, of those measured, and are counted again', async () => {
  const { id, guid } = await newProject('Orders', {
    versions: [
      { name: 'A', weight: 1, newsletterId },
      { name: 'B', weight: 1, newsletterId },
    ],
  })
  sink.tell([{ at: 'rcpt', do: 'reply', reply: '550 5.1.1 unknown', about: 'gone' }])
  const ids: number[] = []
  for (let n = 0; n < 20; n++) ids.push(await order(guid, `o${n}@results.example`))
  await order(guid, 'gone@results.example')
  await inState(id, 'accepted', 20)
  await inState(id, 'bounced', 1)
  const counted = await until(async () => {
    const body = await read(`/projects/${id}/results?days=7`)
    return body.complete && body.total.delivered === 20 && body
  })
  const { total, versions, days, newsletters } = counted
  assert.deepEqual(
    [total.emails, total.bounced, total.waiting, total.opensMeasured, total.opened],
    [21, 1, 0, 20, 0],
  )
  assert.deepEqual(
    versions.map(({ version }: { version: string }) => version),
    ['A', 'B'],
  )
  assert.equal(
    versions.reduce((sum: number, { emails }: { emails: number }) => sum + emails, 0),
    21,
  )
  assert.equal(days.length, 1)
  assert.deepEqual(newsletters[0].newsletterId, newsletterId)

  // Its count holds for a tenth of its age: opened then, it is counted later.
  await run(
    `insert into engagements (account_id, source_kind, source_id, delivery_id, views)
     values ($1, 3, $2, $3, 1)`,
    [id, ids[0]],
  )
  await run(
    `update deliveries set opens_unmeasured = true where account_id = $1 and source_kind = 3
     and source_id = $2 and id = $3`,
    [id, ids[1]],
  )
  const again = await until(async () => {
    const body = await read(`/projects/${id}/results?days=7`)
    return body.total.opened === 1 && body
  })
  assert.equal(again.total.opensMeasured, 19)
  const all = await read('/project-results?days=30')
  const one = all.items.find(({ projectId }: { projectId: number }) => projectId === id)
  assert.equal(one.project, 'Orders')
  assert.equal(one.total.emails, 21)

  // The older of two counts stays: nothing changes that was counted for long.
  await run(
    `update project_counts set counted_at = now(), newest = now() - interval '50 days'
     where account_id = $1 and project_id = $2`,
    [id],
  )
  await run(
    `update deliveries set state = 'bounced' where account_id = $1 and source_kind = 3
     and source_id = $2 and id = $3`,
    [id, ids[2]],
  )
  assert.equal((await read(`/projects/${id}/results`)).total.bounced, 1)
  await run(
    `update project_counts set counted_at = now() - interval '6 days',
       newest = now() - interval '56 days' where account_id = $1 and project_id = $2`,
    [id],
  )
  assert.equal((await read(`/projects/${id}/results`)).total.bounced, 2)
  assert.deepEqual((await read(`/projects/${id}?results=false`)).results, [])
})

test('days that were not asked for are left out, and a project of nobody is empty', async () => {
  const { id, guid } = await newProject('Old')
  const first = await order(guid, 'old@days.example')
  await order(guid, 'new@days.example')
  await run(
    `update transactions set created_at = now() - interval '20 days' where account_id = $1
     and id = $2`,
    [first],
  )
  await inState(id, 'accepted', 2)
  const count = async (days: number) =>
    (await read(`/projects/${id}/results?days=${days}`)).total.emails
  await until(async () => (await count(30)) === 2)
  assert.equal(await count(7), 1)
  const none = await newProject('None')
  const { total, versions, complete } = await read(`/projects/${none.id}/results`)
  assert.deepEqual([total.emails, versions, complete], [0, [], true])
  assert.equal((await setup.call('GET', `/projects/${id}/results?days=400`)).status, 400)
  assert.equal((await setup.call('GET', '/projects/999/results')).status, 404)
})

test('a file says what became of its emails, and what failed is sent again, once', async () => {
  const { id: projectId, guid } = await newProject('Notices')
  sink.tell([{ at: 'rcpt', do: 'reply', reply: '451 4.2.0 later', about: 'bad' }])
  const rows = [
    { Email: 'good1@file.example', Identifier: '1' },
    { Email: 'bad1@file.example', Identifier: '2' },
    { Email: 'not an address' },
    { Email: 'bad2@file.example', Identifier: '3' },
    { Email: 'bad1@file.example', Identifier: '2' },
    { Email: 'good2@file.example', SendTime: '2026-02-30 25:00' },
  ]
  await order(guid, 'bad0@file.example')
  const url = files.serve('/notices.xml', whole(fileOf(rows)))
  const batch = await queueBatch(setup.running.store, setup.accountId, {
    projectGuid: guid,
    url,
    format: 'html',
  })
  await batchEnded(setup.running.store, setup.accountId, batch)
  await order(guid, 'bad9@file.example')
  const facts = await read(`/transaction-batches/${batch}`)
  assert.deepEqual([facts.queued, facts.repeated, facts.rejected], [3, 1, 2])
  const { items } = await read(`/transaction-batches/${batch}/rejects`)
  assert.deepEqual(
    items.map(({ reason }: { reason: string }) => reason),
    ['address', 'send-time'],
  )
  await inState(projectId, 'accepted', 1)
  await inState(projectId, 'deferred', 4)
  // As after 72 hours.
  await run(
    `update deliveries set state = 'failed', next_try_at = null where account_id = $1
     and source_kind = 3 and source_id = $2 and state = 'deferred'`,
    [projectId],
  )
  const states = async () => (await read(`/transaction-batches/${batch}/emails`)).emails
  assert.deepEqual(await states(), {
    waiting: 0,
    delivered: 1,
    deferred: 0,
    bounced: 0,
    failed: 2,
    uncertain: 0,
    withdrawn: 0,
  })
  await until(async () => (await read(`/projects/${projectId}/results`)).total.failed === 4)

  sink.tell([])
  const retry = (body: object) => setup.call('POST', `/transaction-batches/${batch}/retry`, body)
  assert.equal((await retry({ emails: 0 })).status, 400)
  assert.equal((await retry({ states: ['bounced'] })).status, 400)
  const key = { 'Idempotency-Key': 'retry-of-the-notices' }
  const path = `/transaction-batches/${batch}/retry`
  const answers = await Promise.all([
    setup.call('POST', path, { emails: 2 }, key),
    setup.call('POST', path, { emails: 2 }),
    setup.call('POST', path, { emails: 2 }),
  ])
  const queued = answers.map(({ body }) => body.queued as number)
  assert.equal(
    queued.reduce((sum, n) => sum + n, 0),
    2,
    JSON.stringify(answers.map(({ body }) => body)),
  )
  await inState(projectId, 'accepted', 3)
  const repeated = await setup.call('POST', path, { emails: 2 }, key)
  assert.deepEqual(repeated.body, answers[0]!.body)
  assert.deepEqual((await retry({})).body, { queued: 0, more: false })
  assert.equal((await states()).delivered, 3)
  assert.equal(sink.counts.get('bad1@file.example'), 1)
  assert.equal(sink.counts.get('bad0@file.example') ?? 0, 0)
  // The counts of the project were forgotten.
  assert.equal((await read(`/projects/${projectId}/results`)).total.failed, 2)

  await run('update transaction_batches set first_id = null where account_id = $1')
  assert.equal(await states(), null)
  assert.deepEqual((await retry({})).body, { queued: 0, more: false })
})
