/** The listener by itself: its recipients, and peers that lie, flood, or never end. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { inboundRegistry } from '../../src/metrics/inbound-counters.ts'
import { DOMAIN, deliver, type Inbound, inboundSetup, report, talk } from '../support/inbound.ts'

/** Ends badly when nothing more comes. */
const dataOf = (socket: Socket) =>
  Promise.race([
    once(socket, 'data'),
    once(socket, 'close').then(() => Promise.reject(new Error('the listener hung up'))),
  ])

const counted = async (outcome: string): Promise<number> => {
  const found = new RegExp(
    `^pennypost_inbound_mail_total\\{outcome="${outcome}"\\} (\\d+)$`,
    'm',
  ).exec(await inboundRegistry.metrics())
  return Number(found?.[1] ?? 0)
}

describe('the listener', () => {
  let inbound: Inbound
  let sendingId: number
  before(async () => {
    inbound = await inboundSetup({
      limits: {
        size: 1 << 20,
        connections: 8,
        connectionsOfPeer: 6,
        wrong: 4,
        recipients: 3,
        idle: 1_500,
        message: 4_000,
        conversation: 8_000,
        memory: 3 << 20,
      },
    })
    sendingId = await inbound.accepted()
  })
  after(() => inbound.close())

  const rcpt = async (...addresses: string[]) => {
    const lines = [
      'EHLO me',
      'MAIL FROM:<>',
      ...addresses.map(address => `RCPT TO:<${address}>`),
      'QUIT',
    ]
    return (await talk(inbound.port(), lines)).slice(3, -1)
  }
  const stored = async () =>
    Number((await inbound.ask('select count(*) from inbound_messages'))[0]![0])

  test('takes mail for the emails we have sent, abuse and postmaster, and says what it can', async () => {
    const [greeting, hello] = await talk(inbound.port(), ['EHLO me', 'QUIT'])
    assert.equal(greeting, `220 ${DOMAIN} ESMTP`)
    assert.match(hello!, /^250-SIZE 1048576\r?$/m)
    assert.doesNotMatch(hello!, /STARTTLS|AUTH/)
    const path = inbound.returnPath(sendingId, 1)
    const good = [path, path.toUpperCase(), inbound.unsubscribeAddress(sendingId, 1)]
    // As a receiver's gateway signs the return path (BATV).
    good.push(`prvs=0123456789=${path}`, `btv1==0123456789==${path}`)
    for (const address of [...good, `abuse@${DOMAIN}`, `Postmaster@${DOMAIN}`, 'postmaster'])
      assert.match((await rcpt(address))[0]!, /^250 /, address)
  })

  test('refuses forged, truncated, foreign and expired tokens, and everything else, before the message', async () => {
    const path = inbound.returnPath(sendingId, 1)
    const [local] = path.split('@') as [string]
    const other = inbound.returnPath(sendingId, 2).split('@')[0]!
    const forgedBefore = await counted('forged')
    const forged = [
      `${local.slice(0, -1)}${local.endsWith('a') ? 'b' : 'a'}`,
      local.slice(0, -4),
      // The tag of one email on another.
      `${other.slice(0, -16)}${local.slice(-16)}`,
      // What unsubscribes is no return path.
      inbound.unsubscribeAddress(sendingId, 1).split('@')[0]!.replace(/^u/, 'b'),
    ]
    for (const address of forged)
      assert.deepEqual(await rcpt(`${address}@${DOMAIN}`), ['550 5.1.1 There is no such mailbox'])
    assert.equal((await counted('forged')) - forgedBefore, forged.length)
    assert.deepEqual(await rcpt(`info@${DOMAIN}`), ['550 5.1.1 There is no such mailbox'])
    for (const address of [`${local}@elsewhere.test`, 'victim@example.com', `a%b@example.com`])
      assert.deepEqual(await rcpt(address), ['550 5.7.1 Mail for that domain is not accepted here'])
    const old = await inbound.accepted()
    await inbound.ask(
      "update sendings set created_at = now() - interval '91 days', due_at = created_at, " +
        "planned_at = now() - interval '91 days' where id = $1",
      [old],
    )
    await inbound.ask('update sendings set due_at = created_at where id = $1', [old])
    assert.deepEqual(await rcpt(inbound.returnPath(old, 1)), [
      '550 5.1.6 The email that this answers was too long ago',
    ])
    assert.match((await rcpt(inbound.unsubscribeAddress(old, 1)))[0]!, /^250 /)
    assert.match((await rcpt(inbound.returnPath(9999, 1)))[0]!, /^550 5\.1\.6/)
  })

  test('a message is kept before it is acknowledged, dots and eighth bits as they came', async () => {
    const before = await stored()
    const message = Buffer.from(
      'Subject: x\r\n\r\n.\r\n..two\r\n\xe5\xe4\xf6 \x00\r\nlast',
      'latin1',
    )
    assert.match(await inbound.deliver(message, inbound.returnPath(sendingId, 1)), /^250 /)
    assert.equal(await stored(), before + 1)
    const [row] = await inbound.ask(
      'select content, size from inbound_messages order by id desc limit 1',
    )
    assert.equal(
      Buffer.from(row![0]!.slice(2), 'hex').toString('latin1'),
      `${message.toString('latin1')}\r\n`,
    )
    // Only CR LF dot CR LF ends a message.
    const smuggled = Buffer.from('Subject: y\r\n\r\na\n.\nMAIL FROM:<>\r\nb\r\n.\r\n')
    const path = inbound.returnPath(sendingId, 1)
    const replies = await talk(inbound.port(), [
      'EHLO me',
      'MAIL FROM:<>',
      `RCPT TO:<${path}>`,
      'DATA',
      smuggled,
      'NOOP',
    ])
    assert.deepEqual(replies.slice(-2), ['250 2.0.0 Stored', '250 2.0.0 Done'])
  })

  test('pipelined commands and an end in pieces', async () => {
    const before = await stored()
    const socket = connect(inbound.port(), '127.0.0.1')
    let text = ''
    socket.on('data', chunk => (text += chunk))
    await once(socket, 'data')
    const path = inbound.returnPath(sendingId, 3)
    const content = `Subject: pieces\r\n\r\nx${Math.random()}\r\n.\r\n`
    socket.write(
      `EHLO me\r\nMAIL FROM:<>\r\nRCPT TO:<${path}>\r\nRCPT TO:<nobody@${DOMAIN}>\r\nDATA\r\n`,
    )
    while (!text.includes('354')) await once(socket, 'data')
    for (const character of content) {
      socket.write(character)
      await new Promise(resolve => setImmediate(resolve))
    }
    while (!text.includes('2.0.0 Stored')) await once(socket, 'data')
    socket.write(`MAIL FROM:<>\r\nRCPT TO:<${path}>\r\nDATA\r\n`)
    while (text.match(/354/g)?.length !== 2) await once(socket, 'data')
    // The client has said all it has to say; it is answered still.
    socket.end('.\r\nQUIT\r\n')
    await once(socket, 'close')
    assert.match(text, /250 2\.0\.0 Stored\r\n221 /)
    assert.equal(await stored(), before + 2)
    const [row] = await inbound.ask(
      'select size, length(content) from inbound_messages order by id desc limit 1',
    )
    assert.deepEqual(row, ['0', '0'])
  })

  test('too large a message is refused: by its announced size, by its real size, and when it does not end', async () => {
    const before = await stored()
    const path = inbound.returnPath(sendingId, 1)
    assert.match(
      (await talk(inbound.port(), ['EHLO me', 'MAIL FROM:<> SIZE=104857600', 'QUIT']))[2]!,
      /^552 5\.3\.4/,
    )
    const large = `Subject: x\n\n${'0123456789\n'.repeat(100_000)}`
    assert.match(await deliver(inbound.port(), { to: [path], message: large }), /^552 5\.3\.4/)
    // 100 MB without an announcement: cut long before.
    const socket = connect(inbound.port(), '127.0.0.1')
    socket.on('error', () => {})
    let text = ''
    socket.on('data', chunk => (text += chunk))
    // Not once(): it rejects with the EPIPE that comes before.
    const closed = new Promise(resolve => socket.once('close', resolve))
    await once(socket, 'data')
    socket.write(`EHLO me\r\nMAIL FROM:<>\r\nRCPT TO:<${path}>\r\nDATA\r\n`)
    while (!text.includes('354')) await once(socket, 'data')
    const megabyte = Buffer.alloc(1 << 20, 'x\r\n')
    let written = 0
    while (written < 100 && !socket.destroyed && socket.writable) {
      written++
      if (!socket.write(megabyte))
        await Promise.race([once(socket, 'drain').catch(() => {}), closed])
    }
    await closed
    assert.ok(written < 100, `${written} MB were taken`)
    assert.equal(await stored(), before)
  })

  test('peers that make mistakes, are silent, or come in masses are let go', async () => {
    const wrong = await talk(inbound.port(), [
      'EHLO me',
      'HELP',
      'EXPN x',
      'AUTH PLAIN',
      'FOO',
      'BAR',
      'BAZ',
    ])
    assert.match(wrong.at(-1)!, /421 4\.7\.0/)
    assert.match((await rcpt('a', 'b', 'c', 'd', 'e')).at(-1)!, /^(550|421)/)
    const many = Array.from({ length: 4 }, (_, i) => inbound.returnPath(sendingId, i + 1))
    assert.match((await rcpt(...many)).at(-1)!, /^452 4\.5\.3/)
    const longLine = await talk(inbound.port(), [`EHLO ${'x'.repeat(5000)}`])
    assert.match(longLine.at(-1)!, /^500 5\.5\.2/)
    // Nothing is said for too long; and a message that comes in drops takes too long.
    const silent = await talk(inbound.port(), ['EHLO me', Buffer.from('NO')])
    assert.match(silent.at(-1)!, /^421 4\.4\.2/)
    const sockets = Array.from({ length: 6 }, () => connect(inbound.port(), '127.0.0.1'))
    await Promise.all(sockets.map(socket => once(socket, 'data')))
    assert.match((await talk(inbound.port(), []))[0]!, /^421 4\.7\.0/)
    for (const socket of sockets) socket.destroy()
    await Promise.all(sockets.map(socket => once(socket, 'close')))
    while ((await talk(inbound.port(), []))[0]?.startsWith('421')) await pause(20)
  })

  test('messages without end in parallel find the memory bounded', async () => {
    const path = inbound.returnPath(sendingId, 1)
    const sockets = Array.from({ length: 5 }, () => connect(inbound.port(), '127.0.0.1'))
    const said: string[] = sockets.map(() => '')
    for (const [i, socket] of sockets.entries()) {
      socket.on('data', chunk => said.splice(i, 1, `${said[i]}${chunk}`))
      socket.write(`EHLO me\r\nMAIL FROM:<>\r\nRCPT TO:<${path}>\r\nDATA\r\n`)
      while (!said[i]!.includes('354')) await dataOf(socket)
    }
    // Four of them fill more than there is room for; none has ended.
    await Promise.all(
      sockets.map(
        socket => new Promise(resolve => socket.write(Buffer.alloc(900_000, 'abc\r\n'), resolve)),
      ),
    )
    for (const [i, socket] of sockets.entries()) {
      socket.write('\r\n.\r\nQUIT\r\n')
      while (!said[i]!.includes('221')) await dataOf(socket)
    }
    assert.ok(
      said.some(text => text.includes('452 4.3.1')),
      said.join(),
    )
    assert.ok(said.some(text => text.includes('2.0.0 Stored')))
    // And the room is there again.
    assert.match(await inbound.deliver(report('5.1.1', 'x', 'p1@example.test'), path), /^250 /)
  })
})
