/**
 * The service killed again and again while a program sends batches of emails whose content is in
 * the call, has tags, is MJML or the newsletter of the project, and sends a batch again whose
 * answer was lost. Each email has one transaction for each recipient, and comes to each once; twice
 * at most where the ledger says that it is uncertain.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { makeApiKey } from '../../src/domain/members/api-keys/api-keys.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { temporaryStore } from '../support/database.ts'
import { startService } from '../support/service-process.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { databaseUrl } from '../support/worker-process.ts'

const BATCHES = Math.round(60 * Number(process.env.TEST_SCALE ?? 1))
const EMAILS = 10
const PROGRAMS = 4
const KILLS = 4
const WINDOW = 50

const mjmlOf = (text: string) =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`

interface BatchAnswer {
  taken: number
  items: { taken: { id: number } }[]
}

test('kill -9 of the service while batches of emails come in', async () => {
  const { store, connection, drop } = await temporaryStore()
  const ask = async (text: string) => (await store.run({ name: '', text, again: true }, [])).rows
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-emails-'))
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
    const newsletterId = await addDraft(store, accountId, {
      subject: 'Order {{ data.name }}',
      source: { kind: 'html', html: '{% for line in data.lines %}<p>{{ line }}</p>{% endfor %}' },
    })
    const { guid } = await makeProject(store, accountId, {
      name: 'Orders',
      newsletterId,
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

    let answered = 0
    let lost = 0
    const answers = new Map<string, Set<number>>()
    const emailsOf = (batch: number) =>
      Array.from({ length: EMAILS }, (_, i) => {
        const name = `${batch}-${i}`
        const addresses = { to: `to-${name}@example.test`, bcc: `bcc-${name}@example.test` }
        const subject = `Order ${name}`
        const forms = [
          { subject, html: `<p>Thank you for ${name}</p>` },
          { subject, html: '<p>Thank you for {{ data.name }}</p>', data: { name } },
          { subject, mjml: mjmlOf(name) },
          { data: { name, lines: ['a', 'b'] } },
        ]
        const content = forms[i % forms.length]
        return { ...addresses, ...content, project: guid, identifier: name }
      })
    /** As a program does that must not lose an order: until there is an answer. */
    const send = async (batch: number) => {
      const emails = emailsOf(batch)
      while (!over) {
        try {
          const answer = await fetch(`${new URL(service.url).origin}/api/v1/emails/batch`, {
            method: 'POST',
            headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
            body: JSON.stringify({ emails }),
          })
          const { taken, items } = (await answer.json()) as BatchAnswer
          if (answer.status === 503) continue
          assert.deepEqual([answer.status, taken], [200, EMAILS], JSON.stringify(items))
          for (const [i, { identifier }] of emails.entries())
            answers.set(identifier, (answers.get(identifier) ?? new Set()).add(items[i]!.taken.id))
          answered++
          return
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error
          lost++
          await pause(20)
        }
      }
    }
    const waiting = Array.from({ length: BATCHES }, (_, i) => i)
    const programs = Promise.all(
      Array.from({ length: PROGRAMS }, async () => {
        for (let batch = waiting.pop(); batch !== undefined; batch = waiting.pop()) {
          await send(batch)
          // Some are sent twice although they were answered.
          if (batch % 7 === 0) await send(batch)
        }
      }),
    )
    for (let kill = 1; kill <= KILLS; kill++) {
      await Promise.race([until(() => answered >= (kill * BATCHES) / (KILLS + 1)), programs])
      await service.kill()
      service = await startService(dataDir, env)
    }
    await programs

    // What the killed had in hand is taken over when its leases lapse.
    const open =
      "select count(*) from deliveries where state in ('planned', 'claimed', 'handed over', " +
      "'deferred') or next_try_at is not null"
    await until(async () => (await ask(open))[0]![0] === '0')

    assert.equal(answers.size, BATCHES * EMAILS)
    for (const [name, ids] of answers) assert.equal(ids.size, 1, `${name}: ${[...ids]}`)
    const counts = await ask(`select (select count(*) from given_emails),
      (select count(*) from email_recipients), (select count(*) from transactions)`)
    const all = BATCHES * EMAILS
    assert.deepEqual(counts[0]!.map(Number), [all, 2 * all, 2 * all])
    const rows = await ask(`select d.email, d.state, d.was_uncertain from transactions t
      join deliveries d on d.account_id = t.account_id and d.source_kind = 3
        and d.source_id = t.project_id and d.id = t.id`)
    assert.equal(rows.length, 2 * all)
    for (const [email, state, was] of rows) {
      const count = sink.counts.get(email!) ?? 0
      assert.ok(
        state === 'accepted' || (state === 'uncertain' && was === 't'),
        `${email} is ${state}`,
      )
      assert.ok(state !== 'accepted' || count >= 1, `${email} is accepted and came to nobody`)
      assert.ok(count <= (was === 't' ? 2 : 1), `${email} came ${count} times`)
    }
    console.log(`${all} emails to two each, ${KILLS} kills, ${lost} calls without an answer`)
  } finally {
    over = true
    await service.kill()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
