/**
 * SMS to a gateway that is asked by HTTP: what it is asked, and what each of its answers comes
 * to.
 */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { GatewayUrlError } from '../../src/sms/gateway-url.ts'
import { createHttpGateway, type HttpGatewayOptions } from '../../src/sms/http/gateway.ts'
import { describeHttp, readHttpTemplate } from '../../src/sms/http/template.ts'
import { freePort } from '../support/free-port.ts'
import { smsTo } from './server.ts'

interface Asked {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

interface Settings extends Partial<Omit<HttpGatewayOptions, 'template'>> {
  url?: string
  body?: string
  headers?: string
  ok?: string
  id?: string
}

async function asking(
  t: TestContext,
  answer: (res: ServerResponse, count: number) => void,
  given: Settings = {},
) {
  const asked: Asked[] = []
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', piece => {
      body += piece
    })
    req.on('end', () => {
      asked.push({ method: req.method!, url: req.url!, headers: req.headers, body })
      answer(res, asked.length)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const {
    url = `http://127.0.0.1:PORT/send?to={to}&text={text}`,
    body = '',
    headers = '',
    ok = '',
    id = '',
    ...options
  } = given
  const gateway = createHttpGateway({
    template: readHttpTemplate(url.replace('PORT', String(port)), body, headers, ok, id),
    from: 'Pennypost',
    rate: null,
    connections: 5,
    callbackOf: name => `https://mail.example.test/api/sms/receipt/token?id=${name}`,
    answerMillis: 2_000,
    firstPauseMillis: 30,
    ...options,
  })
  t.after(async () => {
    await gateway.close(0)
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  return { gateway, asked }
}

const says = (status: number, text: string) => (res: ServerResponse) => {
  res.statusCode = status
  res.end(text)
}

describe('a gateway that is asked by HTTP', () => {
  test('by GET, with everything escaped', async t => {
    const { gateway, asked } = await asking(t, says(202, '0: Accepted'), {
      url: 'http://user:p%40ss@127.0.0.1:PORT/sms?to={to}&d={digits}&text={text}&from={from}&id={id}&coding={coding}&cb={callback}&fix=1#x',
    })
    const verdict = await gateway.send(
      smsTo('+46701234567', 'A & B = 50 % {to} 🎉', { name: '1-2-3' }),
    )
    assert.deepEqual(verdict, {
      outcome: 'accepted',
      reply: '202 0: Accepted',
      gatewayIds: ['1-2-3'],
      aboutUs: false,
    })
    const [{ url, method, headers }] = asked as [Asked]
    assert.equal(method, 'GET')
    assert.equal(headers.authorization, `Basic ${btoa('user:p@ss')}`)
    assert.deepEqual(Object.fromEntries(new URL(url, 'http://x').searchParams), {
      to: '+46701234567',
      d: '46701234567',
      text: 'A & B = 50 % {to} 🎉',
      from: 'Pennypost',
      id: '1-2-3',
      coding: '2',
      cb: 'https://mail.example.test/api/sms/receipt/token?id=1-2-3',
      fix: '1',
    })
  })

  test('by POST of a form, and of JSON; with headers, and an id out of the answer', async t => {
    const form = await asking(t, says(200, 'OK'), {
      url: 'http://127.0.0.1:PORT/sms',
      body: 'to={to}&text={text}',
      headers: 'Authorization: Bearer abc | X-From: us',
    })
    await form.gateway.send(smsTo('+46701234567', 'A&B'))
    const [one] = form.asked as [Asked]
    assert.deepEqual(
      [one.method, one.body, one.headers['content-type']],
      ['POST', 'to=%2B46701234567&text=A%26B', 'application/x-www-form-urlencoded'],
    )
    assert.deepEqual([one.headers.authorization, one.headers['x-from']], ['Bearer abc', 'us'])

    const json = await asking(t, says(201, '{"messages":[{"id":"m-77"}]}'), {
      url: 'http://127.0.0.1:PORT/sms',
      body: '{"to": "{to}", "message": {"text": "{text}"}}',
      id: '"id":"([^"]+)"',
    })
    const verdict = await json.gateway.send(smsTo('+46701234567', 'He said "no"\n\\o/'))
    assert.deepEqual(verdict.gatewayIds, ['m-77'])
    assert.deepEqual(JSON.parse(json.asked[0]!.body), {
      to: '+46701234567',
      message: { text: 'He said "no"\n\\o/' },
    })
  })

  test('each answer has its outcome', async t => {
    for (const [status, text, outcome, aboutUs] of [
      [200, 'ok', 'accepted', false],
      [400, 'bad number', 'refused', false],
      [422, 'no', 'refused', false],
      [401, 'who?', 'deferred', true],
      [404, 'nothing', 'deferred', true],
      [302, 'elsewhere', 'deferred', true],
      [500, 'oops', 'uncertain', false],
      [502, 'proxy', 'uncertain', false],
    ] as const) {
      const { gateway } = await asking(t, says(status, text))
      const verdict = await gateway.send(smsTo('+46701234567'))
      assert.deepEqual(
        [verdict.outcome, verdict.aboutUs, verdict.reply],
        [outcome, aboutUs, `${status} ${text}`],
      )
    }
    const strict = await asking(t, says(200, 'ERR: number'), { ok: '^OK' })
    assert.equal((await strict.gateway.send(smsTo('+46701234567'))).outcome, 'refused')
  })

  test('too much at once is for later, and then it goes', async t => {
    const { gateway, asked } = await asking(t, (res, count) =>
      says(count <= 2 ? (count === 1 ? 429 : 503) : 200, '')(res),
    )
    assert.equal((await gateway.send(smsTo('+46701234567'))).outcome, 'accepted')
    assert.equal(asked.length, 3)
  })

  test('a log-in that is refused again and again has it rest', async t => {
    const { gateway, asked } = await asking(t, says(403, 'no credit left'))
    for (let i = 0; i < 5; i++) await gateway.send(smsTo('+46701234567'))
    assert.deepEqual(gateway.state(), { up: false, trouble: '403 no credit left' })
    assert.equal((await gateway.send(smsTo('+46701234567'))).outcome, 'unusable')
    assert.equal(asked.length, 5)
  })

  test('without an answer it is uncertain; without a connection it was not sent', async t => {
    const silent = await asking(t, () => {})
    assert.equal((await silent.gateway.send(smsTo('+46701234567'))).outcome, 'uncertain')
    const cut = await asking(t, res => res.socket!.destroy())
    const verdict = await cut.gateway.send(smsTo('+46701234567'))
    assert.deepEqual(
      [verdict.outcome, verdict.reply],
      ['uncertain', 'The gateway closed the connection'],
    )
    const nobody = await asking(t, says(200, ''), {
      url: `http://127.0.0.1:${await freePort()}/?to={to}&text={text}`,
    })
    assert.equal((await nobody.gateway.send(smsTo('+46701234567'))).outcome, 'unusable')
    assert.equal(nobody.gateway.state().up, false)
  })

  test('an answer without end is read in part', async t => {
    const { gateway } = await asking(t, res => {
      res.writeHead(200)
      const more = () => res.write('x'.repeat(10_000), () => setImmediate(more))
      more()
    })
    const verdict = await gateway.send(smsTo('+46701234567'))
    assert.equal(verdict.outcome, 'accepted')
    assert.ok(verdict.reply.length < 300)
  })

  test('no more at a time than it may, and closing waits for them', async t => {
    let open = 0
    let most = 0
    const [full, some] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The first are held until all are there that may be.
    const { gateway } = await asking(t, async (res, count) => {
      most = Math.max(most, ++open)
      if (open === 5) full.resolve()
      if (count === 12) some.resolve()
      await full.promise
      setTimeout(() => {
        open--
        res.end('ok')
      }, 10)
    })
    const sent = Promise.all(
      Array.from({ length: 40 }, (_, i) => gateway.send(smsTo(`+467012345${10 + i}`))),
    )
    await some.promise
    await gateway.close(60_000)
    const outcomes = Map.groupBy(await sent, ({ outcome }) => outcome)
    assert.deepEqual([...outcomes.keys()].sort(), ['accepted', 'unusable'])
    assert.equal(most, 5)
  })
})

describe('the address of such a gateway', () => {
  const wrong = (url: string, body = '', headers = '', ok = '') => {
    try {
      readHttpTemplate(url, body, headers, ok, '')
    } catch (error) {
      assert.ok(error instanceof GatewayUrlError)
      assert.doesNotMatch(error.message, /hunter2/)
      return error.message
    }
    return 'nothing'
  }

  test('errors are reported, without the secret', () => {
    const good = 'https://user:hunter2@sms.example/?to={to}&text={text}'
    assert.equal(wrong(good), 'nothing')
    assert.match(wrong('ftp://sms.example/?to={to}&text={text}'), /is written smpp:/)
    assert.match(wrong('https://user:hunter2@sms.example/?to={to}'), /no placeholder for the text/)
    assert.match(
      wrong('https://user:hunter2@sms.example/?text={text}'),
      /no placeholder for the number/,
    )
    assert.match(wrong(`${good}&x={password}`), /There is no \{password\}: the placeholders are/)
    assert.match(wrong('https://{to}.example/?text={text}'), /have no placeholders/)
    assert.match(wrong('https://sms.example/', '{"to": {to}, "text": "{text}"}'), /no JSON/)
    assert.match(wrong(good, '', 'Authorization hunter2'), /Headers are written/)
    assert.match(wrong(good, '', 'A: b\r\nC: d'), /Headers are written/)
    assert.match(wrong(good, '', '', '('), /regular expression/)
  })

  test('it is shown without log-in and without its parameters', () => {
    const template = readHttpTemplate(
      'https://u:hunter2@sms.example/send/x?key=hunter2&to={to}&text={text}',
      '',
      '',
      '',
      '',
    )
    assert.equal(describeHttp(template), 'https://sms.example/send/x')
  })
})
