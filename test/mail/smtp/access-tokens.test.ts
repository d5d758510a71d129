/** Log-in by access tokens of OAuth 2 that end, are revoked, and are refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { authBy, startTokenEndpoint } from '../../support/token-endpoint.ts'
import { envelope, message, relayAt, sinkFor } from './setup.ts'

const SECRET = 'a+b/c=d&e'
const options = (url: string, more = '') =>
  `?token_url=${encodeURIComponent(url)}&client_id=shop&client_secret=` +
  encodeURIComponent(SECRET).replace('%2B', '+') +
  more

type TestOf = Parameters<typeof sinkFor>[0]

async function setup(t: TestOf, seconds: number, facts: Record<string, unknown> = {}) {
  const endpoint = await startTokenEndpoint(seconds, facts)
  t.after(() => endpoint.stop())
  const sink = await sinkFor(t, { offers: ['AUTH XOAUTH2'], auth: authBy(endpoint), keep: 0 })
  const relay = (more = '', given = {}) =>
    relayAt(t, sink.port, given, 'news@127.0.0.1', options(endpoint.url, more))
  return { endpoint, sink, relay }
}

test('2,000 emails go out once each while tokens end again and again', async t => {
  const { endpoint, sink, relay } = await setup(t, 1)
  const by = relay('', { connections: 4, messagesPerConnection: 5 })
  // Slow enough for several tokens.
  const beforeData = () => pause(5).then(() => true)
  const verdicts = await Promise.all(
    Array.from({ length: 2000 }, (_, at) =>
      by.send(envelope(`p${at}@example.com`), message, { beforeData, mark: 'between' }),
    ),
  )
  assert.ok(verdicts.every(({ outcome }) => outcome === 'accepted'))
  assert.deepEqual([sink.counts.size, sink.seen.messages], [2000, 2000])
  assert.ok(endpoint.asked.length >= 3, `${endpoint.asked.length} tokens`)
  assert.equal(endpoint.most(), 1)
})

test('all connections share a token; it is asked for as RFC 6749 says', async t => {
  const { endpoint, relay } = await setup(t, 3600)
  const by = relay('&scope=https://outlook.office365.com/.default', { connections: 10 })
  await Promise.all(Array.from({ length: 40 }, () => by.send(envelope(), message)))
  assert.deepEqual(
    endpoint.asked.map(form => Object.fromEntries(form)),
    [
      {
        client_id: 'shop',
        grant_type: 'client_credentials',
        client_secret: SECRET,
        scope: 'https://outlook.office365.com/.default',
      },
    ],
  )
})

test('a refresh token, and another that comes with the answer', async t => {
  const { endpoint, relay } = await setup(t, 3600, { refresh_token: 'second' })
  const by = relay('&refresh_token=1//first', { connections: 1, messagesPerConnection: 1 })
  assert.equal((await by.send(envelope(), message)).outcome, 'accepted')
  // The server does not take it any more, before its time: a new one on the same connection.
  endpoint.revoke()
  assert.equal((await by.send(envelope(), message)).outcome, 'accepted')
  assert.deepEqual(
    endpoint.asked.map(form => [form.get('grant_type'), form.get('refresh_token')]),
    [
      ['refresh_token', '1//first'],
      ['refresh_token', 'second'],
    ],
  )
})

/** Not by a reply alone: some give their reason as a challenge first (334), which is answered. */
const FORGETFUL: [reply: string, then: string, tokens: number][] = [
  ['535 5.7.8 Token forgotten', '', 2],
  ['334 eyJzdGF0dXMiOiI0MDEifQ==', '535 5.7.8 Token forgotten', 2],
  ['534 5.7.9 Token forgotten', '', 1],
]
for (const [reply, then, tokens] of FORGETFUL)
  test(`a relay that takes a token and forgets it says ${reply.slice(0, 3)}`, async t => {
    const endpoint = await startTokenEndpoint(3600)
    t.after(() => endpoint.stop())
    let forgets = false
    const auth = (line: string) => (line === '' ? then : forgets ? reply : authBy(endpoint)(line))
    const sink = await sinkFor(t, { offers: ['AUTH XOAUTH2'], auth, keep: 0 })
    const given = { connections: 1, messagesPerConnection: 1 }
    const by = relayAt(t, sink.port, given, 'news@127.0.0.1', options(endpoint.url))
    assert.equal((await by.send(envelope(), message)).outcome, 'accepted')
    forgets = true
    const verdict = await by.send(envelope(), message)
    assert.deepEqual([verdict.outcome, verdict.stage, verdict.about], ['unusable', 'auth', 'us'])
    assert.match(verdict.text, /Token forgotten/)
    // Once more with a new token, and then no more: the endpoint is not asked again and again.
    assert.equal(endpoint.asked.length, tokens)
    const tries = sink.said.filter(line => line.startsWith('AUTH'))
    assert.equal(tries.length, 1 + tokens)
    forgets = false
    assert.equal((await by.send(envelope(), message)).outcome, 'accepted')
  })

const answers: [what: string, status: number, body: string, about: string, says: RegExp][] = [
  [
    'a refused secret',
    401,
    JSON.stringify({
      error: 'invalid_client',
      error_description: `AADSTS7000215\n${SECRET} ended`,
    }),
    'us',
    /^127\.0\.0\.1:\d+ refuses an access token: invalid_client: AADSTS7000215 … ended\. Check client_id/,
  ],
  [
    'a consent that has ended',
    400,
    '{"error":"invalid_grant"}',
    'us',
    /refuses an access token: invalid_grant\. The consent has ended .* get a new refresh_token/,
  ],
  ['another page', 404, '<html>', 'us', /it answers 404 without a token\. Check the options/],
  ['no token', 200, '{"access_token":7}', 'us', /it answers 200 without a token/],
  ['a token with a line end', 200, '{"access_token":"a\\r\\nQUIT"}', 'us', /without a token/],
  ['a fault', 503, '{}', 'relay', /^127\.0\.0\.1:\d+ gives no access token: it answers 503/],
  ['too many', 429, '{"error":"slow_down"}', 'relay', /gives no access token: slow_down$/],
  ['an endless answer', 200, `"${'x'.repeat(1 << 20)}"`, 'relay', /the answer is too large/],
]
for (const [what, status, body, about, says] of answers)
  test(`${what} is told without secrets, and is about ${about}`, async t => {
    const { endpoint, relay } = await setup(t, 3600)
    endpoint.answer({ status, body })
    const verdict = await relay().send(envelope(), message)
    const { outcome, stage, code } = verdict
    assert.deepEqual([outcome, stage, code, verdict.about], ['unusable', 'auth', 0, about])
    assert.match(verdict.text, says)
    assert.ok(!verdict.text.includes(SECRET))
    // Nothing of it is kept.
    endpoint.answer(undefined)
    assert.equal((await relay().send(envelope(), message)).outcome, 'accepted')
  })

test('an endpoint that is away is about the relay', async t => {
  const { endpoint, relay } = await setup(t, 3600)
  await endpoint.stop()
  const verdict = await relay().send(envelope(), message)
  assert.deepEqual([verdict.outcome, verdict.about], ['unusable', 'relay'])
  assert.match(verdict.text, /gives no access token: .*ECONNREFUSED/)
})
