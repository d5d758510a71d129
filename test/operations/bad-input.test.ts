/**
 * Input that nobody sends by accident, at operations that work: each answers as decided, changes
 * nothing, and the service goes on. What is wrong with the envelope itself (a DTD, nesting, a body
 * too large) is tested in test/soap.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newAccount, newAddress, type TestAccount } from '../support/account.ts'
import { type Binding, bindings, requestOf, type Texts } from '../support/typed-client/request.ts'

const MB = 1 << 20

/**
 * A request as texts with marks in it, each replaced by raw characters or escapes that a careful
 * client would not send.
 */
async function raw(
  { account, service }: TestAccount,
  name: string,
  texts: Texts,
  binding: Binding,
  marks: Record<string, string>,
) {
  const signed = { strUsername: account.username, strPassword: account.password, ...texts }
  const { method, tail, headers, body } = requestOf(name, signed, service.namespace, binding)
  const marked = (text: string) =>
    Object.entries(marks).reduce((made, [mark, bytes]) => made.replaceAll(mark, bytes), text)
  const answer = await fetch(service.url + marked(tail), {
    method,
    headers,
    ...(method === 'POST' && { body: marked(body) }),
  })
  return { status: answer.status, body: await answer.text() }
}

const resultOf = (body: string): string | undefined =>
  /<(?:InsertSubscriberResult|long)[^>]*>(-?\d+)</.exec(body)?.[1]

/** Nothing was written, and the next call is answered. */
async function unharmed({ call, list, service }: TestAccount) {
  const listId = await list()
  assert.deepEqual(await call.GetPagedSubscribers({ listId, page: 1, size: 10 }), [])
  assert.deepEqual(await call.GetOptOutAll(), [])
  assert.deepEqual(service.reported, [], 'nothing went wrong inside')
}

describe('bad input', () => {
  test('a NUL: refused in a form, no XML in an envelope', async () => {
    const own = await newAccount()
    const texts = { strEmail: 'asaMARK@example.test', strMailingListID: String(await own.list()) }
    for (const name of ['InsertSubscriber', 'MoveSubscriberToOptOutAll']) {
      for (const binding of ['get', 'post'] as const) {
        const { status, body } = await raw(own, name, texts, binding, { MARK: '%00' })
        assert.equal(status, 200)
        assert.match(body, />-2</)
      }
      for (const binding of ['soap11', 'soap12'] as const) {
        for (const nul of ['&#0;', '\0', '&#x0;']) {
          const { status } = await raw(own, name, texts, binding, { MARK: nul })
          assert.equal(status, 400, `${binding} ${JSON.stringify(nul)}`)
        }
      }
    }
    await unharmed(own)
  })

  test('half a character; bytes that are no UTF-8 are letters of windows-1252', async () => {
    const own = await newAccount()
    const texts = {
      strEmail: newAddress(),
      strName: 'MARK',
      strMailingListID: String(await own.list()),
    }
    for (const binding of ['get', 'post'] as const) {
      assert.equal(
        resultOf((await raw(own, 'InsertSubscriber', texts, binding, { MARK: '%uD800' })).body),
        '-2',
      )
    }
    for (const binding of ['soap11', 'soap12'] as const)
      assert.equal(
        (await raw(own, 'InsertSubscriber', texts, binding, { MARK: '&#xD800;' })).status,
        400,
      )
    await unharmed(own)
    for (const binding of ['get', 'post'] as const) {
      for (const bytes of ['%ED%A0%80', '%FF', '%C3']) {
        const id = resultOf(
          (await raw(own, 'InsertSubscriber', texts, binding, { MARK: bytes })).body,
        )
        assert.ok(Number(id) > 0, `${bytes}: ${id}`)
      }
    }
  })

  test('an address with a line end in it, however it is written', async () => {
    const own = await newAccount()
    const texts = { strEmail: 'asaMARK@example.test', strMailingListID: String(await own.list()) }
    for (const binding of bindings) {
      const ends = binding.startsWith('soap')
        ? ['&#13;&#10;', '\r\n', '\n', '&#x85;', '\u2028']
        : ['%0D%0A', '%0A', '%u000A', '%E2%80%A8']
      for (const end of ends) {
        const { status, body } = await raw(own, 'InsertSubscriber', texts, binding, { MARK: end })
        assert.equal(status, 200)
        assert.equal(resultOf(body), '-2', `${binding} ${JSON.stringify(end)}`)
      }
    }
    await unharmed(own)
  })

  test('an address of 10 MB is refused', async () => {
    const own = await newAccount()
    const listId = await own.list()
    const huge = `${'x'.repeat(10 * MB)}@example.test`
    for (const binding of bindings.filter(binding => binding !== 'get')) {
      const texts = { strEmail: huge, strMailingListID: String(listId) }
      assert.equal(await own.send('InsertSubscriber', texts, binding), -2)
      assert.equal(
        await own.send('MoveSubscriberToOptOutAll', { strEmail: huge, strReason: '' }, binding),
        -2,
      )
      const lists = await own.send(
        'GetSubscriberMailingLists',
        { strSubscriberId: '', strEmail: huge },
        binding,
      )
      assert.deepEqual(lists, [])
    }
    await unharmed(own)
  })

  test('names, passwords and ids of 10 MB are refused', async () => {
    const own = await newAccount()
    const huge = '9'.repeat(10 * MB)
    for (const binding of bindings.filter(binding => binding !== 'get')) {
      const texts = { strEmail: newAddress(), strMailingListID: huge }
      assert.equal(await own.send('InsertSubscriber', texts, binding), -3)
      const list = { strMailingListID: '1', strEmail: newAddress() }
      assert.equal(
        await own.send('InsertSubscriber', { ...list, strUsername: huge }, binding),
        -1000,
      )
      assert.equal(
        await own.send('InsertSubscriber', { ...list, strPassword: huge }, binding),
        -1000,
      )
      const fields = { ...list, strDatafields: 'DD1;'.repeat(MB), strDatavalues: ';'.repeat(MB) }
      const answer = (await own.send('InsertSubscriberWithDemData', fields, binding)) as number
      assert.ok(answer === -2 || answer === -3, `${answer}`)
    }
    await unharmed(own)
  })

  test('markup and quotes are text like any other', async () => {
    const own = await newAccount()
    const listId = await own.list()
    const name = `Robert'); drop table subscribers; -- <b>&amp;</b> \${x} %s "\\`
    await own.inEveryBinding(async (call, binding) => {
      const email = `o'brien+${binding}@example.test`
      const id = await call.InsertSubscriber({ listId, email, name })
      const row = (await call.GetPagedSubscribers({ listId, page: 1, size: 10 })).find(
        found => found.id === id,
      )
      assert.deepEqual([row?.email, row?.name], [email, name])
    })
  })
})
