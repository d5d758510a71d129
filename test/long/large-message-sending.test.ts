/**
 * Emails at the edge of what is allowed: 5 MB go out whole in little memory, what is too large is
 * refused in a sentence by us, and pauses the sending when it is too large for the relay.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { sendingByCommand } from '../cli/sending-setup.ts'
import { OFFERS, startSink } from '../support/smtp-sink.ts'

const PEOPLE = 60
/**
 * The worker with all that it has in hand: far less than the emails of one group would take
 * together.
 */
const MOST_MEGABYTES = 600

/**
 * Paragraphs that differ, with letters beyond ASCII and a link here and there, so many bytes in
 * all.
 */
function longHtml(bytes: number): string {
  const parts = ['<h1>Hej {{ name }}</h1>\n']
  for (let n = 0, length = 0; length < bytes; n++) {
    const part =
      `<p>Stycke ${n}: åäö och lite ` +
      `till${n % 500 === 0 ? ', <a href="https://shop.example.test/">läs mer</a>' : ''}.</p>\n`
    parts.push(part)
    length += Buffer.byteLength(part)
  }
  return parts.join('')
}

const mostMegabytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024

test('an email of 5 MB reaches everybody whole, in little memory', async () => {
  const sink = await startSink({ keep: 1 })
  const setup = await sendingByCommand(PEOPLE, {
    PUBLIC_URL: 'https://mail.example.test',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
  })
  try {
    const { json, file, listId, worker } = setup
    const html = longHtml(5_000_000)
    const { id } = await json([
      'newsletter',
      'add',
      '--file',
      file('long.html', html),
      '--subject',
      'Long',
    ])
    const { process: running } = worker()
    await json(['send', '--hold', '0', '--newsletter', String(id), '--list', listId, '--anyway'])
    const { state, counts } = await json(['sending', 'show', '1', '--watch'])
    assert.deepEqual([state, counts], ['finished', { accepted: PEOPLE }])
    assert.ok([...sink.counts.values()].every(count => count === 1))
    const [message] = sink.messages
    assert.ok(message!.bytes.length > 5_000_000)
    const read = await PostalMime.parse(message!.bytes)
    const [, who] = /<p(\d+)@/.exec(message!.rcpts[0]!)!
    assert.match(read.html!, new RegExp(`^<h1>Hej P${who}</h1>`))
    const [, last] = /.*<p>Stycke (\d+):/s.exec(html)!
    assert.match(read.html!, new RegExp(`<p>Stycke ${last}: åäö och lite till`))
    if (process.platform === 'linux')
      assert.ok(mostMegabytes(running.pid!) < MOST_MEGABYTES, `${mostMegabytes(running.pid!)} MB`)
  } finally {
    await setup.drop()
    await sink.stop()
  }
})

test('too large is refused in a sentence; too large for the relay pauses the sending', async () => {
  const sink = await startSink({
    keep: 0,
    offers: OFFERS.map(offer => (offer.startsWith('SIZE') ? 'SIZE 1000000' : offer)),
  })
  const setup = await sendingByCommand(3, {
    PUBLIC_URL: 'https://mail.example.test',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
  })
  try {
    const { json, fails, file, listId, worker } = setup
    const add = (name: string, bytes: number) => [
      'newsletter',
      'add',
      '--file',
      file(name, longHtml(bytes)),
      '--subject',
      'Long',
    ]
    await fails(
      add('over.html', 11_000_000),
      /^A newsletter has at most 10 MB: put pictures on a server and link to them\.$/m,
    )
    assert.deepEqual(await json(['newsletter', 'list']), [])

    const { id } = await json(add('long.html', 1_000_000))
    worker()
    await json(['send', '--hold', '0', '--newsletter', String(id), '--list', listId, '--anyway'])
    const paused = async () => {
      for (;;) {
        const shown = await json(['sending', 'show', '1'])
        if (shown.state === 'paused') return shown
        await pause(250)
      }
    }
    const { counts, standstill } = await paused()
    assert.deepEqual(counts, { planned: 3 })
    assert.match(
      standstill,
      /^Route default: The email has \d+ octets; the relay takes no more than 1000000\. Use /,
    )
    assert.equal(sink.counts.size, 0)
  } finally {
    await setup.drop()
    await sink.stop()
  }
})
