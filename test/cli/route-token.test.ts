/** A relay that is logged in to by OAuth 2, by commands. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { startSink } from '../support/smtp-sink.ts'
import { authBy, startTokenEndpoint } from '../support/token-endpoint.ts'
import { migratedDatabase, pennypost } from './setup.ts'

test('a relay with OAuth 2 is added, tried, and given a new secret', async t => {
  const database = await migratedDatabase()
  t.after(() => database.drop())
  const endpoint = await startTokenEndpoint(3600)
  t.after(() => endpoint.stop())
  const sink = await startSink({ offers: ['AUTH XOAUTH2'], auth: authBy(endpoint) })
  t.after(() => sink.stop())
  const run = (args: string[], input = '') => pennypost(args, { env: database.env, input })
  const address = (secret: string) =>
    `smtp://news@127.0.0.1:${sink.port}?token_url=${encodeURIComponent(endpoint.url)}` +
    `&client_id=shop&client_secret=${secret}`
  const seen: string[] = []
  const route = async (code: number, input: string, ...args: string[]) => {
    const ended = await run(['route', ...args], input)
    assert.equal(ended.code, code, ended.err)
    seen.push(ended.out, ended.err)
    return ended
  }

  const shown = await run(['route', 'add', 'm365', '--url', address('hush')])
  assert.match(shown.err, /A password on the command line can be seen by others/)
  await route(0, address('hush'), 'add', 'm365')
  assert.match(
    (await route(0, '', 'list')).out,
    /^m365 {2}smtp:\/\/news@127\.0\.0\.1:\d+ {2}in use\n {2}logs in by OAuth 2, with tokens of 127\.0\.0\.1:\d+\.$/m,
  )
  assert.match(
    (await route(0, '', 'token', 'm365')).out,
    /^127\.0\.0\.1:\d+ gives a token for m365, until 20\d\d-/,
  )
  assert.ok(endpoint.takes((await run(['route', 'token', 'm365', '--show'])).out.trim()))
  assert.equal((await run(['account', 'add', 'shop'], 'a long secret')).code, 0)
  const trying = ['test', 'm365', '--to', 'a@example.com', '--from', 'b@example.com']
  assert.match((await route(0, '', ...trying)).out, /^Outcome: +accepted/m)

  await route(0, address('hush2'), 'edit', 'm365', '--url', '-')
  endpoint.answer({ status: 401, body: '{"error":"invalid_client"}' })
  assert.match((await route(1, '', 'token', 'm365')).err, /refuses an access token: invalid_client/)
  assert.match((await route(1, '', ...trying)).out, /^Outcome: +unusable, at the step auth$/m)
  assert.equal(endpoint.asked.at(-1)!.get('client_secret'), 'hush2')
  assert.ok(!seen.join().includes('hush'))
  await route(0, `smtp://127.0.0.1:${sink.port}`, 'edit', 'm365', '--url', '-')
  assert.match((await route(1, '', 'token', 'm365')).err, /has no token_url/)
})

test('a scheme that does not fit its port is noted, and a mute relay is given up with its step', {
  timeout: 120_000,
}, async t => {
  const database = await migratedDatabase()
  t.after(() => database.drop())
  const mute = createServer(() => {}).listen(0, '127.0.0.1')
  await new Promise(resolve => mute.once('listening', resolve))
  t.after(() => mute.close())
  const { port } = mute.address() as { port: number }
  const run = (args: string[], input = '') => pennypost(args, { env: database.env, input })
  assert.equal((await run(['account', 'add', 'shop'], 'a long secret')).code, 0)
  const added = await run(['route', 'add', 'odd', '--url', 'smtp://mail.example.com:465'])
  assert.match(added.err, /^odd: 465 wants smtps:\/\/, and the address has smtp:\/\/\.$/m)
  assert.equal((await run(['route', 'add', 'mute', '--url', `smtp://127.0.0.1:${port}`])).code, 0)
  const tried = await run([
    'route',
    'test',
    'mute',
    '--to',
    'a@example.com',
    '--from',
    'b@example.com',
  ])
  assert.equal(tried.code, 1)
  assert.match(tried.err, /^It waits for an answer at the step greeting\.$/m)
  assert.match(tried.out, /No end within 30 s: it has not answered at the step greeting/)
})
