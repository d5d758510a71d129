/** Workers killed again and again while they send: nobody is missed, and twice at most those that the ledger calls uncertain. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { temporaryStore } from '../support/database.ts'
import { startSink } from '../support/smtp-sink.ts'
import { databaseUrl, startWorker } from '../support/worker-process.ts'

const RECIPIENTS = Math.round(5000 * Number(process.env.TEST_SCALE ?? 1))
const WORKERS = 3
const ACCOUNT = 1

test('kill -9 of workers in the middle of a sending', async () => {
  const { store, connection, drop } = await temporaryStore()
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-kill-'))
  // Slow enough that kills fall into every part of it.
  const sink = await startSink({ keep: 0 })
  const env = {
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret for the tests, long enough',
    PUBLIC_URL: 'https://mail.example.test',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    UNCERTAIN_MAX: '50',
    LEASE_SECONDS: '3',
  }
  const ask = async (text: string) => (await store.run(ACCOUNT, { name: '', text, again: true }, [])).rows
  let workers = [] as ReturnType<typeof startWorker>[]
  try {
    assert.equal((await addAccount(store, { username: 'kill', password: 'correct horse battery staple' }))?.id, ACCOUNT)
    const listId = await makeList(store, ACCOUNT, {
      name: 'All',
      fromName: 'Shop',
      fromEmail: 'shop@example.test',
      description: '',
      characterSet: '',
    })
    await ask(
      `insert into subscribers (account_id, id, email, email_key, name) select 1, i, 'p' || i || '@example.test', 'p' || i || '@example.test', 'P' from generate_series(1, ${RECIPIENTS}) i`,
    )
    await ask(
      `insert into subscriptions (account_id, subscriber_id, list_id) select 1, i, ${listId} from generate_series(1, ${RECIPIENTS}) i`,
    )
    const newsletterId = await addDraft(store, ACCOUNT, {
      name: 'News',
      subject: 'News for {{ name }}',
      preheader: '',
      html: '<p>Hello {{ name }}, <a href="https://example.test/">look</a>.</p>',
      text: '',
      fromName: '',
      fromEmail: '',
      replyTo: '',
      listId: undefined,
    })
    await makeSending(store, ACCOUNT, { newsletterId, listId, dueAt: new Date(), zone: '+01:00' })
    const sendingId = 1

    workers = Array.from({ length: WORKERS }, () => startWorker(env))
    let kills = 0
    const deadline = Date.now() + 120_000
    for (;;) {
      const progress = await sendingProgress(store, ACCOUNT, sendingId)
      if (progress.state === 'finished') break
      assert.ok(Date.now() < deadline, `it did not finish: ${JSON.stringify(progress)}`)
      await pause(1000)
      if ((progress.counts.accepted ?? 0) > RECIPIENTS * 0.95 || kills >= 25) continue
      const victim = Math.floor(Math.random() * WORKERS)
      await workers[victim]!.kill()
      workers[victim] = startWorker(env)
      kills++
    }
    assert.ok(kills >= 2, `only ${kills} kills happened`)

    const once = new Set((await ask('select email from deliveries where was_uncertain')).map(([email]) => email))
    const missing: string[] = []
    const doubled: string[] = []
    for (let i = 1; i <= RECIPIENTS; i++) {
      const count = sink.counts.get(`p${i}@example.test`) ?? 0
      if (count === 0) missing.push(`p${i}`)
      if (count > 1 && !once.has(`p${i}@example.test`)) doubled.push(`p${i} ${count} times`)
      assert.ok(count <= 2, `p${i} came ${count} times`)
    }
    assert.deepEqual(doubled, [])
    const states = await ask('select state, count(*) from deliveries group by 1')
    // An uncertain letter that was not tried again may not have arrived: all here were, so nobody is missing.
    assert.deepEqual(missing, [], JSON.stringify(states))
    assert.deepEqual(
      states
        .map(([state]) => state)
        .sort()
        .filter(state => state !== 'uncertain'),
      ['accepted'],
    )
    console.log(
      `${RECIPIENTS} letters, ${kills} kills, ${once.size} once uncertain, ${[...sink.counts.values()].filter(n => n > 1).length} twice`,
    )
  } finally {
    for (const worker of workers) await worker.kill()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
