/**
 * What is sent to the unsubscribe address by those who mean no good: too much, too slowly, half,
 * broken.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { BODY_PACES, createRequestBodies } from '../../src/lib/request-bodies.ts'
import { createRecipient } from '../../src/recipient/routes.ts'
import { newReader, ON_LIST, ONE_CLICK, type Reader } from './setup.ts'

let reader: Reader
let path: string
before(async () => {
  reader = await newReader()
  path = `/u/${reader.tokens.unsubscribe}`
})

/** What a connection is answered until it ends. */
async function raw(port: number, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  for (const part of parts) socket.write(part)
  let answer = ''
  socket.setEncoding('utf8').on('data', text => {
    answer += text
  })
  socket.on('error', () => {})
  await once(socket, 'close')
  return answer
}

const head = (length: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
  `${length}\r\n\r\n`

describe('a form', () => {
  test('that is too large is not read to its end', async () => {
    const { port } = reader.service
    assert.match(await raw(port, head('Content-Length: 1000000')), /^HTTP\/1\.1 413 /)
    assert.match(
      await raw(port, head('Transfer-Encoding: chunked'), `5000\r\n${'x'.repeat(0x5000)}`),
      /^HTTP\/1\.1 413 /,
    )
    assert.deepEqual(await reader.standing(), ON_LIST)
  })

  test('that is packed, or no form although it says so, is turned away', async () => {
    assert.equal((await reader.post(path, ONE_CLICK, { 'Content-Encoding': 'gzip' })).status, 415)
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'multipart/form-data; boundary=',
    ])
      assert.equal(
        (await reader.post(path, '--y\r\nnonsense', { 'Content-Type': type })).status,
        400,
      )
    assert.deepEqual(await reader.standing(), ON_LIST)
  })

  test('that is broken off changes nothing and disturbs no other request', async () => {
    const socket = connect(reader.service.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`${head('Content-Length: 26')}List-Unsubscribe=`)
    await new Promise(resolve => setTimeout(resolve, 50))
    socket.destroy()
    assert.equal((await reader.visit(path)).status, 200)
    assert.deepEqual(await reader.standing(), ON_LIST)
    assert.deepEqual(reader.service.reported, [])
  })
})

describe('by itself', () => {
  const reported: unknown[] = []
  let server: http.Server
  let broken = false
  before(async () => {
    const { store } = reader.service
    const run: typeof store.run = (...given) =>
      broken ? Promise.reject(new Error('the store is gone')) : store.run(...given)
    const answer = createRecipient({
      bodies: createRequestBodies({
        most: 1 << 20,
        networkOf: () => '',
        paces: { ...BODY_PACES, strangerMillis: 150 },
      }),
      db: { ...store, run },
      keyOf: id => (id === reader.key.keyId ? reader.key : undefined),
      newestKey: () => reader.key,
      peerOf: () => '127.0.0.1',
      report: error => reported.push(error),
    })
    server = http.createServer((req, res) => void answer(req, res)).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => server.close())
  const port = () => (server.address() as AddressInfo).port

  test('a form that comes drop by drop is cut off', async () => {
    assert.match(await raw(port(), head('Content-Length: 26'), 'List-Uns'), /^HTTP\/1\.1 408 /)
    assert.deepEqual([await reader.standing(), reported], [ON_LIST, []])
  })

  test('without a store, the person is asked to come again, and so is the provider', async () => {
    broken = true
    try {
      const answer = await fetch(`http://127.0.0.1:${port()}${path}`, {
        method: 'POST',
        body: ONE_CLICK,
      })
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '60'])
      assert.match(await answer.text(), /Nothing was changed/)
      assert.equal(reported.length, 1)
    } finally {
      broken = false
    }
  })
})
