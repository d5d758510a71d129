/**
 * Clients that close their half of the connection behind the request, as some do that know no other
 * end of what they send.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { addAccount } from '../src/domain/accounts/add-account.ts'
import { type RunningApp, startApp } from './support/app.ts'

const PASSWORD = 'hunter2 & friends'

describe('a client that closes its half of the connection', () => {
  let running: RunningApp
  before(async () => {
    running = await startApp({})
    await addAccount(running.store, { username: 'shop', password: PASSWORD })
  })
  after(() => running.close())

  /** All that comes back until the service closes its half too. */
  async function sent(text: string): Promise<string> {
    const socket = connect({
      port: Number(new URL(running.origin).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    socket.end(text)
    let answer = ''
    for await (const chunk of socket.setEncoding('utf8')) answer += chunk
    return answer
  }
  const form = new URLSearchParams({ strUsername: 'shop', strPassword: PASSWORD }).toString()
  const path = '/externalapiservice.asmx/GetDemographicData'
  const postOf = (length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
    `Content-Length: ${length}\r\n\r\n${form}`

  test('behind a whole request is answered, and then let go', async () => {
    for (const request of [
      `GET ${path}?${form} HTTP/1.1\r\nHost: x\r\n\r\n`,
      postOf(form.length),
    ]) {
      const answer = await sent(request)
      assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
      assert.ok(answer.endsWith('</DataSet>') || answer.endsWith('0\r\n\r\n'), answer.slice(-50))
    }
    const both = await sent(
      `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET ${path}?${form} HTTP/1.1\r\nHost: x\r\n\r\n`,
    )
    assert.equal(both.match(/HTTP\/1\.1 200 OK/g)?.length, 2)
  })

  test('within a request, or without one, is let go at once', async () => {
    assert.match(await sent(postOf(form.length + 1)), /^(HTTP\/1\.1 400 |$)/)
    assert.match(await sent('GET / HTTP/1.1\r\nHost'), /^(HTTP\/1\.1 400 |$)/)
    assert.equal(await sent(''), '')
  })

  test('does not keep the service from stopping', async () => {
    const own = await startApp({})
    const socket = connect({
      port: Number(new URL(own.origin).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    socket.on('error', () => {})
    socket.end('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    await own.close()
  })
})
