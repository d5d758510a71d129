/** Mailboxes that are fetched from: servers that lie, drop or never end. */
import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { MailboxUrlError, readMailboxUrl } from '../../src/mail/mailbox/url.ts'
import { fetched } from './mailboxes-setup.ts'

/** How long a server that falls silent is waited for. */
const SHORT_MILLIS = 500

/** A server that answers each line; undefined hangs up. */
async function serving(
  greeting: string,
  answer: (line: string, socket: Socket) => string | undefined,
) {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write(`${greeting}\r\n`)
    let rest = ''
    socket.on('data', chunk => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        const said = answer(line, socket)
        if (said === undefined) socket.destroy()
        else if (said !== '') socket.write(said)
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('a POP3 server that', () => {
  const pop3 = (
    list: string,
    retr: (line: string, socket: Socket) => string | undefined,
    said: string[] = [],
  ) =>
    serving('+OK ready', (line, socket) => {
      said.push(line)
      if (line === 'LIST') return `+OK\r\n${list}`
      if (/^(RETR|TOP)/.test(line)) return retr(line, socket)
      return '+OK\r\n'
    })
  const cases: [
    string,
    string,
    (line: string, socket: Socket) => string | undefined,
    number,
    RegExp,
  ][] = [
    [
      'sends a message without an end',
      '1 10\r\n.\r\n',
      (_, socket) => flood(socket, '+OK\r\n', 'x\r\n'),
      0,
      /endless message/,
    ],
    [
      'sends a line without an end',
      '1 10\r\n.\r\n',
      (_, socket) => flood(socket, '+OK\r\n', 'x'),
      0,
      /endless line/,
    ],
    [
      'drops the connection',
      '1 10\r\n2 10\r\n.\r\n',
      line => (line === 'RETR 1' ? '+OK\r\na\r\n.\r\n' : undefined),
      1,
      /closed the connection/,
    ],
    [
      'names a message again and again',
      '1 10\r\n1 10\r\n1 10\r\n.\r\n',
      () => '+OK\r\n..a\r\n.\r\n',
      1,
      /^$/,
    ],
    ['lists nonsense', 'one ten\r\n.\r\n', () => '+OK\r\n.\r\n', 0, /lists: one ten/],
    [
      'refuses a message',
      '1 10\r\n.\r\n',
      () => '-ERR locked\r\n',
      0,
      /replies to RETR 1: -ERR locked/,
    ],
  ]
  for (const [name, list, retr, taken, trouble] of cases)
    test(name, async () => {
      const server = await pop3(list, retr)
      try {
        const got = await fetched(`pop3://u:p@127.0.0.1:${server.port}?tls=no`)
        assert.match(got.trouble, trouble)
        assert.equal(got.taken.length, taken)
      } finally {
        server.stop()
      }
    })

  test('falls silent', async () => {
    const server = await pop3('1 10\r\n.\r\n', () => '+OK\r\nSubject: x\r\n')
    const got = await fetched(`pop3://u:p@127.0.0.1:${server.port}?tls=no`, SHORT_MILLIS)
    server.stop()
    assert.match(got.trouble, /not answered for too long/)
    assert.deepEqual(got.taken, [])
  })

  test('announces a huge message: its beginning is asked for; the password stands in no sentence', async () => {
    const said: string[] = []
    const server = await pop3(
      '1 104857600\r\n.\r\n',
      () => '+OK\r\nSubject: huge\r\n\r\nx\r\n.\r\n',
      said,
    )
    const { taken } = await fetched(`pop3://u:p@127.0.0.1:${server.port}?tls=no`)
    server.stop()
    assert.deepEqual(
      [taken[0]!.size, String(taken[0]!.content)],
      [104_857_600, 'Subject: huge\r\n\r\nx\r\n'],
    )
    assert.ok(said.includes('TOP 1 2000') && said.indexOf('DELE 1') < said.indexOf('QUIT'))
    const refusing = await serving('+OK', line =>
      line.startsWith('PASS') ? '-ERR no\r\n' : '+OK\r\n',
    )
    const { trouble } = await fetched(`pop3://u:hemlig@127.0.0.1:${refusing.port}?tls=no`)
    refusing.stop()
    assert.equal(trouble, 'the server replies to PASS: -ERR no')
  })
})

/** Writes as fast as it is read, until the other side has had enough. */
function flood(socket: Socket, first: string, text: string): string {
  socket.write(first)
  const chunk = text.repeat(20_000)
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once('drain', write)
  }
  setImmediate(write)
  return ''
}

describe('an IMAP server that', () => {
  const imap = (
    search: string,
    fetch: (uid: number, tag: string, socket: Socket) => string | undefined,
  ) =>
    serving('* OK ready', (line, socket) => {
      const [tag, ...words] = line.split(' ')
      if (words[0] === 'SELECT') return `* 2 EXISTS\r\n* OK [UIDVALIDITY 77] x\r\n${tag} OK\r\n`
      if (words[1] === 'SEARCH') return `* SEARCH${search}\r\n${tag} OK\r\n`
      if (words[1] === 'FETCH') return fetch(Number(words[2]), tag!, socket)
      return `${tag} OK\r\n`
    })
  const good = (uid: number, tag: string) =>
    `* 1 FETCH (UID ${uid} RFC822.SIZE 3 BODY[]<0> {3}\r\na\r\n)\r\n${tag} OK\r\n`
  const cases: [
    string,
    string,
    (uid: number, tag: string, socket: Socket) => string | undefined,
    number,
    RegExp,
  ][] = [
    [
      'drops the connection',
      ' 1 2',
      (uid, tag) => (uid === 1 ? good(uid, tag) : undefined),
      1,
      /closed the connection/,
    ],
    ['repeats UIDs', ' 5 5 5 4', good, 2, /^$/],
    ['has nothing new', '', good, 0, /^$/],
    [
      'sends more than was asked for',
      ' 1',
      () => '* 1 FETCH (UID 1 BODY[]<0> {99999999}\r\n',
      0,
      /not requested/,
    ],
    ['says goodbye', ' 1', () => '* BYE maintenance\r\n', 0, /says: BYE maintenance/],
    [
      'never ends its answer',
      ' 1',
      (_uid, _tag, socket) => flood(socket, '', '* 1 EXISTS\r\n'),
      0,
      /endless reply/,
    ],
    [
      'sends a line without an end',
      ' 1',
      (_uid, _tag, socket) => flood(socket, '* OK ', 'x'),
      0,
      /endless/,
    ],
    [
      'sends a message again and again',
      ' 1',
      (_uid, _tag, socket) => flood(socket, '', '* 1 FETCH (UID 1 BODY[]<0> {3}\r\na\r\n)\r\n'),
      0,
      /endless reply/,
    ],
    [
      'refuses a message',
      ' 1',
      (_uid, tag) => `${tag} NO locked\r\n`,
      0,
      /replies to FETCH: NO locked/,
    ],
    [
      'has lost the message',
      ' 1 2',
      (uid, tag) => (uid === 1 ? `${tag} OK\r\n` : good(uid, tag)),
      1,
      /^$/,
    ],
  ]
  for (const [name, search, fetch, taken, trouble] of cases)
    test(name, async () => {
      const server = await imap(search, fetch)
      try {
        const got = await fetched(`imap://u:p@127.0.0.1:${server.port}?tls=no`)
        assert.match(got.trouble, trouble)
        assert.equal(got.taken.length, taken)
      } finally {
        server.stop()
      }
    })

  test('falls silent in a literal', async () => {
    const server = await imap(' 1', () => '* 1 FETCH (UID 1 BODY[]<0> {9}\r\nabc')
    const got = await fetched(`imap://u:p@127.0.0.1:${server.port}?tls=no`, SHORT_MILLIS)
    server.stop()
    assert.match(got.trouble, /not answered for too long/)
    assert.deepEqual(got.taken, [])
  })
})

test('a password goes to no IMAP server without TLS, with any greeting', async () => {
  for (const greeting of ['* OK ready', '* PREAUTH welcome']) {
    const said: string[] = []
    const server = await serving(greeting, line => {
      said.push(line)
      return `${line.split(' ')[0]} OK\r\n`
    })
    const { trouble } = await fetched(`imap://u:hemlig@127.0.0.1:${server.port}`)
    server.stop()
    assert.match(trouble, /STARTTLS/)
    assert.doesNotMatch(said.join() + trouble, /hemlig|LOGIN/)
  }
})

test('addresses of mailboxes', () => {
  const { port, mailbox, tls, password } = readMailboxUrl(
    'imaps://bo%40example.test:p%2Fw@mail.example.test/Bounces%20in',
  )
  assert.deepEqual([port, mailbox, tls, password], [993, 'Bounces in', 'implicit', 'p/w'])
  assert.equal(readMailboxUrl('pop3://u:p@host').tls, 'starttls')
  for (const wrong of [
    'http://u:p@h',
    'imaps://h',
    'imaps://u@h',
    'pop3s://u:p@h/INBOX',
    'imaps://u:p%0d%0ax@h',
    'imaps://u:p@h?x=y',
    'imaps://u:%zz@h',
  ])
    assert.throws(() => readMailboxUrl(wrong), MailboxUrlError, wrong)
})
