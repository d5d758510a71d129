/**
 * Receipts and replies that a gateway calls with: accepted ones, refused ones, and none without the
 * token.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { createApp } from '../../src/app.ts'
import { openKeys } from '../../src/domain/keys/keys.ts'
import { createSmsCallbacks } from '../../src/inbound/sms-callbacks.ts'
import { createLog } from '../../src/lib/log.ts'
import { createRequestBodies } from '../../src/lib/request-bodies.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { readConfig } from '../../src/settings/config.ts'
import type { Receipt, Reply } from '../../src/sms/gateway.ts'
import { numberOf, smsSetup } from '../sms/setup.ts'
import { until } from '../support/until.ts'

const TOKEN = 'a-token-for-the-tests'

async function callbacks(t: TestContext, token: string | undefined = TOKEN) {
  const told: (Receipt | Reply)[] = []
  let away = false
  const keep = async (one: Receipt | Reply) => {
    if (away) throw new Error('the store is away')
    told.push(one)
  }
  const answer = createSmsCallbacks({
    token,
    listener: { receipt: keep, reply: keep },
    bodies: createRequestBodies({ most: 1 << 20, networkOf: () => '' }),
    report: () => {},
  })
  const server = createServer((req, res) => void answer(req, res))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as { port: number }
  return {
    told,
    goAway: () => {
      away = true
    },
    async call(path: string, init: RequestInit = {}) {
      const res = await fetch(`http://127.0.0.1:${port}/api/sms/${path}`, init)
      return { status: res.status, text: (await res.text()).trim() }
    },
  }
}

describe('what a gateway calls with', () => {
  test('receipts by GET, form and JSON, with the names and words that gateways have', async t => {
    const { call, told } = await callbacks(t)
    const ok = { status: 200, text: 'ok' }
    assert.deepEqual(await call(`receipt/${TOKEN}?id=1-2-3&status=1`), ok)
    assert.deepEqual(await call(`receipt/${TOKEN}?id=1-2-4&status=16&to=%2B46701234567`), ok)
    const form = {
      method: 'POST',
      body: new URLSearchParams({
        MessageSid: 'SM9',
        MessageStatus: 'undelivered',
        To: '+46701234567',
      }),
    }
    assert.deepEqual(await call(`receipt/${TOKEN}`, form), ok)
    const json = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"status":"SENT","more":{"a":1}}',
    }
    assert.deepEqual(await call(`receipt/${TOKEN}?id=77`, json), ok)
    assert.deepEqual(told, [
      { name: '1-2-3', state: 'delivered', said: '1', numbers: [] },
      { name: '1-2-4', state: 'refused', said: '16', numbers: ['46701234567'] },
      { gatewayId: 'SM9', state: 'undelivered', said: 'undelivered', numbers: ['46701234567'] },
      { gatewayId: '77', state: 'in transit', said: 'SENT', numbers: [] },
    ])
  })

  test('replies', async t => {
    const { call, told } = await callbacks(t)
    await call(`reply/${TOKEN}?from=0046701234567&to=72000&text=Stopp`)
    await call(`reply/${TOKEN}`, {
      method: 'POST',
      body: new URLSearchParams({ From: '+46701234567', Body: 'Hej å ✓' }),
    })
    assert.deepEqual(told, [
      { from: '+46701234567', to: '72000', text: 'Stopp' },
      { from: '+46701234567', to: '', text: 'Hej å ✓' },
    ])
  })

  test('nothing without the token, and no token means nothing', async t => {
    const { call, told } = await callbacks(t)
    for (const path of [
      'receipt/wrong?id=1&status=1',
      `receipt/${TOKEN}x?id=1&status=1`,
      `other/${TOKEN}`,
      'receipt/',
      `receipt/${TOKEN}/x`,
    ])
      assert.equal((await call(path)).status, 404, path)
    const closed = await callbacks(t, '')
    assert.equal((await closed.call('receipt/?id=1&status=1')).status, 404)
    assert.deepEqual(told, [])
  })

  test('what can not be used is said', async t => {
    const { call, told, goAway } = await callbacks(t)
    const json = (body: string) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    for (const [path, init, status, text] of [
      [`receipt/${TOKEN}?status=1`, {}, 400, /must identify the SMS: id/],
      [`receipt/${TOKEN}?id=1`, {}, 400, /must have the state of the SMS: status/],
      [`receipt/${TOKEN}?id=1&status=eaten`, {}, 400, /"eaten" is unknown; known are/],
      [`receipt/${TOKEN}?id=${'x'.repeat(101)}&status=1`, {}, 400, /must identify the SMS/],
      [`receipt/${TOKEN}`, json('[1]'), 400, /JSON object/],
      [`receipt/${TOKEN}`, json('{"id":'), 400, /JSON object/],
      [`receipt/${TOKEN}`, json(`{"id":"${'x'.repeat(70_000)}"}`), 413, /At most 65536 bytes/],
      [`receipt/${TOKEN}?id=1&status=1`, { method: 'PUT' }, 405, /GET or POST/],
      [`reply/${TOKEN}?from=Shop&text=x`, {}, 400, /must have its sender/],
      [`reply/${TOKEN}?from=46701234567`, {}, 400, /must have a text/],
    ] as [string, RequestInit, number, RegExp][]) {
      const said = await call(path, init)
      assert.equal(said.status, status, path)
      assert.match(said.text, text)
    }
    goAway()
    assert.equal((await call(`receipt/${TOKEN}?id=1&status=1`)).status, 503)
    assert.deepEqual(told, [])
  })
})

test('a gateway asked by HTTP, from the queue to the receipt it calls with', async t => {
  const setup = await smsSetup(20)
  const log = createLog({ level: 'silent' })
  const sealer = createSealer('a secret for the tests, long enough')
  const keys = await openKeys(setup.store, sealer)
  const app = createApp({
    config: readConfig({ PORT: '0', SMS_CALLBACK_TOKEN: TOKEN }),
    store: setup.store,
    sealer,
    keys,
    log,
  })
  const { port } = await app.listen()
  const asked: string[] = []
  const gateway = createServer((req, res) => {
    const { searchParams } = new URL(req.url!, 'http://localhost')
    asked.push(searchParams.get('to')!)
    // It has the text, and says that something went wrong.
    if (searchParams.get('to')!.endsWith('6')) res.statusCode = 500
    res.end('queued')
    // Before or after the answer is settled, as it happens.
    void fetch(
      `${searchParams.get('dlr')}&status=${searchParams.get('to')!.endsWith('5') ? 'failed' : 'delivered'}`,
    )
  })
  await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
  const { port: gatewayPort } = gateway.address() as { port: number }
  const workers = await setup.startWorkers({
    SMS_URL: `http://127.0.0.1:${gatewayPort}/?to={to}&text={text}&dlr={callback}`,
    SMS_CALLBACK_TOKEN: TOKEN,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  })
  t.after(async () => {
    await workers.stop()
    await new Promise(resolve => gateway.close(resolve))
    await app.close()
    keys.close()
    await setup.drop()
  })
  const { messageId } = await setup.send()
  await until(async () => {
    const { delivered, undelivered } = await setup.states(messageId)
    return delivered === 18 && undelivered === 2
  })
  // The answer to one was lost with its worker, and then its receipt comes.
  await setup.ask("update sms_deliveries set state = 'uncertain' where id = 1")
  await setup.ask('delete from sms_parts where delivery_id = 1')
  const late = `http://127.0.0.1:${port}/api/sms/receipt/${TOKEN}?id=${setup.accountId}-${messageId}-1&status=delivered`
  assert.equal((await fetch(late)).status, 200)
  assert.equal((await setup.states(messageId)).delivered, 18)
  assert.equal(new Set(asked).size, 20)
  assert.equal(asked.length, 20)
  const reply = await fetch(
    `http://127.0.0.1:${port}/api/sms/reply/${TOKEN}?from=${numberOf(1).slice(1)}&text=STOP`,
  )
  assert.equal(reply.status, 200)
  assert.equal((await setup.send()).planned, 19)
})
