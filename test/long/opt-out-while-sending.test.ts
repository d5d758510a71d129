/**
 * People opt out, or a sending is cancelled, by command while a worker of its own process sends
 * slowly: from that moment there are no emails.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sendingByCommand } from '../cli/sending-setup.ts'
import { startSink } from '../support/smtp-sink.ts'

const PEOPLE = 600

test('opting out while a sending runs', async () => {
  const sink = await startSink({ keep: 0 })
  const setup = await sendingByCommand(PEOPLE, {
    PUBLIC_URL: 'https://mail.example.test',
    UNCERTAIN_MAX: '50',
  })
  try {
    const { json, newsletter, listId, worker, rows } = setup
    await json(['route', 'add', 'slow', '--url', `smtp://127.0.0.1:${sink.port}`, '--rate', '60'])
    const id = await newsletter()
    worker()
    await json(['send', '--hold', '0', '--newsletter', id, '--list', listId])
    while (sink.counts.size < 30) await pause(50)
    const leaving = Array.from({ length: 100 }, (_, i) => `p${PEOPLE - i}@example.test`)
    await json(['optout', 'add', ...leaving])
    // From here on: what is on its way to the relay at this moment was handed over before.
    const before = new Set(
      (await rows("select email from deliveries where state in ('handed over', 'accepted')")).map(
        ([email]) => email,
      ),
    )
    const still = leaving.filter(email => !before.has(email))
    assert.ok(still.length >= 50, `only ${still.length} of those who left had no email yet`)
    const { counts } = await json(['sending', 'show', '1', '--watch'])
    assert.deepEqual(
      still.filter(email => sink.counts.has(email)),
      [],
    )
    assert.deepEqual([counts.withdrawn, counts.accepted], [still.length, PEOPLE - still.length])
    assert.ok([...sink.counts.values()].every(count => count === 1))
  } finally {
    await setup.drop()
    await sink.stop()
  }
})

test('cancelling while it runs, with emails deferred', async () => {
  const sink = await startSink({
    keep: 0,
    tricks: [{ at: 'rcpt', do: 'reply', reply: '452 4.2.2 mailbox full', about: '0@' }],
  })
  const setup = await sendingByCommand(PEOPLE, { PUBLIC_URL: 'https://mail.example.test' })
  try {
    const { json, newsletter, listId, worker, rows } = setup
    await json(['route', 'add', 'slow', '--url', `smtp://127.0.0.1:${sink.port}`, '--rate', '60'])
    const id = await newsletter()
    worker()
    await json(['send', '--hold', '0', '--newsletter', id, '--list', listId])
    while (sink.counts.size < 60) await pause(50)
    const cancelled = await json(['sending', 'cancel', '1', '--yes'])
    assert.equal(cancelled.state, 'cancelled')
    const settled = async () => {
      const open = await rows(
        'select 1 from claims union all select 1 from work union all select 1 from ' +
          "deliveries where state not in ('accepted', 'withdrawn')",
      )
      return open.length === 0
    }
    while (!(await settled())) await pause(200)
    const reached = sink.counts.size
    await pause(2_000)
    assert.equal(sink.counts.size, reached)
    const { counts } = await json(['sending', 'show', '1'])
    assert.deepEqual(counts, { accepted: reached, withdrawn: PEOPLE - reached })
    assert.ok(reached < PEOPLE / 2, `${reached} were sent`)
  } finally {
    await setup.drop()
    await sink.stop()
  }
})
