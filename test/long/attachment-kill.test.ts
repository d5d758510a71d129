/**
 * Emails with files, of which every process is killed between accept and hand-over: first that
 * which has accepted them, then a worker in the middle of sending. Each comes once, with its file
 * and the one that all share; twice at most where the ledger says that it is uncertain.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { makeApiKey } from '../../src/domain/members/api-keys/api-keys.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { temporaryStore } from '../support/database.ts'
import { startService } from '../support/service-process.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { databaseUrl, startWorker } from '../support/worker-process.ts'

const EMAILS = Math.round(120 * Number(process.env.TEST_SCALE ?? 1))
const PROGRAMS = 4
const WINDOW = 20
/** Of workers; a last one goes on. */
const KILLS = 3

test('kill -9 of every process between accept and hand-over of emails with files', async () => {
  const { store, connection, drop } = await temporaryStore()
  const ask = async (text: string) => (await store.run({ name: '', text, again: true }, [])).rows
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-attachments-'))
  const sink = await startSink({ keep: 3 * EMAILS })
  const env = {
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret for the tests, long enough',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    LEASE_SECONDS: '3',
    UNCERTAIN_MAX: String(WINDOW),
  }
  const web = await startService(dataDir, { ...env, ROLES: 'web' })
  let worker: ReturnType<typeof startWorker> | undefined
  try {
    const accountId = Number((await ask('select min(id) from accounts'))[0]![0])
    const { guid } = await makeProject(store, accountId, {
      name: 'Orders',
      newsletterId: 0,
      fromName: 'Shop',
      fromEmail: 'shop@example.test',
      replyTo: '',
      routeId: null,
      marketing: false,
      repeats: '24h',
      retentionDays: null,
      versions: [],
    })
    const maker = { kind: 'command' } as const
    const given = { name: 'shop', rights: ['send'], maker, callsPerMinute: 100_000 }
    const { token } = await makeApiKey(store, accountId, given)

    const shared = randomBytes(20_000)
    const own = Array.from({ length: EMAILS }, () => randomBytes(500))
    const waiting = own.map((_, n) => n)
    const send = async (n: number) => {
      const files = [
        { name: `invoice-${n}.pdf`, content: own[n]!.toString('base64') },
        { name: 'terms.pdf', content: shared.toString('base64') },
      ]
      const answer = await fetch(`${new URL(web.url).origin}/api/v1/emails`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          project: guid,
          to: `to-${n}@example.test`,
          subject: `Order ${n}`,
          html: `<p>Thank you for order ${n}</p>`,
          attachments: files,
        }),
      })
      assert.equal(answer.status, 201, await answer.text())
    }
    await Promise.all(
      Array.from({ length: PROGRAMS }, async () => {
        for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) await send(n)
      }),
    )
    await web.kill()
    assert.equal(sink.seen.messages, 0)
    assert.equal(Number((await ask('select count(*) from attachments'))[0]![0]), EMAILS + 1)

    for (let kill = 1; kill <= KILLS; kill++) {
      worker = startWorker(env)
      await until(() => sink.seen.messages >= (kill * EMAILS) / (KILLS + 1))
      await worker.kill()
    }
    worker = startWorker(env)
    // What the killed had in hand is taken over when its leases lapse.
    const open =
      "select count(*) from deliveries where state in ('planned', 'claimed', 'handed over', " +
      "'deferred') or next_try_at is not null"
    await until(async () => (await ask(open))[0]![0] === '0')

    const rows = await ask('select email, state, was_uncertain from deliveries')
    assert.equal(rows.length, EMAILS)
    for (const [email, state, was] of rows) {
      const count = sink.counts.get(email!) ?? 0
      assert.ok(
        state === 'accepted' || (state === 'uncertain' && was === 't'),
        `${email} is ${state}`,
      )
      assert.ok(state !== 'accepted' || count >= 1, `${email} is accepted and came to nobody`)
      assert.ok(count <= (was === 't' ? 2 : 1), `${email} came ${count} times`)
    }
    for (const { bytes, rcpts } of sink.messages) {
      const n = Number(/to-(\d+)@/.exec(rcpts[0]!)![1])
      const { attachments } = await PostalMime.parse(bytes)
      const files = attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))
      assert.deepEqual(files, [own[n]!, shared], `the files of ${n}`)
    }
    const uncertain = rows.filter(([, , was]) => was === 't').length
    console.log(`${EMAILS} emails with two files, ${1 + KILLS} kills, ${uncertain} uncertain`)
  } finally {
    await worker?.kill()
    await web.kill()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
