/** Requests of strangers that cost more time of the event loop than they should. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { addAccount } from '../src/domain/accounts/add-account.ts'
import { openSession } from '../src/domain/accounts/session.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { leastMillis } from './support/processor-time.ts'

const PASSWORD = 'correct horse battery staple'

let running: RunningApp
let cookie: string
before(async () => {
  running = await startApp()
  const account = (await addAccount(running.store, { username: 'shop', password: PASSWORD }))!
  cookie = `pennypost_session=${await openSession(running.store, account.id)}`
})
after(() => running.close())

const port = () => Number(new URL(running.origin).port)

const ENDPOINT = '/externalapiservice.asmx'

describe('addresses', () => {
  async function get(path: string): Promise<void> {
    const socket = connect(port(), '127.0.0.1')
    socket.end(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`)
    for await (const _ of socket);
  }

  test('full of slashes cost what letters cost', async () => {
    for (const start of [
      '/u/',
      '/w/',
      '/t/',
      '/t/x/',
      '/c',
      '/sandbox/',
      '/console/',
      '/externalapiservice.asmx/',
      '/',
    ]) {
      await get(`${start}x`)
      const usual = await leastMillis(() => get(`${start}${'a'.repeat(60_000)}x`), 20)
      const enough = 100 + 4 * usual
      const slashes = await leastMillis(() => get(`${start}${'/'.repeat(60_000)}x`), enough)
      assert.ok(slashes <= enough, `${start}: ${slashes} ms for slashes, ${usual} ms for letters`)
    }
  })
})

describe('headers', () => {
  /** The whole answer to a request as it is written here. */
  async function answerTo(head: string): Promise<string> {
    const socket = connect(port(), '127.0.0.1')
    socket.end(`${head}\r\nConnection: close\r\n\r\n`)
    let text = ''
    for await (const piece of socket.setEncoding('utf8')) text += piece
    return text
  }

  test('every page and every refusal tells browsers what it may do', async () => {
    for (const path of [
      '/',
      ENDPOINT,
      `${ENDPOINT}?op=InsertSubscriber`,
      `${ENDPOINT}?WSDL`,
      '/nothing-here',
      `${ENDPOINT}/`,
    ]) {
      const { headers } = await fetch(running.origin + path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
      assert.equal(headers.get('x-frame-options'), 'DENY', path)
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
      assert.match(
        headers.get('content-security-policy')!,
        /^default-src 'none'; .*frame-ancestors 'none'$/,
        path,
      )
    }
    for (const path of ['/u/x', '/w/x', '/t/x/y', '/console', '/console/nothing']) {
      const { headers } = await fetch(running.origin + path)
      assert.match(headers.get('content-security-policy')!, /default-src 'none'/, path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    }
    for (const path of ['/healthz', '/readyz', '/metrics', '/api/sms/reply/x'])
      assert.ok(
        (await fetch(running.origin + path)).headers.has('x-content-type-options') ||
          path === '/metrics',
        path,
      )
  })

  test('a request that names two hosts is refused; a proxy may send the whole address', async () => {
    const { host } = new URL(running.origin)
    for (const head of [
      `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nHost: elsewhere.example`,
      `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nhOST: ${host}`,
      `GET http://elsewhere.example/healthz HTTP/1.1\r\nHost: ${host}`,
      `GET http://${host}.elsewhere.example/healthz HTTP/1.1\r\nHost: ${host}`,
    ])
      assert.match(await answerTo(head), /^HTTP\/1\.1 400 /, head)
    for (const head of [
      `GET /healthz HTTP/1.1\r\nHost: ${host}`,
      `GET http://${host}/healthz HTTP/1.1\r\nHost: ${host}`,
      'GET http://Mail.example:80/healthz HTTP/1.1\r\nHost: mail.example',
      'GET /healthz HTTP/1.0',
    ])
      assert.match(await answerTo(head), /^HTTP\/1\.1 200 /, head)
  })
})
