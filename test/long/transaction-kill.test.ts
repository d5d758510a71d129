/**
 * The service killed again and again while programs have emails sent and, as they do, send a call
 * again whose answer was lost. Answers, ledger and emails agree: each order has one transaction
 * and its email once; twice at most where the ledger says that it is uncertain.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { temporaryStore } from '../support/database.ts'
import { startService } from '../support/service-process.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { databaseUrl } from '../support/worker-process.ts'

const ORDERS = Math.round(2000 * Number(process.env.TEST_SCALE ?? 1))
const PROGRAMS = 16
const KILLS = 6
const WINDOW = 50

test('kill -9 of the service while transactions come in', async () => {
  const { store, connection, drop } = await temporaryStore()
  const ask = async (text: string) => (await store.run({ name: '', text, again: true }, [])).rows
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-transactions-'))
  const sink = await startSink({ keep: 0 })
  const env = {
    DATABASE_URL: databaseUrl(connection),
    SECRET_KEY: 'a secret for the tests, long enough',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    LEASE_SECONDS: '3',
    UNCERTAIN_MAX: String(WINDOW),
  }
  let service = await startService(dataDir, env)
  let over = false
  try {
    const accountId = Number((await ask('select min(id) from accounts'))[0]![0])
    const projectGuid = await projectIn(store, accountId)
    let answered = 0
    let lost = 0
    const deadline = Date.now() + 300_000
    const answers = new Map<string, Set<number>>()
    /** As a program does that must not lose an order: until there is an answer. */
    const insert = async (order: string) => {
      const given = {
        projectGuid,
        identifier: order,
        email: `${order}@example.test`,
        fieldNames: 'DD1',
        fieldValues: order,
      }
      while (!over) {
        assert.ok(Date.now() < deadline, 'the calls were not answered in time')
        try {
          const id = await service.call.InsertTransaction(given)
          assert.ok(id > 0, `${order} was answered ${id}`)
          answers.set(order, (answers.get(order) ?? new Set()).add(id))
          answered++
          return
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error
          lost++
          await pause(20)
        }
      }
    }
    const orders = Array.from({ length: ORDERS }, (_, i) => `order-${i}`)
    const waiting = [...orders]
    const programs = Array.from({ length: PROGRAMS }, async () => {
      // Some are called twice although they were answered.
      for (let order = waiting.pop(); order !== undefined; order = waiting.pop())
        for (let times = Math.random() < 0.1 ? 2 : 1; times > 0; times--) await insert(order)
    })
    let kills = 0
    for (let next = ORDERS / (KILLS + 1); kills < KILLS; next += ORDERS / (KILLS + 1)) {
      while (answered < next && Date.now() < deadline) await pause(5)
      await service.kill()
      kills++
      service = await startService(dataDir, env)
    }
    await Promise.all(programs)

    // What the killed had in hand is taken over when its leases lapse.
    const open =
      `select count(*) from deliveries where state in ('planned', 'claimed', 'handed over', ` +
      `'deferred') or next_try_at is not null`
    await until(async () => (await ask(open))[0]![0] === '0')

    assert.equal(answers.size, ORDERS)
    const rows =
      await ask(`select t.identifier, t.id, d.state, d.was_uncertain, d.email from transactions t
      left join deliveries d on d.account_id = t.account_id and d.source_kind = 3 and d.source_id \
= t.project_id and d.id = t.id`)
    assert.equal(rows.length, ORDERS, 'one transaction for each order')
    let uncertain = 0
    /** Killed in both of their tries: the ledger says that it does not know. */
    let unknown = 0
    for (const [order, id, state, was, email] of rows) {
      assert.deepEqual(
        [...answers.get(order!)!],
        [Number(id)],
        `${order} was always answered the id of its transaction`,
      )
      const count = sink.counts.get(email!) ?? 0
      if (was === 't') uncertain++
      if (state === 'uncertain' && count === 0) unknown++
      assert.ok(
        state === 'accepted' || (state === 'uncertain' && was === 't'),
        `${order} is ${state}`,
      )
      assert.ok(state !== 'accepted' || count >= 1, `${order} is accepted and came to nobody`)
      assert.ok(count <= (was === 't' ? 2 : 1), `${order} came ${count} times`)
    }
    assert.equal(
      sink.counts.size,
      ORDERS - unknown,
      'nobody got an email that was not asked for, and nobody else is missing',
    )
    assert.ok(lost > 0, 'no answer was lost')
    assert.ok(uncertain <= KILLS * WINDOW, `${uncertain} emails were uncertain`)
    console.log(
      `${ORDERS} orders, ${kills} kills, ${lost} answers lost, ${uncertain} emails once ` +
        `uncertain, ${unknown} of them never seen`,
    )
  } finally {
    over = true
    await service.kill()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

async function projectIn(
  store: Parameters<typeof addDraft>[0],
  accountId: number,
): Promise<string> {
  const message = {
    name: 'Receipt',
    subject: 'Order {{ DD1 }}',
    preheader: '',
    source: { kind: 'html' as const, html: '<p>Thank you, {{ DD1 }}</p>' },
    text: '',
  }
  const sender = {
    fromName: 'Shop',
    fromEmail: 'shop@example.test',
    replyTo: '',
    listId: null,
  }
  const newsletterId = await addDraft(store, accountId, { ...message, ...sender })
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
  return guid
}
