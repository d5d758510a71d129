/**
 * A real mail server: emails of transactions, asked for over SOAP, lie in a mailbox behind
 * Debian's Postfix as they were meant.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { temporaryStore } from '../support/database.ts'
import { noPostfix, startPostfix } from '../support/postfix.ts'
import { startService } from '../support/service-process.ts'
import { until } from '../support/until.ts'
import { databaseUrl } from '../support/worker-process.ts'

const NAMES = ['Åsa Öberg', 'Ελένη Παππά', '佐藤 さくら', 'Bo "B" <Boss>, Jr.', '.']

test('transactions through Postfix into a mailbox', async t => {
  if (noPostfix !== undefined) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', noPostfix)
    return t.skip(noPostfix)
  }
  const postfix = await startPostfix(/^p[0-4]@example\.test$/)
  const { store, connection, drop } = await temporaryStore()
  const ask = async (text: string) => (await store.run({ name: '', text, again: true }, [])).rows
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-transactions-'))
  const service = await startService(dataDir, {
    DATABASE_URL: databaseUrl(connection),
    SECRET_KEY: 'a secret for the tests, long enough',
    SMTP_URL: `smtp://127.0.0.1:${postfix.port}`,
    BOUNCE_DOMAIN: 'mail.example.test',
  })
  try {
    const accountId = Number((await ask('select min(id) from accounts'))[0]![0])
    const newsletterId = await addDraft(store, accountId, {
      name: 'Receipt',
      subject: 'Order {{ DD1 }} of {{ name }}',
      preheader: '',
      text: '',
      listId: null,
      fromName: 'Caf\u00e9',
      fromEmail: 'till@example.test',
      replyTo: '',
      source: {
        kind: 'html',
        html:
          '<p>Hello {{ name }},</p>\n<p>.</p>\n' +
          '<p>.. here is <a href="https://shop.example.test/{{ DD1 }}">order {{ DD1 }}</a></p>',
      },
    })
    const { guid: projectGuid } = await makeProject(store, accountId, {
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
    const insert = (email: string, name: string, number: number) =>
      service.call.InsertTransaction({
        projectGuid,
        email,
        name,
        identifier: `${number}`,
        fieldNames: 'DD1',
        fieldValues: `${number}`,
      })
    for (const [i, name] of NAMES.entries())
      assert.equal(await insert(`p${i}@example.test`, name, i), i + 1)
    const gone = await insert('nobody@example.test', 'Nobody', 9)

    const waiting = `select 1 from deliveries where state in ('planned', 'claimed', 'handed over')`
    await until(async () => (await ask(waiting)).length === 0)
    assert.deepEqual(await ask('select state, count(*) from deliveries group by 1 order by 1'), [
      ['accepted', '5'],
      ['bounced', '1'],
    ])
    assert.match(
      (await ask(`select reply from deliveries where id = ${gone}`))[0]![0]!,
      /^550 5\.1\.1 .*User unknown/,
    )
    await until(() => postfix.mailbox().length >= NAMES.length, postfix.log)
    const mailbox = postfix.mailbox()
    assert.equal(mailbox.length, NAMES.length)
    for (const bytes of mailbox) {
      const read = await PostalMime.parse(bytes)
      const number = Number(/^p(\d)@/.exec(read.to![0]!.address!)?.[1])
      const name = NAMES[number]!
      assert.deepEqual(
        [read.subject, read.to![0]!.name, read.from!.name],
        [`Order ${number} of ${name}`, name, 'Café'],
      )
      assert.ok(
        read.text!.startsWith(`Hello ${name},\n\n.\n\n.. here is order ${number} <http`),
        read.text,
      )
      assert.match(read.html!, /<p>\.<\/p>\n<p>\.\. here is <a href="http[^"]+\/t\//)
      const head = bytes.toString('latin1', 0, bytes.indexOf('\n\n'))
      assert.match(head, /^Return-Path: <b-[\w-]+@/m)
      assert.doesNotMatch(head, /^(List-|Precedence)/m)
    }

    // It bounced for good: no other email is tried.
    await insert('Nobody@Example.test', 'Nobody', 10)
    await until(async () => (await ask(waiting)).length === 0)
    assert.deepEqual(
      await ask("select state, reason from deliveries where email = 'Nobody@Example.test'"),
      [['withdrawn', 'undeliverable']],
    )
  } finally {
    await service.stop()
    await postfix.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
