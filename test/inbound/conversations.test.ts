/** Conversations with the listener: TLS that is negotiated within one, and one that never ends. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { inboundSetup } from '../support/inbound.ts'

test('STARTTLS, with commands pipelined before it discarded', async () => {
  const { writeFileSync } = await import('node:fs')
  const { tmpdir } = await import('node:os')
  const { join } = await import('node:path')
  const { certificateForLocalhost } = await import('../support/certificate.ts')
  const { cert, key } = certificateForLocalhost()
  const file = (name: string, text: string) => {
    const path = join(tmpdir(), `pennypost-${process.pid}-${name}`)
    writeFileSync(path, text)
    return path
  }
  const env = { BOUNCE_TLS_CERT: file('cert.pem', cert), BOUNCE_TLS_KEY: file('key.pem', key) }
  const inbound = await inboundSetup({ env })
  try {
    const sendingId = await inbound.accepted()
    const plain = connect(inbound.port(), '127.0.0.1')
    await once(plain, 'data')
    plain.write('EHLO me\r\n')
    assert.match(String((await once(plain, 'data'))[0]), /250-STARTTLS/)
    plain.write('STARTTLS\r\nMAIL FROM:<injected@example.test>\r\n')
    assert.match(String((await once(plain, 'data'))[0]), /^220 2\.0\.0 Ready to start TLS\r\n$/)
    const socket = connectTls({ socket: plain, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    let text = ''
    socket.on('data', chunk => (text += chunk))
    socket.write(
      `EHLO me\r\nMAIL FROM:<>\r\nRCPT TO:<${inbound.returnPath(sendingId, 1)}>\r\nDATA\r\n`,
    )
    while (!text.includes('354')) await once(socket, 'data')
    assert.doesNotMatch(text, /503|STARTTLS/)
    socket.write('Subject: x\r\n\r\nx\r\n.\r\nQUIT\r\n')
    await once(socket, 'close')
    assert.match(text, /2\.0\.0 Stored/)
  } finally {
    await inbound.close()
  }
})

test('who says a word now and then is let go all the same', async () => {
  const inbound = await inboundSetup({ limits: { conversation: 700, idle: 5_000 } })
  try {
    const socket = connect(inbound.port(), '127.0.0.1')
    let text = ''
    socket.on('data', chunk => (text += chunk)).on('error', () => {})
    const closed = once(socket, 'close')
    const talking = setInterval(() => socket.writable && socket.write('NOOP\r\n'), 50)
    await closed
    clearInterval(talking)
    assert.match(
      text,
      /250 2\.0\.0 Done\r\n(?:250 2\.0\.0 Done\r\n)*421 4\.4\.2 The session has taken too long\r\n$/,
    )
  } finally {
    await inbound.close()
  }
})
