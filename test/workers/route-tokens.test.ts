/** A route that logs in by tokens of OAuth 2: through a sending, and when they are refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepDefaultRoute } from '../../src/domain/routes/routes.sql.ts'
import { findSending } from '../../src/domain/sendings/sendings.sql.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { authBy, startTokenEndpoint } from '../support/token-endpoint.ts'
import { until } from '../support/until.ts'

const PEOPLE = 2000

test('a sending continues while tokens end; a refused token pauses the route, with the remedy', async () => {
  const endpoint = await startTokenEndpoint(1)
  const sink = await startSink({ keep: 0, offers: ['AUTH XOAUTH2'], auth: authBy(endpoint) })
  const { store, accountId, ask, send, startWorkers, drop } = await sendingSetup(PEOPLE)
  await keepDefaultRoute(store, {})
  await ask(
    'update routes set emails_per_connection = 5, connections = 2, rate_per_second = 500 where id = 0',
  )
  const query = `token_url=${encodeURIComponent(endpoint.url)}&client_id=shop&client_secret=hush`
  const workers = await startWorkers(sink.port, {
    SMTP_URL: `smtp://news@127.0.0.1:${sink.port}?${query}`,
  })
  try {
    const sendingId = await send()
    await until(
      async () => (await findSending(store, { accountId, sendingId }))?.state === 'finished',
    )
    assert.deepEqual([sink.counts.size, sink.seen.messages], [PEOPLE, PEOPLE])
    assert.ok(endpoint.asked.length >= 3, `${endpoint.asked.length} tokens`)
    assert.equal(endpoint.most(), 1)

    endpoint.answer({ status: 401, body: '{"error":"invalid_client"}' })
    endpoint.revoke()
    await send()
    const paused = () => ask('select paused_reason from routes where paused_at is not null')
    await until(async () => (await paused()).length > 0)
    const [[reason]] = (await paused()) as [[string]]
    assert.match(
      reason,
      /^127\.0\.0\.1:\d+ refuses an access token: invalid_client\. Check client_id .* Then change the address of the relay, start again, and resume the relay\.$/,
    )
    assert.ok(!reason.includes('hush'))
  } finally {
    await workers.stop()
    await Promise.all([sink.stop(), endpoint.stop()])
    await drop()
  }
})
