/**
 * The relay that keeps emails: it asks for the mark first, gathers, and says "accepted" of what is
 * in the store alone.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sandboxMessage, sandboxMessages } from '../../src/domain/sandbox/sandbox.sql.ts'
import { createSandboxRelay, type SandboxOrigin } from '../../src/sandbox/keep.ts'
import { newAccount, type TestAccount } from '../support/account.ts'

const keptFor = (
  { account }: TestAccount,
  deliveryId: number,
  subject = 'News',
): SandboxOrigin => ({
  accountId: account.id,
  sourceKind: 1,
  sourceId: 7,
  deliveryId,
  subject,
})

const messagesOf = ({ service, account }: TestAccount) =>
  sandboxMessages(service.store, {
    accountId: account.id,
    beforeId: Number.MAX_SAFE_INTEGER,
    part: null,
    most: 1000,
  })

describe('the sandbox as a relay', () => {
  test('keeps an email byte by byte, with its envelope', async () => {
    const account = await newAccount()
    const { store } = account.service
    const relay = createSandboxRelay(store)
    const content = Buffer.from(Array.from({ length: 1024 }, (_, i) => i % 256))
    const verdict = await relay.send({ from: '', to: 'åsa@example.test' }, content, {
      kept: keptFor(account, 3, 'Hej Å\0\ud800'),
    })
    assert.deepEqual([verdict.outcome, verdict.stage, verdict.code], ['accepted', 'dot', 250])
    const [row] = await messagesOf(account)
    const message = (await sandboxMessage(store, {
      accountId: account.account.id,
      messageId: row!.id,
    }))!
    assert.ok(message.content.equals(content))
    const { sourceKind, sourceId, deliveryId, envelopeFrom, email, subject } = message
    assert.deepEqual(
      [sourceKind, sourceId, deliveryId, envelopeFrom, email],
      [1, 7, 3, '', 'åsa@example.test'],
    )
    assert.equal(subject, 'Hej Å\ufffd\ufffd')
  })

  test('stores many in few statements, large ones apart, each once', async () => {
    const account = await newAccount()
    const { store } = account.service
    let statements = 0
    const counting: typeof store = {
      ...store,
      run: (statement, values) => {
        if (statement.name === 'sandbox.keepMessages') statements++
        return store.run(statement, values)
      },
    }
    const relay = createSandboxRelay(counting)
    const verdicts = await Promise.all(
      Array.from({ length: 500 }, (_, i) =>
        relay.send(
          { from: 'b@example.test', to: `p${i}@example.test` },
          Buffer.alloc(i === 9 ? 3_000_000 : 2000, 'x'),
          {
            kept: keptFor(account, i + 1),
          },
        ),
      ),
    )
    assert.ok(verdicts.every(({ outcome }) => outcome === 'accepted'))
    const messages = await messagesOf(account)
    assert.equal(new Set(messages.map(({ id }) => id)).size, 500)
    assert.equal(new Set(messages.map(({ email }) => email)).size, 500)
    assert.equal(Math.max(...messages.map(({ bytes }) => bytes)), 3_000_000)
    assert.ok(statements < 20, `${statements} statements`)
  })

  test('keeps nothing without the mark, nor after the lease was lost', async () => {
    const account = await newAccount()
    const relay = createSandboxRelay(account.service.store)
    const send = (options: object) =>
      relay.send({ from: '', to: 'p@example.test' }, Buffer.from('x'), {
        kept: keptFor(account, 1),
        ...options,
      })
    const asked: string[] = []
    const beforeData = async () => asked.push('mark') > 1
    assert.equal((await send({ beforeData })).outcome, 'abandoned')
    assert.equal((await send({ stillOurs: () => false })).outcome, 'abandoned')
    assert.deepEqual(await messagesOf(account), [])
    assert.equal((await send({ beforeData, stillOurs: () => true })).outcome, 'accepted')
    assert.equal(asked.length, 2)
    await assert.rejects(send({ kept: undefined }), /origin of the email/)
  })

  test('what the store refused is not kept, and when it fell silent nobody knows', async () => {
    const account = await newAccount()
    const { store } = account.service
    const failing = (error: Error) => ({
      ...store,
      locals: new Map(),
      run: ((statement, values) =>
        statement.name === 'sandbox.keepMessages'
          ? Promise.reject(error)
          : store.run(statement, values)) as typeof store.run,
    })
    const sent = (error: Error) =>
      createSandboxRelay(failing(error)).send(
        { from: '', to: 'p@example.test' },
        Buffer.from('x'),
        { kept: keptFor(account, 1) },
      )
    assert.equal(
      (await sent(Object.assign(new Error('no room'), { code: '53100' }))).outcome,
      'deferred',
    )
    assert.equal((await sent(new Error('Connection terminated unexpectedly'))).outcome, 'uncertain')
  })

  test('closed, it finishes emails in flight and takes no more', async () => {
    const account = await newAccount()
    const relay = createSandboxRelay(account.service.store)
    const send = (id: number) =>
      relay.send({ from: '', to: 'p@example.test' }, Buffer.from('x'), {
        kept: keptFor(account, id),
      })
    const inHand = [send(1), send(2), send(3)]
    assert.equal(relay.state().waiting, 3)
    await relay.close()
    assert.equal((await messagesOf(account)).length, 3)
    assert.ok((await Promise.all(inHand)).every(({ outcome }) => outcome === 'accepted'))
    assert.equal((await send(4)).outcome, 'unusable')
  })
})
