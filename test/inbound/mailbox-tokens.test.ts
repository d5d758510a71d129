/** A mailbox by IMAP whose server takes access tokens only, by XOAUTH2. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { readMailboxUrl } from '../../src/mail/mailbox/url.ts'
import { startTokenEndpoint, tokenIn } from '../support/token-endpoint.ts'
import { fetched } from './mailboxes-setup.ts'

/** An empty mailbox behind a log-in. */
async function startImap(takes: (token: string) => boolean) {
  const said: string[] = []
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    let rest = ''
    let waits = ''
    const logIn = (tag: string, response: string) =>
      takes(tokenIn(response)) ? `${tag} OK in\r\n` : `${tag} NO [AUTHENTICATIONFAILED] no\r\n`
    const answer = (line: string): string => {
      if (waits !== '') {
        const tag = waits
        waits = ''
        return logIn(tag, line)
      }
      const [tag = '', command = '', ...words] = line.split(' ')
      said.push(command.toUpperCase())
      switch (command.toUpperCase()) {
        case 'CAPABILITY':
          return `* CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2\r\n${tag} OK\r\n`
        case 'AUTHENTICATE':
          if (words[1] !== undefined) return logIn(tag, words[1])
          waits = tag
          return '+ \r\n'
        case 'SELECT':
        case 'EXAMINE':
          return `* 0 EXISTS\r\n* OK [UIDVALIDITY 7]\r\n* OK [UIDNEXT 1]\r\n${tag} OK\r\n`
        case 'UID':
          return `* SEARCH\r\n${tag} OK\r\n`
        default:
          return `${tag} OK\r\n`
      }
    }
    socket
      .on('close', () => open.delete(socket))
      .on('error', () => {})
      .on('data', chunk => {
        const lines = (rest + chunk.toString()).split('\r\n')
        rest = lines.pop()!
        for (const line of lines) socket.write(answer(line))
      })
    socket.write('* OK IMAP4rev1\r\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = () => {
    for (const socket of open) socket.destroy()
    server.close()
  }
  return { port, said, stop }
}

test('it is logged in to by a token, which is fetched again when it has ended', async t => {
  const endpoint = await startTokenEndpoint(3600)
  t.after(() => endpoint.stop())
  const imap = await startImap(endpoint.takes)
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
