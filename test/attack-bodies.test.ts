/** Bodies of strangers: their share of the common memory, and for how long. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addAccount } from '../src/domain/accounts/add-account.ts'
import { createByteBudget } from '../src/lib/byte-budget.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { until } from './support/until.ts'

const MEGABYTE = 1 << 20
const PASSWORD = 'correct horse battery staple'

let running: RunningApp
const sockets: Socket[] = []
before(async () => {
  running = await startApp({
    MAX_BODY: '2 MB',
    BODY_BUDGET: '8 MB',
    SMS_CALLBACK_TOKEN: 'a-token-of-the-gateway',
    TRUST_PROXY: '127.0.0.1',
  })
  await addAccount(running.store, { username: 'shop', password: PASSWORD })
})
after(() => running.close())

const port = () => Number(new URL(running.origin).port)

async function inHand(): Promise<number> {
  const text = await (await fetch(`${running.origin}/metrics`)).text()
  return Number(/^pennypost_request_bytes_in_hand (\d+)/m.exec(text)![1])
}

/** A body that is sent but for its end, or less of it. */
async function unfinished(
  path: string,
  type: string,
  bytes: number,
  sent = bytes,
  from = '127.0.0.1',
): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  socket.on('error', () => {})
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Content-Type: ${type}`,
    `Content-Length: ${bytes + 1}`,
    `X-Forwarded-For: ${from}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(sent)}`)
  return socket
}

const ENDPOINT = '/externalapiservice.asmx'
const FORM = 'application/x-www-form-urlencoded'

describe('bodies of strangers', () => {
  test('that are not finished take no more than half of the budget; usual calls and pages go on beside them', async () => {
    const kept: Socket[] = []
    for (let i = 0; i < 12; i++) kept.push(await unfinished(ENDPOINT, 'text/xml', 1.5 * MEGABYTE))
    await until(async () => (await inHand()) > 3 * MEGABYTE)
    await pause(200)
    assert.ok((await inHand()) <= 4 * MEGABYTE, `${await inHand()} bytes`)
    const form = new URLSearchParams({ strUsername: 'shop', strPassword: PASSWORD })
    const call = await fetch(`${running.origin}${ENDPOINT}/GetMailingLists`, {
      method: 'POST',
      body: form,
    })
    assert.equal(call.status, 200)
    for (const socket of kept) socket.destroy()
    await until(async () => (await inHand()) === 0)
  })

  test('beyond the budget: 503 with Retry-After, in the form of each binding', async () => {
    const kept: Socket[] = []
    for (let i = 0; i < 2; i++) kept.push(await unfinished(ENDPOINT, 'text/xml', 2_000_000))
    await until(async () => (await inHand()) > 3_900_000)
    const large = 'x'.repeat(MEGABYTE)
    for (const [path, type, says] of [
      [ENDPOINT, 'text/xml', /<faultcode>soap:Server<.*<Code>-5<\/Code><Reason>out-of-room</],
      [
        ENDPOINT,
        'application/soap+xml',
        /<soap:Value>soap:Receiver<.*<Code>-5<\/Code><Reason>out-of-room</,
      ],
      [
        `${ENDPOINT}/GetMailingLists`,
        FORM,
        /^The service is processing too many .* \(out-of-room, -5\)\r\n$/,
      ],
    ] as const) {
      const answer = await fetch(running.origin + path, {
        method: 'POST',
        body: large,
        headers: { 'Content-Type': type },
      })
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '10'], type)
      assert.match(await answer.text(), says)
    }
    for (const socket of kept) socket.destroy()
    await until(async () => (await inHand()) === 0)
  })

  test('small ones may use all of it, and a single one is always read', () => {
    const budget = createByteBudget(1_000_000)
    const [first, second, small] = [{}, {}, {}]
    assert.ok(budget.take(first, 900_000, { name: 'one', strict: false }))
    assert.ok(!budget.take(second, 100_000, { name: 'two', strict: false }))
    assert.ok(budget.take(small, 60_000, { name: 'three', strict: false }))
    assert.ok(!budget.take(small, 60_000, { name: 'three', strict: false }))
    assert.ok(!budget.take(first, 200_000, { name: 'one', strict: false }))
    budget.release(first)
    budget.release(second)
    assert.equal(budget.used(), 60_000)
  })

  test('of one network leave room for all others', () => {
    const budget = createByteBudget(1_000_000)
    const most = (name: string, strict: boolean) => {
      let taken = 0
      while (budget.take({}, 10_000, { name, strict })) taken += 10_000
      return taken
    }
    assert.equal(most('a stranger', true), 120_000)
    assert.equal(most('a program', false), 380_000, 'half of all, while the rest is free')
    assert.equal(most('another program', false), 120_000)
    assert.equal(most('another stranger', true), 120_000)
  })

  test('that are announced and do not come block no other caller', async () => {
    const silent: Socket[] = []
    for (const [path, type] of [
      ['/api/v1/session', 'application/json'],
      ['/console/sign-in', FORM],
      [ENDPOINT, 'text/xml'],
    ] as const)
      for (let i = 0; i < 70; i++) silent.push(await unfinished(path, type, 999_999, 100))
    await until(async () => (await inHand()) >= 70 * 100)
    assert.ok((await inHand()) < 100_000, `${await inHand()} bytes`)
    const json = { 'Content-Type': 'application/json', 'X-Pennypost-Console': '1' }
    const answers = await Promise.all([
      fetch(`${running.origin}/api/v1/session`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ username: 'shop', password: PASSWORD }),
      }),
      fetch(`${running.origin}/console/sign-in`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ username: 'shop', password: PASSWORD }),
      }),
      fetch(`${running.origin}${ENDPOINT}/GetMailingLists`, {
        method: 'POST',
        body: new URLSearchParams({ strUsername: 'shop', strPassword: PASSWORD }),
      }),
      fetch(`${running.origin}/u/1.1.s1.1.aaaaaaaaaaaaaaaa`, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 303, 200, 404],
    )
    for (const socket of silent) socket.destroy()
    await until(async () => (await inHand()) === 0)
  })

  test('whose clients hang up are noted, and are no faults of ours', async () => {
    const before = running.lines.length
    for (const [path, type] of [
      ['/api/v1/session', 'application/json'],
      ['/console/sign-in', FORM],
      ['/api/sms/reply/a-token-of-the-gateway', FORM],
    ] as const) {
      const socket = await unfinished(path, type, 1_000)
      await until(async () => (await inHand()) >= 1_000)
      socket.destroy()
      await until(async () => (await inHand()) === 0)
    }
    const noted = () => running.lines.slice(before).filter(line => line.includes('hung up'))
    await until(() => noted().length === 3)
    for (const line of running.lines.slice(before))
      assert.ok(['debug', 'info'].includes(JSON.parse(line).level), line)
  })

  test('in full leave unsubscribing and callbacks their own memory', async () => {
    const kept: Socket[] = []
    // Each network half of what is left, until nobody has any.
    for (let i = 0; i < 40; i++)
      kept.push(await unfinished(ENDPOINT, 'text/xml', 1_000_000, 1_000_000, `198.51.100.${i}`))
    await until(async () => (await inHand()) > 5 * MEGABYTE)
    for (const [path, status] of [
      ['/u/1.1.s1.1.aaaaaaaaaaaaaaaa', 404],
      ['/api/sms/reply/a-token-of-the-gateway', 400],
    ] as const) {
      const answer = await fetch(running.origin + path, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
      assert.equal(answer.status, status, path)
    }
    for (const socket of kept) socket.destroy()
    await until(async () => (await inHand()) === 0)
  })

  test('small ones of recipients, of the console and of gateways are counted too, while they are there', async () => {
    for (const [path, bytes] of [
      ['/u/1.1.s1.1.aaaaaaaaaaaaaaaa', 10_000],
      ['/console/sign-in', 10_000],
      ['/api/sms/reply/a-token-of-the-gateway', 50_000],
    ] as const) {
      const socket = await unfinished(path, FORM, bytes)
      await until(async () => (await inHand()) >= bytes)
      socket.destroy()
      await until(async () => (await inHand()) === 0)
    }
  })
})
