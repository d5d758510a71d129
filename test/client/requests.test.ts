/** The requests of the typed client in each binding. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '../support/typed-client/client.ts'
import type { Binding } from '../support/typed-client/request.ts'
import { childOf, parseTree } from '../support/typed-client/tree.ts'
import { type Canned, envelopes, namespace, type Seen, startCanned } from './canned.ts'

const person = { email: 'å@example.test', name: 'a\r\n"b"', format: 'html' as const, listId: 7 }

let canned: Canned
before(async () => {
  canned = await startCanned()
})
after(() => canned.stop())

/** One call over one binding: the request. The answer makes no sense. */
async function sent(binding: Binding, call: (client: Client) => Promise<unknown>): Promise<Seen> {
  await call(canned.clientFor(binding)).catch(() => undefined)
  return canned.seen.at(-1)!
}

describe('what the client sends', () => {
  for (const binding of ['soap11', 'soap12'] as const) {
    test(`${binding}: an envelope with the parameters in order`, async () => {
      const { method, path, headers, body } = await sent(binding, call =>
        call.InsertSubscriber(person),
      )
      assert.equal(`${method} ${path}`, 'POST /externalapiservice.asmx')
      assert.equal(headers['content-type'], envelopes[binding].type)
      assert.equal(
        headers.soapaction,
        binding === 'soap11' ? `"${namespace}InsertSubscriber"` : undefined,
      )
      const root = parseTree(body)
      assert.equal(root.uri, envelopes[binding].uri)
      const operation = childOf(childOf(root, 'Body'), 'InsertSubscriber')!
      assert.equal(operation.uri, namespace)
      assert.deepEqual(
        operation.children.map(({ name, text }) => [name, text]),
        [
          ['strUsername', 'ada'],
          ['strPassword', 'l & <ve'],
          ['strEmail', 'å@example.test'],
          ['strName', 'a\r\n"b"'],
          ['strFormat', 'HTML'],
          ['strMailingListID', '7'],
        ],
      )
    })
  }

  test('get: everything in the query, absent parameters empty', async () => {
    const { method, path, body } = await sent('get', call => call.InsertSubscriber(person))
    const address = new URL(path, 'http://any.test')
    assert.equal(`${method} ${address.pathname}`, 'GET /externalapiservice.asmx/InsertSubscriber')
    assert.equal(body, '')
    assert.equal(address.searchParams.get('strEmail'), 'å@example.test')
    assert.equal(address.searchParams.get('strCountryCode'), '')
    assert.equal([...address.searchParams].length, 8)
  })

  test('post: everything in the form', async () => {
    const { method, path, headers, body } = await sent('post', call =>
      call.InsertSubscriber(person),
    )
    assert.equal(`${method} ${path}`, 'POST /externalapiservice.asmx/InsertSubscriber')
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded')
    assert.equal(new URLSearchParams(body).get('strName'), 'a\r\n"b"')
  })

  test('a character is a number in SOAP and itself in the forms', async () => {
    const input = { listId: 7, url: 'http://files.test/a.csv', delimiter: '|', hasHeaders: true }
    const call = (client: Client) => client.InsertCsvSubscribersFromFileCustom(input)
    assert.match(
      (await sent('soap11', call)).body,
      /<chrDelimiter>124<\/chrDelimiter><blnHasHeaders>true</,
    )
    assert.match(
      (await sent('post', call)).body,
      /&chrDelimiter=%7C&chrQuote=&.*blnHasHeaders=true$/,
    )
  })

  test('a list is repeated', async () => {
    const call = (client: Client) =>
      client.GetNewsletterWebVersionUrlByFilters({ newsletterId: 1, filterIds: [2, 3] })
    assert.match(
      (await sent('soap12', call)).body,
      /<intFilterIds><int>2<\/int><int>3<\/int><\/intFilterIds>/,
    )
    assert.match((await sent('get', call)).path, /intNewsletterId=1&intFilterIds=2&intFilterIds=3$/)
  })

  test('a moment is written at +01:00', async () => {
    const from = new Date('2026-01-31T13:00:00Z')
    const { body } = await sent('soap11', call =>
      call.GetTriggerViews({ triggerId: 1, from, until: from }),
    )
    assert.match(body, /<fromDate>2026-01-31T14:00:00\+01:00<\/fromDate>/)
  })

  test('what XML has no way to carry is an error before anything is sent', async () => {
    await assert.rejects(
      canned.clientFor('soap11').MoveSubscriberToOptOutAll({ email: 'a\0' }),
      TypeError,
    )
  })
})
