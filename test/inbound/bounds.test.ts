/** Messages that are meant to be too much, many complaints, and imports of those who complained. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { ended, startImportWorker } from '../support/imports.ts'
import {
  complaint,
  DOMAIN,
  fromCorpus,
  type Inbound,
  inboundSetup,
  report,
} from '../support/inbound.ts'
import { until } from '../support/until.ts'

describe('too much', () => {
  let inbound: Inbound
  let sendingId: number
  before(async () => {
    inbound = await inboundSetup({ people: 30 })
    sendingId = await inbound.accepted()
  })
  after(() => inbound.close())
  const comes = async (id: number, message: string | Buffer) => {
    assert.match(await inbound.deliver(message, inbound.returnPath(sendingId, id)), /^250 /)
    await inbound.judged()
    const [row] = await inbound.ask(
      'select kind, class, state from inbound_messages order by id desc limit 1',
    )
    return row!
  }

  test('a report with 10,000 recipients costs one email, that of its token', async () => {
    const others = Array.from({ length: 10_000 }, (_, i) => `p${i + 2}@example.test`)
    const from = performance.now()
    assert.deepEqual(await comes(1, report('5.1.1', '550 5.1.1 unknown', ...others)), [
      'hard',
      'bad-mailbox',
      'judged',
    ])
    assert.ok(performance.now() - from < 30_000)
    assert.deepEqual(await inbound.ask('select subscriber_id from bounces'), [['1']])
    assert.deepEqual(await inbound.ask("select count(*) from deliveries where state = 'bounced'"), [
      ['1'],
    ])
  })

  test('parts 200 deep, lines without end, zero octets and broken encodings are judged, and block no other message', async () => {
    let nested = 'hello'
    for (let i = 0; i < 200; i++)
      nested = `Content-Type: multipart/mixed; boundary="x${i}"\n\n--x${i}\n${nested}\n--x${i}--\n`
    const messages = [
      `From: a@b.test\nSubject: deep\n${nested}`,
      `Subject: ${'x'.repeat(100_000)}\n\n${'y'.repeat(500_000)}`,
      Buffer.from(
        'From: \x00\xff@\x00\nSubject: =?utf-8?B?/////w==?=\n' +
          'Content-Type: text/plain; charset=\x00\n\n\x00\x00\xff',
        'latin1',
      ),
      report('5.1.1', '550 5.1.1 \x00 unknown \ud800', 'p9@example.test'),
      '',
    ]
    for (const [i, message] of messages.entries())
      assert.equal((await comes(10 + i, message))[2], 'judged')
    assert.equal((await comes(15, fromCorpus('postfix-05-dns-again')))[2], 'judged')
    assert.deepEqual(
      inbound.log.filter(({ level }) => level === 'error'),
      [],
    )
  })

  test('of a message over 4 MB the beginning is kept, and judged', async () => {
    const large = report('5.1.1', '550 5.1.1 unknown', 'p20@example.test').replace(
      '--b1--',
      `--b1\nContent-Type: message/rfc822\n\nSubject: x\n\n` +
        `${'0123456789abcdef\n'.repeat(400_000)}--b1--`,
    )
    assert.equal((await comes(20, large))[0], 'hard')
    const [row] = await inbound.ask(
      'select size, length(content) from inbound_messages order by id desc limit 1',
    )
    assert.deepEqual([Number(row![0]) > 6 << 20, Number(row![1])], [true, 4 << 20])
  })
})

test('a person who complained is resubscribed by no insert and no import', async () => {
  const inbound = await inboundSetup({ people: 2 })
  const worker = await startImportWorker(inbound.store)
  try {
    const sendingId = await inbound.accepted()
    await inbound.deliver(
      complaint(`<${inbound.tokensOf(sendingId, 1).messageId}@x.test>`),
      `abuse@${DOMAIN}`,
    )
    await inbound.judged()
    const person = {
      email: 'p1@example.test',
      name: 'P',
      format: 'html' as const,
      countryCode: '',
      phone: '',
    }
    const inserted = await subscribe(
      inbound.store,
      inbound.accountId,
      inbound.listId,
      person as never,
    )
    assert.equal(inserted.optedOut, true)
    const source = {
      document: [Buffer.from('email\np1@example.test\np2@example.test\n')],
      name: 'people.csv',
    }
    const importId = await queueImport(inbound.store, inbound.accountId, {
      listId: inbound.listId,
      source,
      options: PLAIN_CSV,
    })
    await ended(inbound.store, inbound.accountId, importId)
    const on = await inbound.ask(
      'select subscriber_id from subscriptions where unsubscribed_at is null',
    )
    assert.deepEqual(on, [['2']])
    const next = await inbound.accepted()
    assert.deepEqual(await inbound.ask('select id from deliveries where source_id = $1', [next]), [
      ['2'],
    ])
  } finally {
    await worker.stop()
    await inbound.close()
  }
})

test('a sending that many complain about is warned of, and pauses where the owner wants that', async () => {
  const inbound = await inboundSetup({ people: 200, env: { COMPLAINT_BRAKE: '2' } })
  try {
    const sendingId = await inbound.accepted()
    const state = async () =>
      (await inbound.ask('select state, reason from sendings where id = $1', [sendingId]))[0]!
    const complain = async (id: number) =>
      inbound.deliver(
        complaint(`<${inbound.tokensOf(sendingId, id).messageId}@x.test>`),
        inbound.returnPath(sendingId, id),
      )
    for (const id of [1, 2, 3, 4]) await complain(id)
    await inbound.judged()
    await pause(1500)
    // Four say nothing yet, whatever their share.
    assert.equal((await state())[0], 'sending')
    await complain(5)
    await until(async () => (await state())[0] === 'paused')
    assert.match(
      (await state())[1]!,
      /^5 people complained about the 200 emails accepted so far \(2\.50 %\)/,
    )
    const said = inbound.log.find(({ msg }) => msg === 'a sending was paused for complaints')
    assert.deepEqual([said?.complaints, said?.accepted, said?.rate], [5, 200, '2.50 %'])
  } finally {
    await inbound.close()
  }
})
