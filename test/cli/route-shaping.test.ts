/** `pennypost route shape` and `route warm-up`: limits of mailbox providers, as people set them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSink } from '../support/smtp-sink.ts'
import { sendingByCommand } from './sending-setup.ts'

test('limits of a provider are set, shown, lifted and dropped', async () => {
  const { run, json, fails, drop } = await sendingByCommand(1)
  try {
    await json(['route', 'add', 'near', '--url', 'smtp://127.0.0.1:9'])
    const shape = (...options: string[]) => ['route', 'shape', 'near', '--provider', ...options]
    assert.match(
      (await run(shape('gmail', '--rate', '5', '--connections', '0'))).out,
      /^The route near to gmail: 100 emails on each, 5 emails a second\.\n$/,
    )
    await json(shape('firm.example', '--daily-quota', '100'))
    const { out } = await run(['route', 'list'])
    assert.match(out, /^ {2}to Gmail: 100 emails on each, 5 emails a second$/m)
    assert.match(out, /^ {2}to firm\.example: 100 emails a day$/m)
    await json(shape('Gmail', '--usual'))
    const [listed] = (await json(['route', 'list'])).filter(
      (one: { name: string }) => one.name === 'near',
    )
    assert.deepEqual(
      listed.providerLimits.map((one: { provider: string }) => one.provider),
      ['firm.example'],
    )
    await fails(shape('no such!', '--rate', '1'), /^There is no provider "no such!"\. There are:/)
    await fails(shape('Gmail'), /^Nothing to change: give --rate/)
    await fails(shape('Gmail', '--connections', '1.5'), /^connections: It must be a whole number/)
    await fails(['route', 'warm-up', 'near', '--growth', '9'], /^The growth is a number from 1\.05/)
  } finally {
    await drop()
  }
})

test('a route that warms up sends its quota today, and the rest waits for tomorrow', async () => {
  const sink = await startSink({ keep: 0 })
  const setup = await sendingByCommand(30, {
    PUBLIC_URL: 'https://mail.example.test',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
  })
  const { run, json, rows, file, listId, worker, drop } = setup
  try {
    await rows(
      "update subscribers set email = 'p' || id::text || '@gmail.com', " +
        "email_key = 'p' || id::text || '@gmail.com' where id <= 20",
    )
    await run(['route', 'list'])
    worker()
    while ((await rows('select 1 from routes')).length === 0)
      await new Promise(resolve => setTimeout(resolve, 200))
    await json(['route', 'warm-up', 'default', '--first', '15'])
    // Workers read it within two seconds, those of a busy machine a little later.
    await new Promise(resolve => setTimeout(resolve, 5_000))
    const letter = file('news.html', '<p>Hello {{ name }}</p>')
    const { id } = await json(['newsletter', 'add', '--file', letter, '--subject', 'News'])
    await json(['send', '--hold', '0', '--newsletter', String(id), '--list', listId])
    const counts = async () => (await json(['sending', 'show', '1'])).counts
    while ((await counts()).planned !== undefined || (await counts()).accepted === undefined)
      await new Promise(resolve => setTimeout(resolve, 200))
    assert.deepEqual(await counts(), { accepted: 25, deferred: 5 })
    const gmail = [...sink.counts.keys()].filter(address => address.endsWith('@gmail.com'))
    assert.equal(gmail.length, 15)
    const { out } = await run(['route', 'list'])
    assert.match(out, /^ {2}warms up: each day 1\.5 times the emails of the day before/m)
    assert.match(out, /^ {2}to Gmail today: 15 of 15$/m)
    assert.match(out, /^ {2}to other today: 10 of 15$/m)
    await json(['route', 'warm-up', 'default', '--off'])
    assert.doesNotMatch((await run(['route', 'list'])).out, /warms up|today/)
  } finally {
    await drop()
    await sink.stop()
  }
})
