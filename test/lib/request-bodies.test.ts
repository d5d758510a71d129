/** Bodies of requests: counted as they arrive, and each at a pace. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { CallerGone } from '../../src/lib/caller-gone.ts'
import {
  BODY_PACES,
  type BodiesOptions,
  BodyRefused,
  type BodySender,
  createRequestBodies,
} from '../../src/lib/request-bodies.ts'

interface Reading {
  sender: BodySender
  most?: number
  /** As a stream, of which nothing is kept. */
  streamed?: boolean
}

type Outcome = number | 'gone' | 'too-large' | 'too-slow' | 'no-room'

async function reader(t: TestContext, given: Partial<BodiesOptions> = {}) {
  const bodies = createRequestBodies({ most: 1_000_000, networkOf: () => 'one', ...given })
  const outcomes: Outcome[] = []
  let next: Reading = { sender: 'program' }
  const server = createServer(async (req, res) => {
    const { sender, most = 100_000, streamed } = next
    try {
      let length = 0
      if (streamed) for await (const piece of bodies.stream(req)) length += piece.length
      else length = (await bodies.read(req, { sender, most })).length
      outcomes.push(length)
    } catch (error) {
      if (error instanceof CallerGone) outcomes.push('gone')
      else if (error instanceof BodyRefused) outcomes.push(error.trouble)
      else throw error
    }
    res.shouldKeepAlive = false
    res.end(String(outcomes.at(-1)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  async function send(head: string, ...pieces: string[]): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`)
    for (const piece of pieces) socket.write(piece)
    return socket
  }
  async function answerTo(reading: Reading, head: string, ...pieces: string[]): Promise<string> {
    next = reading
    const socket = await send(head, ...pieces)
    let text = ''
    for await (const piece of socket.setEncoding('utf8')) text += piece
    return text.slice(text.lastIndexOf('\n') + 1)
  }
  return { bodies, outcomes, send, answerTo, use: (reading: Reading) => (next = reading) }
}

const settled = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 5))
}

test('received bytes are counted, not announced ones', async t => {
  const { bodies, outcomes, send } = await reader(t)
  const socket = await send('Content-Length: 90000', 'x'.repeat(1_000))
  await settled(() => bodies.used() >= 1_000)
  assert.ok(bodies.used() < 3_000, `${bodies.used()} bytes`)
  socket.destroy()
  await settled(() => outcomes.length === 1)
  assert.deepEqual([outcomes, bodies.used()], [['gone'], 0])
})

test('pieces of a byte cost what they take in memory', async t => {
  const { bodies, send } = await reader(t)
  const socket = await send('Transfer-Encoding: chunked', '1\r\nx\r\n'.repeat(1_000))
  await settled(() => bodies.used() >= 200_000)
  socket.destroy()
})

test('a stranger has a time limit, at any pace', async t => {
  const { answerTo } = await reader(t, { paces: { ...BODY_PACES, strangerMillis: 100 } })
  for (const sender of ['stranger', 'recipient'] as const)
    assert.match(await answerTo({ sender }, 'Content-Length: 20000', 'xxx'), /^too-slow/)
})

test('others have a least pace: in each span so many bytes', async t => {
  const paces = { ...BODY_PACES, spanMillis: 100, leastBytes: 10 }
  const { answerTo, outcomes, send, use } = await reader(t, { paces })
  for (const sender of ['program', 'relay', { accountId: 1 }] as const)
    assert.match(await answerTo({ sender }, 'Content-Length: 20000', 'xxx'), /^too-slow/)
  use({ sender: 'program' })
  const slow = await send('Content-Length: 2000')
  const drops = setInterval(() => slow.write('x'.repeat(100)), 10)
  slow.on('close', () => clearInterval(drops))
  await settled(() => outcomes.length === 4)
  assert.equal(outcomes.at(-1), 2000)
})

test('so have files, of which nothing is kept', async t => {
  const paces = { ...BODY_PACES, spanMillis: 100, leastBytes: 10 }
  const { bodies, answerTo, outcomes, send, use } = await reader(t, { paces })
  const streamed = { sender: 'stranger', streamed: true } as const
  const whole = 'x'.repeat(300_000)
  assert.equal(await answerTo(streamed, 'Content-Length: 300000', whole), '300000')
  assert.equal(await answerTo(streamed, 'Content-Length: 300000', 'xxx'), 'too-slow')
  use(streamed)
  ;(await send('Content-Length: 300000', 'x'.repeat(100_000))).destroy()
  await settled(() => outcomes.length === 3)
  assert.deepEqual([outcomes.at(-1), bodies.used()], ['gone', 0])
})

test('a body that is too large is read on by programs only, which answer when they have sent it', async t => {
  const { answerTo } = await reader(t)
  const large = 'x'.repeat(300_000)
  const head = `Content-Length: ${large.length}`
  assert.match(await answerTo({ sender: 'program' }, head, large), /^too-large/)
  assert.match(await answerTo({ sender: 'stranger' }, head), /^too-large/)
  assert.match(await answerTo({ sender: 'program', most: 300_000 }, head, large), /^300000/)
})

test('calls of a network, however large, leave its people their sign-in', async t => {
  const { bodies, answerTo, use, send } = await reader(t)
  use({ sender: 'program' })
  for (let i = 0; i < 6; i++) await send('Content-Length: 99999', 'x'.repeat(90_000))
  await settled(() => bodies.used() >= 450_000)
  assert.match(await answerTo({ sender: 'stranger' }, 'Content-Length: 3', 'abc'), /^3/)
})

test('a network of strangers has an eighth; recipients and relays have memory of their own', async t => {
  const { bodies, answerTo, use, send } = await reader(t)
  use({ sender: 'stranger' })
  for (let i = 0; i < 2; i++) await send('Content-Length: 99999', 'x'.repeat(60_000))
  await settled(() => bodies.used() >= 120_000)
  const body = 'x'.repeat(50_000)
  const head = `Content-Length: ${body.length}`
  assert.match(await answerTo({ sender: 'stranger' }, head, body), /^no-room/)
  for (const sender of ['recipient', 'relay', 'program', { accountId: 7 }] as const)
    assert.match(await answerTo({ sender }, head, body), /^50000/)
})
