/**
 * A list without mailable subscribers: the sending ends immediately and reports the reasons.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendingByCommand } from '../cli/sending-setup.ts'
import { startSink } from '../support/smtp-sink.ts'

test('a list without mailable people', async () => {
  const sink = await startSink({ keep: 0 })
  const setup = await sendingByCommand(6, {
    PUBLIC_URL: 'https://mail.example.test',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
  })
  try {
    const { run, json, newsletter, listId, worker, rows } = setup
    const id = await newsletter()
    worker()
    await rows('update subscribers set complained_at = now() where id = 5')
    await rows('update subscribers set undeliverable_since = now() where id = 6')
    await json(['optout', 'add', ...[1, 2, 3, 4].map(n => `p${n}@example.test`)])
    const sent = await run(['send', '--hold', '0', '--newsletter', id, '--list', listId, '--wait'])
    assert.equal(sent.code, 0)
    assert.match(sent.err, /^finished: no emails$/m)
    const shown = await json(['sending', 'show', '1'])
    // Opting out ends subscriptions: who has is no longer on the list.
    assert.deepEqual(
      [shown.state, shown.candidates, shown.planned, shown.leftOut, shown.counts],
      ['finished', 2, 0, { complained: 1, undeliverable: 1 }, {}],
    )

    await json(['optout', 'add', 'p5@example.test', 'p6@example.test'])
    assert.equal(
      (await run(['send', '--hold', '0', '--newsletter', id, '--list', listId, '--wait'])).code,
      0,
    )
    const { out } = await run(['sending', 'show', '2'])
    assert.match(out, /^State: {8}finished$/m)
    assert.match(out, /^Audience: {5}0; left out: none$/m)
    assert.match(out, /^Emails: {7}0$/m)
    assert.equal(sink.seen.messages, 0)
  } finally {
    await setup.drop()
    await sink.stop()
  }
})
