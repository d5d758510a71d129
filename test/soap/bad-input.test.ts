/**
 * What is sent by mistake or in bad faith: each is answered as decided, in bounded memory and time.
 * Envelopes changed at random are in mutations.test.ts.
 */
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Handlers } from '../../src/operations/handler.ts'
import {
  type Answer,
  envelope,
  get,
  http,
  NS,
  operation,
  PATH,
  type Service,
  soap11,
  startService,
} from './service.ts'

const handlers: Partial<Handlers> = {
  InsertSubscriber: async () => 1,
  InsertMailingList: async () => 17,
  GetPagedSubscribers: async () => [],
  GetMailingLists: async () => [],
  AddSubscribersFromXmlToQueue: async () => 1,
  GetNewsletterWebVersionUrlByFilters: async () => 'u',
}

const MEGABYTE = 1 << 20
const XML = { 'Content-Type': 'text/xml; charset=utf-8' }

describe('bad input', () => {
  let service: Service
  before(async () => {
    service = await startService(handlers)
  })
  after(() => service.close())
  beforeEach(() => {
    service.inputs.length = 0
  })
  const send = (body: string | Buffer, headers: Record<string, string> = XML) =>
    http(service, 'POST', PATH, headers, body)
  const malformed = (answer: Answer, why: RegExp) => {
    assert.equal(answer.status, 400)
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
    assert.match(answer.body, /^[^\r\n]+\r\n$/)
    assert.match(answer.body, why)
    assert.deepEqual(
      [service.observed.at(-1)?.outcome, service.observed.at(-1)?.reason],
      ['client-fault', 'malformed'],
    )
    assert.equal(service.inputs.length, 0)
  }
  const whole = envelope(operation('InsertMailingList', '<strListName>A</strListName>'))

  test('malformed, empty, cut off', async () => {
    malformed(await send(''), /line 1, column 1: nothing is here/)
    malformed(await send(whole.slice(0, -5)), /line 1, column \d+: /)
    malformed(await send('<a'), /line 1/)
    malformed(await send('{"a": 1}'), /text outside of the root element/)
    malformed(await send(`${whole}x`), /text outside/)
    malformed(await send(whole.replace('>A<', '>&#0;<')), /no character of XML/)
    malformed(await send(whole.replace('>A<', '>\u0000<')), /does not allow/)
    malformed(await send(whole.replace('>A<', '>a & b<')), /starts no reference/)
    malformed(await send(Buffer.concat([Buffer.from(whole), Buffer.from([0xc3])])), /text outside/)
    malformed(await send(Buffer.alloc(MEGABYTE)), /nothing is here/)
  })

  test('DTDs and entities', async () => {
    const bomb =
      '<!DOCTYPE a [<!ENTITY a ' +
      `"aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`)}]>`
    malformed(await send(whole.replace('?>', `?>${bomb}`).replace('>A<', '>&j;<')), /DTD/)
    malformed(await send(`<!DOCTYPE a SYSTEM "file:///etc/passwd">${whole.slice(38)}`), /DTD/)
    malformed(await send(whole.replace('>A<', '>&xxe;<')), /entities are not read/)
  })

  test('nesting: 64 deep is read, deeper is not', async () => {
    const nested = (depth: number) =>
      envelope(operation('InsertMailingList', '<x>'.repeat(depth) + '</x>'.repeat(depth)))
    assert.match((await send(nested(61))).body, />17</)
    service.inputs.length = 0
    malformed(await send(nested(62)), /deeper than 64/)
    malformed(await send('<a>'.repeat(MEGABYTE)), /deeper than 64/)
  })

  test('17 MB, declared or not, and after it the connection still serves', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const over = (headers: Record<string, string | number>, path = PATH) =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        const options = {
          port: service.port,
          method: 'POST',
          path,
          agent,
          headers: { ...XML, ...headers },
        }
        const req = request(options, res => {
          let body = ''
          res.setEncoding('utf8').on('data', chunk => {
            body += chunk
          })
          res.on('end', () => resolve({ status: res.statusCode!, body }))
        })
        req.on('error', reject)
        const chunk = Buffer.alloc(MEGABYTE, 0x20)
        for (let sent = 0; sent < 17; sent++) req.write(chunk)
        req.end()
      })
    const refused = { status: 413, body: `The request is larger than ${16 * MEGABYTE} bytes.\r\n` }
    assert.deepEqual(await over({ 'Content-Length': 17 * MEGABYTE }), refused)
    assert.deepEqual(await over({ 'Transfer-Encoding': 'chunked' }), refused)
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    assert.deepEqual(
      await over({ ...form, 'Content-Length': 17 * MEGABYTE }, `${PATH}/InsertMailingList`),
      refused,
    )
    agent.destroy()
    assert.equal(service.observed.at(-1)?.reason, 'too-large')
    assert.equal((await send(whole)).status, 200)
  })

  test('of 10 MB in one value the operation is given one character more than it takes; messages quote a piece only', async () => {
    const long = 'a'.repeat(10 * MEGABYTE)
    await soap11(
      service,
      'InsertSubscriber',
      `<strEmail>${long}</strEmail><strMailingListID>1</strMailingListID>`,
    )
    assert.equal((service.inputs[0] as { email: string }).email.length, 1_001)
    const xml = `<intMailingListId>1</intMailingListId><strXmlData>${long}</strXmlData>`
    await soap11(service, 'AddSubscribersFromXmlToQueue', xml)
    assert.equal((service.inputs[1] as { xml: string }).xml.length, long.length)
    const answer = await soap11(
      service,
      'GetPagedSubscribers',
      `<strMailingListId>1</strMailingListId><pageIndex>${long}</pageIndex>`,
    )
    assert.equal(answer.status, 500)
    const action = await send(whole, { ...XML, SOAPAction: 'x'.repeat(5_000) })
    assert.ok(action.body.length < 1_000)
    for (const value of [
      `${'0'.repeat(10 * MEGABYTE)}x`,
      `${' '.repeat(10 * MEGABYTE)}x`,
      '9'.repeat(10 * MEGABYTE),
    ]) {
      const ids = `<strMailingListId>${value}</strMailingListId><pageIndex>1</pageIndex>`
      assert.equal((await soap11(service, 'GetPagedSubscribers', ids)).status, 200)
      const numbers = `<strMailingListId>1</strMailingListId><pageIndex>${value}</pageIndex>`
      assert.match(
        (await soap11(service, 'GetPagedSubscribers', numbers)).body,
        /There is an error in XML document/,
      )
    }
  })

  test('an id of 30 digits is an id that nothing has', async () => {
    const answer = await soap11(
      service,
      'InsertSubscriber',
      `<strMailingListID>${'9'.repeat(30)}</strMailingListID>`,
    )
    assert.match(answer.body, />1</)
    assert.equal((service.inputs[0] as { listId: number }).listId, 0)
  })

  test('many parameters, attributes, prefixes, names: in proportion', async () => {
    const many = 200_000
    const bodies = [
      operation('InsertMailingList', '<strListName>a</strListName>'.repeat(many)),
      operation('InsertMailingList', '<x/>'.repeat(many)),
      operation(
        'InsertMailingList',
        `<x ${Array.from({ length: many }, (_, i) => `a${i}=""`).join(' ')}/>`,
      ),
      operation(
        'InsertMailingList',
        `<x ${Array.from({ length: many }, (_, i) => `xmlns:a${i}="u"`).join(' ')}/>`,
      ),
    ]
    for (const body of bodies) assert.match((await send(envelope(body))).body, />17</)
    const list = '<intNewsletterId>1</intNewsletterId><intFilterIds>'
    assert.equal(
      (
        await soap11(
          service,
          'GetNewsletterWebVersionUrlByFilters',
          `${list}${'<int>1</int>'.repeat(many)}</intFilterIds>`,
        )
      ).status,
      500,
    )
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const path = `${PATH}/InsertMailingList`
    for (const [text, answered] of [
      ['&'.repeat(MEGABYTE), 17],
      ['a=b&'.repeat(many), 17],
      ['strListName=%u00&'.repeat(many), -2],
      [`strListName=${'%u0041%'.repeat(many)}`, -2],
    ]) {
      const answer = await http(
        service,
        'POST',
        path,
        form,
        `strUsername=account&strPassword=secret&${text}`,
      )
      assert.match(answer.body, new RegExp(`>${answered}<`))
    }
  })

  test('names that every object has', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      assert.equal((await get(service, name)).status, 500)
      assert.equal((await get(service, 'InsertMailingList', `${name}=x`)).status, 200)
      assert.match((await send(envelope(`<${name} xmlns="${NS}"/>`))).body, /valid soap action/)
      assert.equal((await send(whole, { ...XML, SOAPAction: `${NS}${name}` })).status, 500)
      assert.equal((await soap11(service, 'InsertMailingList', `<${name}>x</${name}>`)).status, 200)
    }
    assert.equal(service.reported.length, 0)
  })
})
