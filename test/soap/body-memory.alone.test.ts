/** What large requests of strangers take of the memory of a service, as the system counts it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startService } from '../support/service-process.ts'
import { envelope, operation } from './service.ts'

const MEGABYTE = 1 << 20
const AT_ONCE = 60
/** Just below MAX_BODY. */
const BYTES = 15.9 * MEGABYTE
/** So much a service of usual settings may grow by, whatever strangers send. */
const MOST = 300 * MEGABYTE

/**
 * Those that take most of what is read: two bytes are kept of each character, and of KOI8 one came.
 */
const bodies: [type: string, encoding: BufferEncoding, password: Buffer][] = [
  ['text/xml; charset=utf-16', 'utf16le', Buffer.from('å'.repeat(BYTES / 2 - 500), 'utf16le')],
  ['text/xml; charset=koi8-r', 'latin1', Buffer.alloc(BYTES - 500, 0xe5)],
]

/** Each from an address and of a name of its own: guesses of one of them have to wait. */
let logins = 0

const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

async function post(url: URL, [type, encoding, password]: (typeof bodies)[number]): Promise<void> {
  const name = (++logins).toString(16)
  const text = envelope(
    operation('GetMailingLists', `<strUsername>${name}</strUsername><strPassword>%</strPassword>`),
  )
  const [before, after] = text.split('%').map(part => Buffer.from(part, encoding)) as [
    Buffer,
    Buffer,
  ]
  const mark = encoding === 'utf16le' ? Buffer.from([0xff, 0xfe]) : Buffer.alloc(0)
  const body = [mark, before, password, after]
  const head = [
    `POST ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    'Connection: close',
    `X-Forwarded-For: 2001:db8:${name}::1`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.reduce((sum, part) => sum + part.length, 0)}`,
  ]
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => {})
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  for (const part of body) socket.write(part)
  socket.resume()
  await once(socket, 'close')
}

test('60 log-ins of 15.9 MB each at a time', {
  skip: process.platform !== 'linux' && 'read from /proc',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-memory-'))
  const service = await startService(folder, { TRUST_PROXY: '127.0.0.1' })
  try {
    await service.call.GetMailingLists({})
    const before = residentOf(service.pid)
    for (const body of bodies) {
      let most = 0
      let over = false
      const all = Promise.all(
        Array.from({ length: AT_ONCE }, () => post(new URL(service.url), body)),
      )
      void all.finally(() => {
        over = true
      })
      for (; !over; await pause(20)) most = Math.max(most, residentOf(service.pid))
      await all
      assert.ok(
        most - before < MOST,
        `${Math.round((most - before) / MEGABYTE)} MB more for ${body[0]}`,
      )
    }
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
