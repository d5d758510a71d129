/** Mailboxes that are fetched from: servers that lie, drop or never end, and Debian's Dovecot. */
import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { inboxOf, keepInbox } from '../../src/domain/bounces/messages/keep-inbox.ts'
import { NOBODY } from '../../src/domain/bounces/messages/store-message.ts'
import { countImap, fetchImap } from '../../src/mail/mailbox/imap.ts'
import { MailboxTrouble } from '../../src/mail/mailbox/line-client.ts'
import { type Fetched, USUAL_FETCH_LIMITS } from '../../src/mail/mailbox/mailbox.ts'
import { countPop3, fetchPop3 } from '../../src/mail/mailbox/pop3.ts'
import { MailboxUrlError, readMailboxUrl } from '../../src/mail/mailbox/url.ts'
import { noDovecot, startDovecot } from '../support/dovecot.ts'
import { complaint, type Inbound, inboundSetup, report } from '../support/inbound.ts'

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

const limits = { ...USUAL_FETCH_LIMITS, size: 100_000, keep: 50_000, idle: 500, total: 20_000 }

/** Fetches, and answers what was taken and how it ended. */
async function fetched(url: string): Promise<{ taken: Fetched[]; trouble: string }> {
  const taken: Fetched[] = []
  const take = async (message: Fetched) => void taken.push(message)
  const address = readMailboxUrl(url)
  const all =
    address.protocol === 'pop3'
      ? fetchPop3(address, limits, take)
      : fetchImap(address, limits, { validity: null, uid: 0 }, take)
  const trouble = await all.then(
    () => '',
    error => {
      assert.ok(error instanceof MailboxTrouble, String(error?.stack))
      return error.message
    },
  )
  return { taken, trouble }
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
      /message without an end/,
    ],
    [
      'sends a line without an end',
      '1 10\r\n.\r\n',
      (_, socket) => flood(socket, '+OK\r\n', 'x'),
      0,
      /line without an end/,
    ],
    ['falls silent', '1 10\r\n.\r\n', () => '+OK\r\nSubject: x\r\n', 0, /silent for too long/],
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
      /answers to RETR 1: -ERR locked/,
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
    assert.equal(trouble, 'the server answers to PASS: -ERR no')
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
      /nobody asked for/,
    ],
    ['says goodbye', ' 1', () => '* BYE maintenance\r\n', 0, /says: BYE maintenance/],
    [
      'never ends its answer',
      ' 1',
      (_uid, _tag, socket) => flood(socket, '', '* 1 EXISTS\r\n'),
      0,
      /answer without an end/,
    ],
    [
      'sends a line without an end',
      ' 1',
      (_uid, _tag, socket) => flood(socket, '* OK ', 'x'),
      0,
      /without an end/,
    ],
    [
      'sends a message again and again',
      ' 1',
      (_uid, _tag, socket) => flood(socket, '', '* 1 FETCH (UID 1 BODY[]<0> {3}\r\na\r\n)\r\n'),
      0,
      /answer without an end/,
    ],
    [
      'refuses a message',
      ' 1',
      (_uid, tag) => `${tag} NO locked\r\n`,
      0,
      /answers to FETCH: NO locked/,
    ],
    [
      'has lost the message',
      ' 1 2',
      (uid, tag) => (uid === 1 ? `${tag} OK\r\n` : good(uid, tag)),
      1,
      /^$/,
    ],
    [
      'falls silent in a literal',
      ' 1',
      () => '* 1 FETCH (UID 1 BODY[]<0> {9}\r\nabc',
      0,
      /silent for too long/,
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
})

