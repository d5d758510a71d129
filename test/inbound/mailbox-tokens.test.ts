/** A mailbox by IMAP whose server takes access tokens only, by XOAUTH2. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMailboxUrl } from '../../src/mail/mailbox/url.ts'
import { startTokenEndpoint } from '../support/token-endpoint.ts'
import { startTokenImap } from '../support/token-imap.ts'
import { fetched } from './mailboxes-setup.ts'

test('it is logged in to by a token, which is fetched again when it has ended', async t => {
  const endpoint = await startTokenEndpoint(3600)
  t.after(() => endpoint.stop())
  const imap = await startTokenImap(endpoint.takes)
  t.after(imap.stop)
  const query = `token_url=${encodeURIComponent(endpoint.url)}&client_id=shop&refresh_token=hush`
  const url = `imap://news%40example.com@127.0.0.1:${imap.port}/INBOX?tls=no&${query}`
  assert.deepEqual(await fetched(url), { taken: [], trouble: '' })
  assert.deepEqual(await fetched(url), { taken: [], trouble: '' })
  assert.deepEqual([endpoint.asked.length, imap.said.includes('LOGIN')], [1, false])
  // Not taken any more: told once, and the next check brings a new one.
  endpoint.revoke()
  assert.match((await fetched(url)).trouble, /NO .*no$/)
  assert.equal((await fetched(url)).trouble, '')
  assert.equal(endpoint.asked.length, 2)

  endpoint.revoke()
  await fetched(url)
  endpoint.answer({ status: 400, body: '{"error":"invalid_grant","error_description":"hush"}' })
  const { trouble } = await fetched(url)
  assert.match(
    trouble,
    /^127\.0\.0\.1:\d+ refuses an access token: invalid_grant: …\. The consent has/,
  )
})

test('a message is read from a server that takes tokens only', async t => {
  const endpoint = await startTokenEndpoint(3600)
  t.after(() => endpoint.stop())
  const bounce = 'Subject: Undelivered\r\n\r\n550 5.1.1 no such user\r\n'
  const imap = await startTokenImap(endpoint.takes, bounce)
  t.after(imap.stop)
  const query = `token_url=${encodeURIComponent(endpoint.url)}&client_id=shop&client_secret=hush`
  const url = `imap://news%40example.com@127.0.0.1:${imap.port}/INBOX?tls=no&${query}`
  const { taken, trouble } = await fetched(url)
  assert.equal(trouble, '')
  assert.deepEqual(
    taken.map(({ content }) => content.toString()),
    [bounce],
  )
  assert.equal(imap.said.includes('LOGIN'), false)
})

test('a server that takes a token and forgets it is told, and asked with a new one', async t => {
  const endpoint = await startTokenEndpoint(3600)
  t.after(() => endpoint.stop())
  let takes = endpoint.takes
  const imap = await startTokenImap(token => takes(token))
  t.after(imap.stop)
  const query = `token_url=${encodeURIComponent(endpoint.url)}&client_id=shop&client_secret=hush`
  const url = `imap://news%40example.com@127.0.0.1:${imap.port}/INBOX?tls=no&${query}`
  assert.equal((await fetched(url)).trouble, '')
  takes = () => false
  for (const tokens of [1, 2, 3]) {
    const { trouble } = await fetched(url)
    assert.match(trouble, /^the server replies to LOGIN: NO .*no$/)
    assert.doesNotMatch(trouble, /hush|token-/)
    assert.equal(endpoint.asked.length, tokens)
  }
  takes = endpoint.takes
  assert.equal((await fetched(url)).trouble, '')
})

test('addresses that are none', () => {
  const refused = (url: string, says: RegExp) => assert.throws(() => readMailboxUrl(url), says)
  const grant = 'token_url=https://login.example.com/token&client_id=x&client_secret=hush'
  assert.equal(
    readMailboxUrl(`imaps://u@host?${grant}`).grant?.tokenUrl,
    'https://login.example.com/token',
  )
  refused(`imaps://u:p@host?${grant}`, /with token_url it has no password/)
  refused(`pop3s://u@host?${grant}`, /OAuth 2 is for IMAP only/)
  refused('imaps://u@host?client_id=x', /needs token_url and client_id/)
  refused('imaps://u@host?token_url=https://h/&client_id=x', /client_secret .* a refresh_token/)
  refused(
    'imaps://u@host?token_url=http://h/&client_id=x&client_secret=y',
    /token_url is an address/,
  )
  refused('imaps://u:p@host?hush=1', /: its options are .*; it has another\.$/)
})
