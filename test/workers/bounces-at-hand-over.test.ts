/**
 * What a relay refuses for good when an email is handed over costs the person what a bounce would.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { retrySending } from '../../src/domain/sendings/steer-sending.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

test('refusals at hand-over: who is gone is left out next time, until a person has them tried again', async () => {
  const setup = await sendingSetup(4)
  const policy = {
    at: 'rcpt',
    do: 'reply',
    reply: '554 5.7.1 Message refused by local policy: spam content',
    about: 'p2@',
  } as const
  const gone = {
    at: 'rcpt',
    do: 'reply',
    reply: '550 5.1.1 <p1@example.test>: User unknown',
    about: 'p1@',
  } as const
  const sink = await startSink({ tricks: [gone, policy] })
  const workers = await setup.startWorkers(sink.port)
  const finished = (sendingId: number) =>
    until(async () => {
      const { state, counts } = await sendingProgress(setup.store, setup.accountId, sendingId)
      return state === 'finished' && counts
    })
  try {
    const first = await setup.send()
    assert.deepEqual(await finished(first), { accepted: 2, bounced: 2 })
    // Bounces that lose the return path bring the envelope id back (RFC 3461).
    assert.ok(
      sink.said.some(line => /^MAIL FROM:<b-([^@]+)@[^>]+>.* ENVID=\1( |$)/.test(line)),
      sink.said.join('\n'),
    )
    const people = await setup.ask(
      'select id, undeliverable_reason from subscribers where undeliverable_since is not null',
    )
    assert.deepEqual(people, [['1', 'bad-mailbox: 550 5.1.1 <p1@example.test>: User unknown']])
    const rows = await setup.ask(
      'select subscriber_id, kind, identity, message_id from bounces order by subscriber_id',
    )
    assert.deepEqual(
      rows.map(row => row.join()),
      ['1,hard,hand-over,', '2,blocked,hand-over,'],
    )
    sink.tell([policy])
    const second = await setup.send()
    assert.deepEqual(await finished(second), { accepted: 2, bounced: 1 })
    assert.equal(await retrySending(setup.store, setup.accountId, first, ['bounced']), 2)
    assert.deepEqual(
      await setup.ask('select id from subscribers where undeliverable_since is not null'),
      [],
    )
    await pause(300)
    assert.deepEqual(await finished(first), { accepted: 3, bounced: 1 })
  } finally {
    await workers.stop()
    await sink.stop()
    await setup.drop()
  }
})

test('a refusal that calls our domain dead is about us: the email waits, no one is undeliverable', async () => {
  const setup = await sendingSetup(1)
  await setup.ask("update lists set from_email = 'shop@example.org'")
  const reply = '550 5.1.2 Domain example.org has no MX'
  const sink = await startSink({ tricks: [{ at: 'rcpt', do: 'reply', reply }] })
  const workers = await setup.startWorkers(sink.port)
  try {
    await setup.send()
    const rows = await until(async () => {
      const found = await setup.ask("select reply from deliveries where state <> 'planned'")
      return found.some(([reply]) => reply !== null) && found
    })
    assert.deepEqual(rows, [[reply]])
    assert.deepEqual(await setup.ask('select state from deliveries where reply is not null'), [
      ['deferred'],
    ])
    assert.deepEqual(await setup.ask('select id from bounces'), [])
  } finally {
    await workers.stop()
    await sink.stop()
    await setup.drop()
  }
})