test('a password goes to no IMAP server without TLS, whatever it greets with', async () => {
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

describe('Dovecot', { skip: process.env.REQUIRE_ALL === '1' ? undefined : noDovecot }, () => {
  let inbound: Inbound
  let dovecot: Awaited<ReturnType<typeof startDovecot>>
  before(async () => {
    assert.equal(noDovecot, undefined)
    dovecot = await startDovecot()
    inbound = await inboundSetup({ people: 10 })
  })
  after(async () => {
    await inbound.close()
    await dovecot.stop()
  })

  const add = (accountId: number, url: string) =>
    keepInbox(inbound.store, inbound.sealer, accountId, {
      url,
      shown: url.replace(':secret', ''),
      everySeconds: 10,
    })
  const checked = async (accountId: number, id: number, fetched: number) => {
    for (let i = 0; ; i++) {
      const inbox = await inboxOf(inbound.store, accountId, id)
      if (inbox.fetched >= fetched) break
      assert.ok(i < 400, `${inbox.trouble} ${dovecot.log()}`)
      await inbound.ask("update inboxes set checked_at = checked_at - interval '1 minute'")
      await pause(50)
    }
    await inbound.judged()
  }

  test('by IMAP and by POP3: found by what the mailbox left of the envelope, by our Message-ID, by the address', async () => {
    const sendingId = await inbound.accepted()
    // The envelope's recipient as mailboxes note it; a returned letter; nothing but an address.
    const noted = `Delivered-To: ${inbound.returnPath(sendingId, 1)}\n${report('5.1.1', '550 5.1.1 unknown', 'p1@example.test')}`
    const returned = report('5.1.1', '550 5.1.1 unknown', 'hidden@example.test').replace(
      '--b1--',
      `--b1\nContent-Type: text/rfc822-headers\n\nSubject: News\nMessage-ID: <${inbound.tokensOf(sendingId, 2).messageId}@mail.example.test>\n\n--b1--`,
    )
    const token = inbound.returnPath(sendingId, 6).replace(/^b-|@.*$/g, '')
    const byEnvelope = report('5.1.1', '550 5.1.1 unknown', 'hidden@example.test').replace(
      'Reporting-MTA',
      `Original-Envelope-Id: ${token}\nReporting-MTA`,
    )
    const bare = report('5.1.1', '550 5.1.1 unknown', 'P3@example.test', 'stranger@example.test')
    for (const message of [noted, returned, bare, byEnvelope, 'Subject: hello\n\nspam\n'])
      dovecot.arrive('imapuser', message)
    const id = await add(
      inbound.accountId,
      `imap://imapuser:secret@127.0.0.1:${dovecot.imap}/?tls=no`,
    )
    await checked(inbound.accountId, id, 5)
    const rows = await inbound.ask(
      'select subscriber_id, kind, identity from bounces order by subscriber_id',
    )
    assert.deepEqual(rows, [
      ['1', 'hard', 'token'],
      ['2', 'hard', 'message id'],
      ['3', 'hard', 'recipient'],
      ['6', 'hard', 'envelope id'],
    ])
    assert.ok(
      dovecot.files('imapuser').every(name => name.endsWith(',S')),
      dovecot.files('imapuser').join(),
    )
    const address = readMailboxUrl(`imap://imapuser:secret@127.0.0.1:${dovecot.imap}/?tls=no`)
    const { validity, lastUid } = await inboxOf(inbound.store, inbound.accountId, id)
    assert.deepEqual(await countImap(address, limits, { validity, uid: lastUid }), {
      messages: 5,
      fresh: 0,
    })

    // A mailbox for all accounts, with the same message in it twice, and one that names no letter.
    const again = `Delivered-To: ${inbound.returnPath(sendingId, 4)}\n${report('5.1.1', '550 5.1.1 unknown', 'p4@example.test')}`
    const angry = complaint(`<${inbound.tokensOf(sendingId, 5).messageId}@mail.example.test>`)
    for (const message of [again, again, angry, 'Subject: hello\n\nnobody\n'])
      dovecot.arrive('popuser', message)
    const pop = readMailboxUrl(`pop3://popuser:secret@127.0.0.1:${dovecot.pop3}?tls=no`)
    assert.deepEqual(await countPop3(pop, limits), { messages: 4, fresh: 4 })
    await checked(
      NOBODY,
      await add(NOBODY, `pop3://popuser:secret@127.0.0.1:${dovecot.pop3}?tls=no`),
      4,
    )
    assert.deepEqual(dovecot.files('popuser'), [])
    assert.equal((await inbound.person(4)).undeliverable, true)
    assert.equal((await inbound.person(5)).complained, true)
    assert.deepEqual(await inbound.ask('select count(*) from bounces where subscriber_id = 4'), [
      ['1'],
    ])
    assert.deepEqual(
      await inbound.ask('select account_id, count(*) from inbound_messages group by 1 order by 1'),
      [
        ['0', '1'],
        [String(inbound.accountId), '7'],
      ],
    )
  })

  test('a mailbox that can’t be opened says why, and the others are fetched all the same', async () => {
    const id = await add(
      inbound.accountId,
      `imap://imapuser:wrong@127.0.0.1:${dovecot.imap}/?tls=no`,
    )
    for (let i = 0; ; i++) {
      const { trouble } = await inboxOf(inbound.store, inbound.accountId, id)
      if (trouble !== null) {
        assert.match(trouble, /^the server answers to LOGIN: NO/)
        assert.doesNotMatch(trouble, /wrong/)
        break
      }
      assert.ok(i < 200)
      await pause(50)
    }
  })
})
