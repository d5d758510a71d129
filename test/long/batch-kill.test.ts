/**
 * A file of transactions whose workers are killed without warning, at random moments: the store at
 * the end is that of an undisturbed file, nothing doubled and nothing lost. Real processes,
 * fetching over HTTP.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import {
  batchProgress,
  batchRejects,
  queueBatch,
} from '../../src/domain/transactions/batches/batches.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { batchEnded, type FileRow, fileOf } from '../support/batches.ts'
import { temporaryStore } from '../support/database.ts'
import { type FileServer, fileServer, whole } from '../support/file-server.ts'
import { until } from '../support/until.ts'
import { databaseUrl, startWorker, type WorkerProcess } from '../support/worker-process.ts'

const KILLS = 5
const ROWS = 40_000 * Number(process.env.TEST_SCALE ?? 1)
const LEASE_SECONDS = 2

let opened: Awaited<ReturnType<typeof temporaryStore>>
let files: FileServer
let dataDir: string
before(async () => {
  opened = await temporaryStore()
  files = await fileServer()
  dataDir = await mkdtemp(join(tmpdir(), 'pennypost-batch-kill-'))
})
after(async () => {
  await files.close()
  await opened.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const worker = (): WorkerProcess =>
  startWorker({
    DATABASE_URL: databaseUrl(opened.connection),
    DATA_DIR: dataDir,
    SECRET_KEY: 'the secret key of the tests, long enough',
    FETCH_ALLOW: '127.0.0.1',
    LEASE_SECONDS: String(LEASE_SECONDS),
  })

/**
 * One row in five repeats an earlier one, one in fifty can't be used. None is due while this runs.
 */
function rows(): FileRow[] {
  return Array.from({ length: ROWS }, (_, i) => {
    const n = i % 5 === 4 ? Math.abs(Math.imul(i, 7919) % i) : i
    const Email = i % 50 === 49 ? 'nobody' : `p${n % 9000}@x.test`
    return {
      Identifier: `order-${n}`,
      Email,
      Name: `Name ${i}`,
      SendTime: '2999-01-01 10:00',
      DD1: String(n),
      DD3: 'a "b" \\',
    }
  })
}

async function projectOf(username: string) {
  const { store } = opened
  const { id: accountId } = (await addAccount(store, {
    username,
    password: 'correct horse battery staple',
  }))!
  const newsletterId = await addDraft(store, accountId, {
    name: 'Receipt',
    subject: 'Receipt',
    preheader: '',
    source: { kind: 'html' as const, html: '<p>x</p>' },
    text: '',
    fromName: '',
    fromEmail: 's@example.test',
    replyTo: '',
    listId: null,
  })
  const { guid } = await makeProject(store, accountId, {
    name: 'Orders',
    newsletterId,
    fromName: '',
    fromEmail: '',
    replyTo: '',
    routeId: null,
    marketing: false,
    repeats: '24h',
    retentionDays: null,
    versions: [],
  })
  return { accountId, guid }
}

/** Everything but ids and moments. */
async function stored(accountId: number, batch: string) {
  const digest = async (query: string) => {
    const text = `select md5(string_agg(t::text, '|' order by t::text)), count(*) from (${query}) t`
    const { rows } = await opened.store.run({ name: '', text, again: true, deadline: 'long' }, [
      accountId,
    ])
    return rows[0]
  }
  const { id, state, position, queued, repeated, rejected, rejectedBy } = await batchProgress(
    opened.store,
    accountId,
    batch,
  )
  const rejects: string[] = []
  for await (const part of batchRejects(opened.store, accountId, id))
    rejects.push(
      ...part.map(({ number, line, reason, raw }) => `${number} ${line} ${reason} ${raw}`),
    )
  return {
    counts: { state, position, queued, repeated, rejected, rejectedBy },
    messages: await digest(
      `select t.identifier, t.email, t.name, t.fields, t.send_at, d.state, \
d.next_try_at from transactions t
       join deliveries d on d.account_id = $1 and d.source_kind = 3 and d.source_id = \
t.project_id and d.id = t.id where t.account_id = $1`,
    ),
    remembered: await digest('select key, repeated from transaction_repeats where account_id = $1'),
    alone: await digest(
      'select d.id from deliveries d where d.account_id = $1 and not exists (select 1 from ' +
        'transactions t where t.account_id = $1 and t.project_id = d.source_id and t.id = d.id)',
    ),
    rejects,
  }
}

describe('a file of transactions whose workers are killed', () => {
  test('ends as an undisturbed one does', async t => {
    const url = files.serve('/orders.xml', whole(fileOf(rows())))
    const [calm, stormy] = [await projectOf('calm'), await projectOf('stormy')]
    const queue = ({ accountId, guid }: typeof calm) =>
      queueBatch(opened.store, accountId, { projectGuid: guid, url, format: 'html' })
    const storm = await queue(stormy)
    const position = async () =>
      (await batchProgress(opened.store, stormy.accountId, storm)).position
    const reached: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const before = await position()
      const running = worker()
      await until(async () => (await position()) > before)
      await pause(Math.random() * 150)
      await running.kill()
      reached.push(await position())
    }
    const last = worker()
    const ended = await batchEnded(opened.store, stormy.accountId, storm)
    const calmly = await queue(calm)
    await batchEnded(opened.store, calm.accountId, calmly)
    await last.kill()
    t.diagnostic(`killed at rows ${reached.join(', ')}`)
    assert.equal(ended.state, 2, ended.trouble ?? '')
    assert.equal(ended.position, ROWS)
    assert.ok(
      reached.some(row => row < ROWS),
      'a kill came before the end',
    )
    // Before autovacuum comes by, the planner takes the tables for empty, and joins row by row.
    await opened.store.withClient(client => client.query('analyze'))
    const expected = await stored(calm.accountId, calmly)
    assert.deepEqual(await stored(stormy.accountId, storm), expected)
    assert.equal(expected.alone![1], '0')
  })
})
