/** Incoming mail by SMTP and its effects: on the ledger, the person, the next sending. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  complaint,
  DOMAIN,
  fromCorpus,
  type Inbound,
  inboundSetup,
  report,
} from '../support/inbound.ts'
import { moved } from '../support/moved.ts'

describe('what comes back', () => {
  let inbound: Inbound
  let sendingId: number
  before(async () => {
    inbound = await inboundSetup({ people: 40 })
    sendingId = await inbound.accepted()
  })
  after(() => inbound.close())

  const delivery = async (id: number) =>
    (
      await inbound.ask(
        'select state, reply, reason from deliveries where source_id = $1 and id = $2',
        [sendingId, id],
      )
    )[0]
  const comes = async (id: number, message: string | Buffer) => {
    assert.match(await inbound.deliver(message, inbound.returnPath(sendingId, id)), /^250 /)
    await inbound.judged()
  }

  test('a hard bounce goes into the ledger, and the person is sent nothing more', async () => {
    await comes(1, report('5.1.1', '550 5.1.1 <p1@example.test>: User unknown', 'p1@example.test'))
    assert.deepEqual(await delivery(1), [
      'bounced',
      '550 5.1.1 <p1@example.test>: User unknown',
      'bad-mailbox',
    ])
    const { undeliverable, reason, complained, optedOut } = await inbound.person(1)
    assert.deepEqual([undeliverable, complained, optedOut], [true, false, false])
    assert.match(reason!, /^bad-mailbox: 550 5\.1\.1/)
    const rows = await inbound.ask(
      'select kind, class, status, email, identity, list_id, route_id, ledger_state from ' +
        'bounces where subscriber_id = 1',
    )
    assert.deepEqual(rows, [
      [
        'hard',
        'bad-mailbox',
        '5.1.1',
        'p1@example.test',
        'token',
        String(inbound.listId),
        '7',
        'accepted',
      ],
    ])
  })

  test('a refusal about us costs the email, not the person', async () => {
    await comes(
      2,
      report(
        '5.7.1',
        '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
        'p2@example.test',
      ),
    )
    const [state, , reason] = (await delivery(2))!
    assert.deepEqual([state, reason], ['bounced', 'sender-blocked'])
    assert.equal((await inbound.person(2)).undeliverable, false)
  })

  test('an email and an answering machine change nothing', async () => {
    for (const name of ['message-01-news', 'calendar-01-accepted', 'exim-06-delay'])
      await comes(3, fromCorpus(name))
    assert.deepEqual(await delivery(3), ['accepted', '250 2.0.0 Ok', null])
    assert.equal((await inbound.person(3)).undeliverable, false)
    assert.deepEqual(await inbound.ask('select count(*) from bounces where subscriber_id = 3'), [
      ['0'],
    ])
    assert.deepEqual(
      await inbound.ask('select count(*) from inbound_messages where delivery_id = 3'),
      [['3']],
    )
  })

  test('the same message twice is one', async () => {
    const message = report('5.2.2', '552 5.2.2 Mailbox full', 'p4@example.test')
    await comes(4, message)
    await comes(4, message)
    assert.deepEqual(await inbound.ask('select count(*) from bounces where subscriber_id = 4'), [
      ['1'],
    ])
  })

  test('several recipients in a report: the part about the email’s own counts', async () => {
    await comes(
      5,
      report('5.1.1', '550 5.1.1 unknown', 'other@example.test', 'another@example.test'),
    )
    assert.equal((await delivery(5))![0], 'bounced')
    const mixed = report('5.2.2', '552 5.2.2 over quota', 'p6@example.test').replace(
      '--b1--',
      `--b1\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n` +
        `Final-Recipient: rfc822; x@example.test\nAction: failed\nStatus: 5.1.1\n\n--b1--`,
    )
    await comes(6, mixed)
    assert.equal((await delivery(6))![2], 'mailbox-full')
    assert.equal((await inbound.person(6)).undeliverable, false)
  })

  test('a complaint opts out of everything, wherever it comes in', async () => {
    const { messageId, unsubscribe } = inbound.tokensOf(sendingId, 7)
    assert.match(
      await inbound.deliver(complaint(`<${messageId}@example.test>`), `abuse@${DOMAIN}`),
      /^250 /,
    )
    // A provider that blackens addresses leaves the header we are found by.
    const redacted = complaint(
      '<redacted@example.test>',
      `https://mail.example.test/u/${inbound.tokensOf(sendingId, 8).unsubscribe}`,
    )
    assert.match(await inbound.deliver(redacted, `postmaster@${DOMAIN}`), /^250 /)
    await inbound.judged()
    assert.ok(unsubscribe)
    for (const id of [7, 8]) {
      assert.deepEqual(await inbound.person(id), {
        undeliverable: false,
        reason: null,
        complained: true,
        optedOut: true,
      })
      const [row] = await inbound.ask(
        'select reason, list_id, sending_id from opt_outs where subscriber_id = $1',
        [id],
      )
      assert.deepEqual(row, ['complaint', String(inbound.listId), String(sendingId)])
      assert.equal((await delivery(id))![0], 'accepted')
    }
  })

  test('a complaint without a message of ours is kept, without a subscriber', async () => {
    assert.match(
      await inbound.deliver(complaint('<somebody@elsewhere.test>'), `abuse@${DOMAIN}`),
      /^250 /,
    )
    await inbound.judged()
    const rows = await inbound.ask(
      'select came_for, kind, state from inbound_messages where account_id = 0',
    )
    assert.deepEqual(rows, [['postmaster', 'complaint', 'judged']])
  })

  test('mail to the unsubscribe address takes the person off that list only', async () => {
    const mail =
      'From: p9@example.test\nTo: x\nSubject: unsubscribe\nMessage-ID: <1@example.test>\n\nplease\n'
    assert.match(
      await inbound.deliver(mail, inbound.unsubscribeAddress(sendingId, 9), 'p9@example.test'),
      /^250 /,
    )
    // A server that says something to that address asks for nothing.
    const failed = report('5.1.1', '550 5.1.1 unknown', 'x@example.test')
    assert.match(await inbound.deliver(failed, inbound.unsubscribeAddress(sendingId, 10)), /^250 /)
    await inbound.judged()
    const rows = await inbound.ask(
      'select subscriber_id, unsubscribe_source from subscriptions where unsubscribed_at is ' +
        'not null',
    )
    assert.deepEqual(rows, [['9', 'mail']])
    assert.equal((await inbound.person(9)).optedOut, false)
    assert.equal((await delivery(10))![0], 'accepted')
  })

  test('the next sending leaves out whom it has no use for', async () => {
    const next = await inbound.accepted()
    const [row] = await inbound.ask('select left_out::text from sendings where id = $1', [next])
    // Who complained or unsubscribed is on the list no more; who could not be reached is, and left
    // out.
    assert.deepEqual(JSON.parse(row![0]!), { undeliverable: 2 })
    const gone = await inbound.ask(
      'select id from deliveries where source_id = $1 and id in (1, 5, 7, 8, 9)',
      [next],
    )
    assert.deepEqual(gone, [])
  })

  test('a bounced test email counts against no one', async () => {
    await inbound.ask('update sendings set test = true where id = $1', [sendingId])
    assert.match(
      await inbound.deliver(
        report('5.1.1', '550 5.1.1 unknown', 'p11@example.test'),
        inbound.returnPath(sendingId, 11, 'test'),
      ),
      /^250 /,
    )
    await inbound.judged()
    assert.equal((await delivery(11))![0], 'bounced')
    assert.equal((await inbound.person(11)).undeliverable, false)
  })
})

test('soft bounces add up, an email that arrives takes them back, and they run out', async () => {
  const inbound = await inboundSetup({ people: 3, env: { BOUNCE_SOFT_LIMIT: '3' } })
  try {
    const full = (id: number) => report('4.2.2', '452 4.2.2 Mailbox full', `p${id}@example.test`)
    const sendings: number[] = []
    for (let i = 0; i < 4; i++) {
      const sendingId = await inbound.accepted()
      sendings.push(sendingId)
      // Sendings are days apart.
      await inbound.ask(`update bounces set received_at = ${moved('received_at', '-172800')}`)
      await inbound.ask(`update deliveries set changed_at = ${moved('changed_at', '-172800')}`)
      await inbound.deliver(full(1), inbound.returnPath(sendingId, 1))
      // The second person's mailbox had room once.
      if (i !== 2) await inbound.deliver(full(2), inbound.returnPath(sendingId, 2))
      await inbound.judged()
      assert.equal((await inbound.person(1)).undeliverable, i >= 2, `after ${i + 1}`)
      assert.equal((await inbound.person(2)).undeliverable, false)
      if (i === 2)
        await inbound.ask('update subscribers set undeliverable_since = null where id = 1')
    }
    assert.match(
      (await inbound.person(1)).reason!,
      /^4 soft bounces in a row, the last one mailbox-full: 452 4\.2\.2/,
    )
    const { endSoftSuppression } = await import('../../src/domain/bounces/trim.ts')
    assert.equal(await endSoftSuppression(inbound.store), 0)
    await inbound.ask(
      "update subscribers set undeliverable_until = now() - interval '1 second' where id = 1",
    )
    assert.equal(await endSoftSuppression(inbound.store), 1)
    assert.equal((await inbound.person(1)).undeliverable, false)
  } finally {
    await inbound.close()
  }
})
