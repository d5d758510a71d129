/**
 * Emails handed over by SMTP, while the server is killed again and again in the middle of messages:
 * programs repeat what was not answered. Then workers are killed while they send. What was answered
 * by 250 comes once, and so does what was repeated; twice at most where the ledger is uncertain.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { makeApiKey } from '../../src/domain/members/api-keys/api-keys.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { certificateForLocalhost } from '../support/certificate.ts'
import { temporaryStore } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { startService } from '../support/service-process.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { databaseUrl, startWorker } from '../support/worker-process.ts'

const EMAILS = Math.round(300 * Number(process.env.TEST_SCALE ?? 1))
const PROGRAMS = 6
const WINDOW = 20
/** Of the server, and of workers; a last one of each goes on. */
const KILLS = 3

test('kill -9 between accept and hand-over of emails by SMTP', async () => {
  const { store, connection, drop } = await temporaryStore()
  const ask = async (text: string) => (await store.run({ name: '', text, again: true }, [])).rows
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-submission-kill-'))
  const sink = await startSink()
  const { cert, key } = certificateForLocalhost()
  const [tlsCert, tlsKey] = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')]
  writeFileSync(tlsCert, cert)
  writeFileSync(tlsKey, key)
  const port = await freePort()
  const env = {
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret for the tests, long enough',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    LEASE_SECONDS: '3',
    UNCERTAIN_MAX: String(WINDOW),
  }
  const submission = {
    ROLES: 'web',
    SUBMISSION_TLS_PORT: String(port),
    SUBMISSION_HOST: '127.0.0.1',
    SUBMISSION_TLS_CERT: tlsCert,
    SUBMISSION_TLS_KEY: tlsKey,
  }
  let web = await startService(dataDir, { ...env, ...submission })
  let worker: ReturnType<typeof startWorker> | undefined
  try {
    const accountId = Number((await ask('select min(id) from accounts'))[0]![0])
    await makeProject(store, accountId, {
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
    const given = { name: 'shop', rights: ['send'], maker, callsPerMinute: 1_000_000 }
    const { token } = await makeApiKey(store, accountId, given)

    let answered = 0
    let repeats = 0
    const waiting = Array.from({ length: EMAILS }, (_, n) => n)
    /** As a program with a queue: sends until it is answered. */
    const send = async (n: number) => {
      const message = {
        from: 'Shop <shop@example.test>',
        to: `to-${n}@example.test`,
        bcc: `copy-${n}@example.test`,
        subject: `Order ${n}`,
        text: `Thank you for order ${n}.`,
        messageId: `<order-${n}@shop.example.test>`,
      }
      for (;;) {
        const transport = createTransport({
          host: '127.0.0.1',
          port,
          secure: true,
          tls: { rejectUnauthorized: false },
          auth: { user: 'Orders', pass: token },
        })
        try {
          const { rejected } = await transport.sendMail(message)
          assert.deepEqual(rejected, [])
          answered++
          return
        } catch (error) {
          if (/^5/.test(String((error as { responseCode?: number }).responseCode))) throw error
          repeats++
          await new Promise(resolve => setImmediate(resolve))
        }
      }
    }
    const sending = Promise.all(
      Array.from({ length: PROGRAMS }, async () => {
        for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) await send(n)
      }),
    )
    const killing = (async () => {
      for (let kill = 1; kill <= KILLS; kill++) {
        await until(() => answered >= (kill * EMAILS) / (KILLS + 1))
        await web.kill()
        web = await startService(dataDir, { ...env, ...submission })
      }
    })()
    await Promise.all([sending, killing])
    await web.kill()
    assert.ok(repeats > 0, 'programs were cut off')
    assert.equal(answered, EMAILS)
    assert.equal(sink.seen.messages, 0)
    // Each once, however often it was sent.
    assert.equal(Number((await ask('select count(*) from deliveries'))[0]![0]), 2 * EMAILS)

    for (let kill = 1; kill <= KILLS; kill++) {
      worker = startWorker(env)
      await until(() => sink.seen.messages >= (kill * 2 * EMAILS) / (KILLS + 1))
      await worker.kill()
    }
    worker = startWorker(env)
    const open =
      "select count(*) from deliveries where state in ('planned', 'claimed', 'handed over', " +
      "'deferred') or next_try_at is not null"
    await until(async () => (await ask(open))[0]![0] === '0')

    const rows = await ask('select email, state, was_uncertain from deliveries')
    for (const [email, state, was] of rows) {
      const count = sink.counts.get(email!) ?? 0
      const uncertain = was === 't'
      assert.ok(state === 'accepted' || (state === 'uncertain' && uncertain), `${email}: ${state}`)
      assert.ok(state !== 'accepted' || count >= 1, `${email} is accepted and came to nobody`)
      assert.ok(count <= (uncertain ? 2 : 1), `${email} came ${count} times`)
    }
    const uncertain = rows.filter(([, , was]) => was === 't').length
    console.log(
      `${EMAILS} messages, ${repeats} repeats, ${2 * KILLS} kills, ${uncertain} uncertain`,
    )
  } finally {
    await worker?.kill()
    await web.kill()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
