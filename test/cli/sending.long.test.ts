/**
 * A newsletter on its way by command, with workers as processes of their own: into the sandbox,
 * through a relay, and steered by a person.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { sendingByCommand } from './sending-setup.ts'

type Setup = Awaited<ReturnType<typeof sendingByCommand>>

describe('into the sandbox', () => {
  let setup: Setup
  before(async () => {
    setup = await sendingByCommand(30)
  })
  after(() => setup.drop())

  test('without a worker it says so; with one everybody gets it, at the time that was said, and test emails go to their group', async () => {
    const { run, json, newsletter, listId, worker, rows } = setup
    const id = await newsletter()
    const sent = await run(['send', '--hold', '0', '--newsletter', id, '--list', listId])
    assert.match(
      sent.out,
      /^Sending 1: newsletter \d+ is sent now to list \d+\.\nThe sandbox keeps its emails: http:\/\/127\.0\.0\.1:8080\/sandbox\nTo watch it: /,
    )
    assert.match(sent.err, /^No worker is running: /)
    const due = new Date(Date.now() + 6_000)
    const local = new Date(due.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 19)
    const later = await run([
      'send',
      '--repeat',
      '--hold',
      '0',
      '--newsletter',
      id,
      '--list',
      listId,
      '--at',
      local,
      '--zone',
      'Asia/Kolkata',
    ])
    // Seconds are said unless they are none.
    const said = local.replace('T', ' ').replace(/:00$/, '')
    assert.match(
      later.out,
      new RegExp(
        `^Sending 2: newsletter ${id} is sent at ${said} \\+05:30 ` +
          `\\(Asia/(Kolkata|Calcutta)\\) to list`,
      ),
    )

    worker()
    const shown = await run(['sending', 'show', '1', '--watch'])
    assert.equal(shown.code, 0)
    assert.match(shown.out, /^State: {8}finished$/m)
    assert.match(shown.out, /^Audience: {5}30; left out: none$/m)
    assert.match(shown.out, /^ {2}accepted +30$/m)
    const [second] = (await json(['sending', 'list'])).slice(0, 1)
    assert.equal(second.state, Date.now() < due.getTime() - 1_000 ? 'scheduled' : second.state)

    await json(['test-group', 'add', 'office', 'p7@example.test', 'boss@example.test'])
    const tested = await run([
      'send',
      '--newsletter',
      id,
      '--test',
      'office',
      '--list',
      listId,
      '--wait',
    ])
    assert.match(tested.err, /^Sending 3: 2 emails to the test group office\.$/m)
    assert.match(tested.err, /finished: 2 of 2 emails; accepted 2/)
    const subjects = await rows(
      'select email, subject from sandbox_messages where source_id = 3 order by email',
    )
    assert.deepEqual(subjects, [
      ['boss@example.test', '[Test] News for '],
      ['p7@example.test', '[Test] News for P7'],
    ])

    await until(async () => (await json(['sending', 'show', '2'])).state === 'finished')
    const [[first]] = (await rows(
      'select min(received_at) from sandbox_messages where source_id = 2',
    )) as [[Date]]
    assert.ok(first.getTime() >= Math.floor(due.getTime() / 1000) * 1000)
    assert.deepEqual(
      await rows(
        'select source_id::int, count(*)::int, count(distinct email)::int from ' +
          'sandbox_messages group by 1 order by 1',
      ),
      [
        [1, 30, 30],
        [2, 30, 30],
        [3, 2, 2],
      ],
    )
    // Tests count nowhere.
    assert.deepEqual(
      (await json(['sending', 'list'])).map((row: { id: number }) => row.id),
      [2, 1],
    )

    // A process with SMTP_URL notes its route: commands without it tell of no sandbox.
    await rows("insert into routes (id, name, sealed_url) values (0, 'default', '')")
    const through = [
      'send',
      '--hold',
      '0',
      '--newsletter',
      id,
      '--list',
      listId,
      '--at',
      '2999-01-01 10:00',
    ]
    assert.doesNotMatch((await run(through)).out, /sandbox/)
  })
})

describe('through a relay', () => {
  let setup: Setup
  before(async () => {
    setup = await sendingByCommand(20)
  })
  after(() => setup.drop())

  test('it is paused, resumed, retried, confirmed and cancelled by command', async () => {
    const sink = await startSink({
      tricks: [{ at: 'rcpt', do: 'reply', reply: '550 5.1.1 nobody here', about: 'p7@' }],
    })
    const relay = {
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      PUBLIC_URL: 'https://mail.example.test',
    }
    const { newsletter, listId, worker, rows, fails } = setup
    const json = (args: string[]) => setup.json(args, relay)
    const run = (args: string[]) => setup.run(args, relay)
    try {
      const id = await newsletter()
      const send = ['send', '--repeat', '--hold', '0', '--newsletter', id, '--list', listId]
      assert.equal((await json(send)).id, 1)
      assert.equal((await json(['sending', 'pause', '1'])).state, 'paused')
      assert.equal((await json(send)).id, 2)
      worker(relay)
      await until(async () => (await json(['sending', 'show', '2'])).state === 'finished')
      assert.equal((await json(['sending', 'show', '1'])).state, 'paused')
      assert.match((await run(['sending', 'show', '1'])).out, /^Stopped: +Paused by an operator/m)
      await fails(['sending', 'resume', '1'], /^PUBLIC_URL is not set/, {
        SMTP_URL: relay.SMTP_URL,
      })
      // Who is not there is left out from then on, unless somebody says otherwise.
      assert.equal(
        (await run(['suppression', 'release', 'p7@example.test'])).out,
        'p7@example.test is sent emails again.\n',
      )
      assert.equal((await run(['sending', 'resume', '1'])).out, 'Sending 1 is running.\n')
      const waited = await run(['sending', 'show', '1', '--watch'])
      assert.match(waited.out, /^Replies:\n {9}1 {2}bounced {3}550 5\.1\.1 nobody here$/m)
      assert.deepEqual((await json(['sending', 'show', '1'])).counts, { accepted: 19, bounced: 1 })

      sink.tell([])
      assert.equal(
        (await run(['sending', 'retry', '1', '--states', 'failed'])).out,
        'Nothing in sending 1 is failed.\n',
      )
      assert.equal(
        (await run(['sending', 'retry', '1'])).out,
        '1 email of sending 1 will be tried again.\n',
      )
      assert.deepEqual((await json(['sending', 'show', '1', '--watch'])).counts, { accepted: 20 })
      assert.deepEqual(
        [sink.counts.get('p7@example.test'), sink.counts.get('p8@example.test')],
        [1, 2],
      )

      assert.equal((await json([...send, '--at', '2099-01-01 09:00'])).id, 3)
      await rows("update sendings set due_at = now() - interval '5 hours' where id = 3")
      await rows('update work set due = now() where source_id = 3')
      await until(async () => (await json(['sending', 'show', '3'])).state === 'unconfirmed')
      assert.match(
        (await json(['sending', 'show', '3'])).standstill,
        /confirm that it should still be sent/,
      )
      assert.equal((await run(['sending', 'confirm', '3'])).out, 'Sending 3 is sent now.\n')
      assert.deepEqual((await json(['sending', 'show', '3', '--watch'])).counts, { accepted: 20 })

      assert.equal((await json([...send, '--at', '2099-01-01 09:00', '--zone', '+02:00'])).id, 4)
      assert.match(
        (await run(['sending', 'list'])).out,
        /^ {5}4 {2}scheduled +2099-01-01 09:00 \+02:00 /m,
      )
      assert.equal(
        (await run(['sending', 'cancel', '4', '--yes'])).out,
        'Sending 4 is cancelled; 0 emails withdrawn.\n',
      )
      await fails(['sending', 'resume', '4'], /^The sending is cancelled\.\n$/, relay)
      await fails(
        ['sending', 'show', '99'],
        /^There is no sending 99\. To see them: pennypost sending list\n$/,
      )
      assert.equal(sink.seen.messages, 60 - 1)
    } finally {
      await sink.stop()
    }
  })
})
