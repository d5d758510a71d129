/**
 * Our client against another's server, npm's smtp-server: encryption, all four ways to log in, and
 * emails that come through as they were.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { chooseMechanism } from '../../../src/mail/smtp/auth.ts'
import { certificateForLocalhost } from '../../support/certificate.ts'
import { envelope, listening, message, relayAt, sinkFor } from './setup.ts'

const USER = 'news@example.net'
const PASSWORD = 'pässword: 50 % & more'
const ESCAPED = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`
const tls = certificateForLocalhost()

interface Served {
  port: number
  messages: Buffer[]
  /** How each connection that logged in has done so. */
  logins: string[]
}

async function serverFor(t: TestContext, options: SMTPServerOptions): Promise<Served> {
  const served: Served = { port: 0, messages: [], logins: [] }
  const server = new SMTPServer({
    ...tls,
    closeTimeout: 50,
    ...options,
    onAuth(auth, session, callback) {
      const right = {
        PLAIN: () => auth.password === PASSWORD,
        LOGIN: () => auth.password === PASSWORD,
        XOAUTH2: () => auth.accessToken === PASSWORD,
        'CRAM-MD5': () => auth.validatePassword(PASSWORD),
      }[auth.method as string]
      if (auth.username !== USER || !right?.())
        return callback(new Error(`Not ${auth.username} with ${auth.password}`))
      served.logins.push(`${auth.method}${session.secure ? ' over TLS' : ''}`)
      callback(null, { user: USER })
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream
        .on('data', chunk => chunks.push(chunk))
        .on('end', () => {
          served.messages.push(Buffer.concat(chunks))
          callback()
        })
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise<void>(resolve => server.close(resolve)))
  served.port = (server.server.address() as AddressInfo).port
  return served
}

describe('logging in', () => {
  for (const method of ['PLAIN', 'LOGIN', 'CRAM-MD5', 'XOAUTH2']) {
    const rest = `?starttls=required&auth=${method.toLowerCase()}`
    test(`${method} over STARTTLS`, async t => {
      const served = await serverFor(t, { authMethods: ['PLAIN', 'LOGIN', 'CRAM-MD5', 'XOAUTH2'] })
      const relay = relayAt(t, served.port, { tls: { ca: tls.cert } }, `${ESCAPED}@localhost`, rest)
      const verdict = await relay.send(envelope(), message)
      assert.equal(verdict.outcome, 'accepted', verdict.text)
      assert.deepEqual(served.logins, [`${method} over TLS`])
      assert.deepEqual(served.messages, [message])
      assert.equal(relay.state().encrypted, true)
    })

    test(`${method} with the wrong password, which is never repeated`, async t => {
      const served = await serverFor(t, { authMethods: [method] })
      const relay = relayAt(
        t,
        served.port,
        { tls: { ca: tls.cert } },
        `${encodeURIComponent(USER)}:hunter2@localhost`,
        rest,
      )
      const verdict = await relay.send(envelope(), message)
      assert.deepEqual(
        [verdict.outcome, verdict.stage, verdict.code, verdict.about],
        ['unusable', 'auth', 535, 'us'],
      )
      assert.doesNotMatch(JSON.stringify([verdict, relay.state()]), /hunter2|aHVudGVyM/)
    })
  }

  test('over implicit TLS', async t => {
    const served = await serverFor(t, { secure: true })
    const { createRelay } = await import('../../../src/mail/smtp/relay.ts')
    const { readSmtpUrl } = await import('../../../src/mail/smtp/url.ts')
    const relay = createRelay({
      address: readSmtpUrl(`smtps://${ESCAPED}@localhost:${served.port}`),
      tls: { ca: tls.cert },
    })
    t.after(() => relay.close(0))
    const verdict = await relay.send(envelope(), message)
    assert.equal(verdict.outcome, 'accepted', verdict.text)
    assert.deepEqual(served.logins, ['PLAIN over TLS'])
  })

  test('the best that both sides know', () => {
    assert.equal(chooseMechanism(['LOGIN', 'PLAIN', 'CRAM-MD5'], true), 'plain')
    assert.equal(chooseMechanism(['LOGIN', 'PLAIN', 'CRAM-MD5'], false), 'cram-md5')
    assert.equal(chooseMechanism(['XOAUTH2', 'LOGIN'], true), 'login')
    assert.equal(chooseMechanism(['XOAUTH2'], true), 'xoauth2')
    assert.equal(chooseMechanism(['GSSAPI'], true), null)
    assert.equal(chooseMechanism(['PLAIN'], true, 'login'), null)
  })

  test('mechanisms and extensions that are not offered', async t => {
    const served = await serverFor(t, { authMethods: ['PLAIN'] })
    const relay = relayAt(
      t,
      served.port,
      { tls: { ca: tls.cert } },
      `${ESCAPED}@localhost`,
      '?starttls=required&auth=login',
    )
    const verdict = await relay.send(envelope(), message)
    assert.deepEqual([verdict.outcome, verdict.stage], ['unusable', 'auth'])
    assert.match(verdict.text, /offers only PLAIN, and its address requires login/)
    const sink = await sinkFor(t)
    assert.match(
      (await relayAt(t, sink.port, {}, `${ESCAPED}@localhost`).send(envelope(), message)).text,
      /offers no authentication mechanism/,
    )
  })

  test('a long token as password', async t => {
    const token = 'y'.repeat(1500)
    const lines: string[] = []
    const port = await listening(t, (said, socket) => {
      lines.push(said.trim())
      if (said.startsWith('EHLO')) socket.write('250-x\r\n250 AUTH XOAUTH2\r\n')
      // RFC 4954 4: what does not fit the command comes after an empty challenge.
      else if (said === 'AUTH XOAUTH2\r\n') socket.write('334 \r\n')
      else if (
        Buffer.from(said.trim(), 'base64').toString() ===
        `user=${USER}\x01auth=Bearer ${token}\x01\x01`
      )
        socket.write('235 x\r\n')
      else socket.write(said.startsWith('DATA') ? '354 x\r\n' : '250 x\r\n')
    })
    const user = ESCAPED.slice(0, ESCAPED.indexOf(':'))
    const relay = relayAt(t, port, {}, `${user}:${token}@localhost`, '?auth=xoauth2')
    assert.equal((await relay.send(envelope(), message)).outcome, 'accepted')
  })

  test('CRAM-MD5 is that of RFC 2195', async t => {
    const said: string[] = []
    const challenge = '<1896.697170952@postoffice.reston.mci.net>'
    const port = await listening(t, (line, socket) => {
      said.push(line.trim())
      if (line.startsWith('EHLO')) socket.write('250-x\r\n250 AUTH CRAM-MD5\r\n')
      else if (line.startsWith('AUTH'))
        socket.write(`334 ${Buffer.from(challenge).toString('base64')}\r\n`)
      else socket.write('235 x\r\n')
    })
    await relayAt(
      t,
      port,
      { timeOuts: { dot: 100, mail: 100 } },
      'tim:tanstaaftanstaaf@localhost',
    ).send(envelope(), message)
    assert.equal(Buffer.from(said[2]!, 'base64').toString(), 'tim b913a602c7eda7a495b4e6e7334d3890')
    assert.equal(
      createHmac('md5', 'tanstaaftanstaaf').update(challenge).digest('hex'),
      'b913a602c7eda7a495b4e6e7334d3890',
    )
  })

  test('a server that repeats the secret in its refusal', async t => {
    const port = await listening(t, (said, socket) => {
      if (said.startsWith('EHLO')) socket.write('250-x\r\n250 AUTH PLAIN\r\n')
      else
        socket.write(
          `535 no: ${said.trim()} (${
            Buffer.from(said.split(' ')[2] ?? '', 'base64')
              .toString()
              .split('\0')[2]
          })\r\n`,
        )
    })
    const verdict = await relayAt(t, port, {}, 'u:hunter2@localhost').send(envelope(), message)
    assert.equal(verdict.text, 'no: AUTH PLAIN … (…)')
  })
})

test('emails of any bytes come through as they were', async t => {
  const served = await serverFor(t, { authOptional: true, hideSTARTTLS: true })
  const relay = relayAt(t, served.port)
  const bit = fc.constantFrom('\r\n', '\r\n', '.', '..', '.\r\n', 'line', 'x'.repeat(990), 'é')
  await fc.assert(
    fc.asyncProperty(fc.array(bit, { maxLength: 300 }), async bits => {
      const bytes = Buffer.from(`Subject: x\r\n\r\n${bits.join('')}\r\n`)
      const verdict = await relay.send(envelope(), bytes)
      assert.equal(verdict.outcome, 'accepted', verdict.text)
      assert.ok(served.messages.pop()!.equals(bytes))
    }),
    { numRuns: 300 },
  )
})
