/**
 * A person's reply goes on to the account, once, in an email that no program answers; what is no
 * person's stays.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { forwardReplies } from '../../src/domain/accounts/change-account.ts'
import { fromCorpus, inboundSetup } from '../support/inbound.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

test('replies of people are forwarded, and nothing else is', async () => {
  const inbound = await inboundSetup({ people: 3 })
  const sink = await startSink({
    keep: 10,
    tricks: [{ at: 'rcpt', do: 'reply', reply: '451 4.3.0 later', times: 1 }],
  })
  const workers = await inbound.startWorkers(sink.port, { BOUNCE_DOMAIN: 'bounces.example.test' })
  try {
    assert.equal(await forwardReplies(inbound.store, 'sender', 'service@example.test'), true)
    const sendingId = await inbound.accepted()
    const path = inbound.returnPath(sendingId, 1)
    const reply = (more = '') =>
      `From: Åsa <asa@example.test>\nTo: shop@example.test\n` +
      `Subject: =?utf-8?q?Fr=C3=A5ga?=\nMessage-ID: <1@example.test>\n${more}\n` +
      `When do you open?\n`
    await inbound.deliver(reply(), path, 'asa@example.test')
    // A loop, our own email, an answering machine, a bounce, the null sender, the unsubscribe
    // address.
    await inbound.deliver(reply('X-Pennypost-Forwarded: yes\n'), path, 'asa@example.test')
    await inbound.deliver(reply('Received: from a by b\n'.repeat(60)), path, 'asa@example.test')
    await inbound.deliver(
      reply().replace('<1@example.test>', `<${inbound.tokensOf(sendingId, 1).messageId}@x.test>`),
      path,
      'asa@example.test',
    )
    await inbound.deliver(reply('Auto-Submitted: auto-replied\n'), path, 'asa@example.test')
    await inbound.deliver(fromCorpus('exim-01-rcpt'), path, 'asa@example.test')
    await inbound.deliver(`${reply()}null\n`, path)
    await inbound.deliver(reply(), inbound.unsubscribeAddress(sendingId, 2), 'asa@example.test')
    await inbound.judged()
    const notes = async () =>
      (
        await inbound.ask(
          'select forward_note, forward_at is null from inbound_messages where forward_tries > 0',
        )
      ).map(String)
    await until(async () => {
      const [note = ',f'] = await notes()
      return note !== ',f'
    }, notes)
    assert.deepEqual(await notes(), ['451 4.3.0 later,f'])
    await inbound.ask('update inbound_messages set forward_at = now() where forward_at is not null')
    await until(() => sink.messages.length > 0)
    await until(async () => (await notes())[0]!.startsWith('sent:'), notes)
    const [message] = sink.messages
    assert.match(message!.mail, /^MAIL FROM:<>/)
    assert.match(message!.rcpts[0]!, /<service@example\.test>/)
    const read = await PostalMime.parse(message!.bytes)
    assert.equal(read.subject, 'Reply: Fråga')
    assert.deepEqual(
      [read.from!.address, read.replyTo![0]!.address],
      ['postmaster@bounces.example.test', 'asa@example.test'],
    )
    const head = message!.bytes.toString('latin1').split('\r\n\r\n')[0]!
    assert.match(head, /^Auto-Submitted: auto-generated\r$/m)
    assert.match(head, /^X-Pennypost-Forwarded: yes\r$/m)
    const attached = read.attachments[0]!.content as ArrayBuffer
    assert.equal(Buffer.from(attached).toString().replaceAll('\r', ''), `${reply()}\n`)
    assert.equal(sink.messages.length, 1)
    const loops = await inbound.ask("select count(*) from inbound_messages where class = 'loop'")
    assert.deepEqual(loops, [['3']])
  } finally {
    await workers.stop()
    await sink.stop()
    await inbound.close()
  }
})
