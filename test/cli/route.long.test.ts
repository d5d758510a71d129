/** Relays and DKIM keys by command, with real emails as a trial. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startSink } from '../support/smtp-sink.ts'
import { sendingByCommand } from './sending-setup.ts'

type Setup = Awaited<ReturnType<typeof sendingByCommand>>

describe('routes', () => {
  let setup: Setup
  before(async () => {
    setup = await sendingByCommand(1)
  })
  after(() => setup.drop())

  test('are added with a sealed address, limited, paused and tried with a real email', async () => {
    const sink = await startSink()
    const { run, json, fails, rows } = setup
    const url = `smtp://127.0.0.1:${sink.port}`
    try {
      await fails(
        ['route', 'add', 'x', '--url', 'smtp://u:topsecret@relay.example.com'],
        /^A password on the command line can be seen/,
      )
      await fails(
        ['route', 'add', 'default', '--url', url],
        /^default is the name of the relay of SMTP_URL/,
      )
      await fails(
        ['route', 'add', 'x', '--url', 'http://relay.example.com'],
        /^The address of a relay has the form smtp:/,
      )
      const secret = await run(
        ['route', 'add', 'Far', '--daily-quota', '1000'],
        {},
        'smtp://u:topsecret@relay.example.com:587\n',
      )
      assert.match(secret.out, /^The route Far goes to smtp:\/\/u@relay\.example\.com:587\./)
      await fails(['route', 'add', 'far', '--url', url], /^There is a route far already/)
      assert.doesNotMatch(
        JSON.stringify([await rows('select * from routes'), secret, await run(['route', 'list'])]),
        /topsecret/,
      )
      await json(['route', 'limit', 'far', '--daily-quota', 'none', '--rate', '2.5'])
      await json(['route', 'pause', 'far', '--reason', 'moving'])
      const [far] = await json(['route', 'list'])
      assert.deepEqual(
        [far.state, far.reason, far.limits.ratePerSecond, far.limits.dailyQuota],
        ['paused', 'moving', 2.5, null],
      )
      await json(['route', 'resume', 'far'])
      await json(['route', 'remove', 'far', '--yes'])

      await json(['route', 'add', 'near', '--url', url])
      await json(['dkim', 'add', 'example.test', '--selector', 'one'])
      const tried = await run(['route', 'test', 'near', '--to', 'me@example.test'])
      assert.equal(tried.code, 0, tried.err)
      assert.match(
        tried.out,
        /^Email: {4}from shop@example\.test to me@example\.test, signed by one and one-ed\nOutcome: {3}accepted, at the step dot\nAnswer: {4}250 2\.0\.0 Ok: taken$/m,
      )
      assert.match(sink.messages[0]!.bytes.toString(), /^Subject: An email to try the relay\r$/m)
      sink.tell([{ at: 'rcpt', do: 'reply', reply: '550 5.7.1 not you' }])
      const refused = await run(['route', 'test', 'near', '--to', 'me@example.test'])
      assert.deepEqual([refused.code, refused.err], [1, 'The email was not accepted: refused.\n'])
      assert.match(refused.out, /^Answer: {4}550 5\.7\.1 not you$/m)
      await fails(
        ['route', 'test', 'no', '--to', 'me@example.test'],
        /^There is no relay "no"\. There are: near\.\n$/,
      )
    } finally {
      await sink.stop()
    }
  })

  test('DKIM keys: the second pair waits until the first is retired', async () => {
    const { run, json, fails } = setup
    const shown = await run(['dkim', 'add', 'Shop.example', '--selector', 'a'])
    assert.match(shown.out, /^Name: {3}a\._domainkey\.shop\.example$/m)
    assert.match(shown.out, /^Value: {2}v=DKIM1; k=rsa; p=\S{390,}$/m)
    assert.match(shown.out, /^a\._domainkey\.shop\.example\. IN TXT \( "[^"]{255}" "[^"]+" \)$/m)
    assert.match(
      (await run(['dkim', 'add', 'shop.example'])).out,
      /They wait: publish their records/,
    )
    await fails(
      ['dkim', 'add', 'shop.example', '--selector', 'a'],
      /has a key with the selector a already/,
    )
    await fails(['dkim', 'add', 'not a domain'], /is not a domain/)
    const states = async () =>
      (await json(['dkim', 'list']))
        .filter((key: { domain: string }) => key.domain === 'shop.example')
        .map((key: { algorithm: string; state: string }) => `${key.algorithm} ${key.state}`)
        .sort()
    assert.deepEqual(await states(), ['ed25519 signs', 'ed25519 waits', 'rsa signs', 'rsa waits'])
    assert.match(
      (await run(['dkim', 'retire', 'shop.example', 'a', '--yes'])).out,
      /^a is retired; from now on pp\d{8}-ed and pp\d{8} sign\./,
    )
    assert.deepEqual(await states(), [
      'ed25519 retired',
      'ed25519 signs',
      'rsa retired',
      'rsa signs',
    ])
    await fails(
      ['dkim', 'retire', 'shop.example', 'zzz'],
      /^There is no key of that domain and selector\.\n$/,
    )
  })
})
