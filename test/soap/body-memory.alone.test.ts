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
const MOST = 280 * MEGABYTE

const longLogin = (bytes: number) =>
  `\ufeff${envelope(operation('GetMailingLists', `<strUsername>x</strUsername><strPassword>${'å'.repeat(bytes)}</strPassword>`))}`

/**
 * Those that take most of what is read: two bytes are kept of each character, and of KOI8 one came.
 */
const bodies: [type: string, body: Buffer][] = [
  ['text/xml; charset=utf-16', Buffer.from(longLogin(BYTES / 2 - 500), 'utf16le')],
  ['text/xml; charset=koi8-r', Buffer.from(longLogin(BYTES - 500).slice(1), 'latin1')],
]

const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

async function post(url: URL, type: string, body: Buffer): Promise<void> {
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => {})
  const head = [
    `POST ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    'Connection: close',
    `Content-Type: ${type}`,
  ]
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n`)
  socket.write(body)
  socket.resume()
  await once(socket, 'close')
}

test('60 log-ins of 15.9 MB each at a time', {
  skip: process.platform !== 'linux' && 'read from /proc',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-memory-'))
  const service = await startService(folder)
  try {
    await service.call.GetMailingLists({})
    const before = residentOf(service.pid)
    for (const [type, body] of bodies) {
      let most = 0
      let over = false
      const all = Promise.all(
        Array.from({ length: AT_ONCE }, () => post(new URL(service.url), type, body)),
      )
      void all.finally(() => {
        over = true
      })
      for (; !over; await pause(20)) most = Math.max(most, residentOf(service.pid))
      await all
      assert.ok(
        most - before < MOST,
        `${Math.round((most - before) / MEGABYTE)} MB more for ${type}`,
      )
    }
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
