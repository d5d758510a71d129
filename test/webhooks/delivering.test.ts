/**
 * Events reach their receiver: signed, once, in order for a person, and failures of one block no
 * other.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { rotateKey } from '../../src/domain/webhooks/manage-webhooks.ts'
import { until } from '../support/until.ts'
import { startTelling, webhookSetup } from './setup.ts'

let telling: Awaited<ReturnType<typeof startTelling>>
// Within the suite: its workers stand for this file alone, also where all files run in one process.
describe('events on their way', () => {
  before(async () => {
    telling = await startTelling()
  })
  after(() => telling.stop())

  const hmac = (secret: string, timestamp: unknown, body: string) =>
    createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

  describe('an event', () => {
    test('comes as JSON, signed over its time and body', async () => {
      const { receiver, tell, hook, accountId } = await webhookSetup()
      await tell({ kind: 'import-finished', ids: [0], listId: 7, details: [{ import: 3 }] })
      const [{ headers, body, event } = assert.fail()] = await receiver.until(1)
      const { at, ...rest } = event
      assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+01:00$/)
      assert.deepEqual(rest, {
        version: 1,
        id: `${accountId}-1`,
        event: 'import-finished',
        account: accountId,
        list: { id: 7 },
        details: { import: 3 },
      })
      assert.equal(headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(headers['pennypost-event'], 'import-finished')
      assert.equal(headers['pennypost-event-id'], event.id)
      const timestamp = headers['pennypost-timestamp']
      assert.ok(Math.abs(Date.now() / 1000 - Number(timestamp)) < 60)
      assert.equal(
        headers['pennypost-signature'],
        `${hook.key.id}=${hmac(hook.key.secret, timestamp, body)}`,
      )
      await receiver.close()
    })

    test('is signed with both keys while one takes over from the other', async () => {
      const { receiver, tell, hook, accountId, store, sealer, ask } = await webhookSetup()
      const second = await rotateKey(store, sealer, accountId, 'shop', 1)
      await tell({ kind: 'import-finished', ids: [0] })
      const [{ headers, body } = assert.fail()] = await receiver.until(1)
      const signed = (key: { id: string; secret: string }) =>
        `${key.id}=${hmac(key.secret, headers['pennypost-timestamp'], body)}`
      assert.equal(headers['pennypost-signature'], `${signed(second)}, ${signed(hook.key)}`)
      await ask(
        "update webhook_keys set until = now() - interval '1 second' where account_id = $1 " +
          'and until is not null',
        [accountId],
      )
      await tell({ kind: 'import-finished', ids: [0] })
      const [, next = assert.fail()] = await receiver.until(2)
      assert.equal(
        next.headers['pennypost-signature'],
        `${second.id}=${hmac(second.secret, next.headers['pennypost-timestamp'], next.body)}`,
      )
      await receiver.close()
    })

    test('is verified by the published library of Standard Webhooks, with either key', async () => {
      const { receiver, tell, hook, accountId, store, sealer } = await webhookSetup()
      const second = await rotateKey(store, sealer, accountId, 'shop', 1)
      await tell({ kind: 'import-finished', ids: [0], details: [{ import: 3 }] })
      const [{ headers, body, event } = assert.fail()] = await receiver.until(1)
      const given = headers as Record<string, string>
      for (const { standardSecret } of [hook.key, second])
        assert.deepEqual(new Webhook(standardSecret).verify(body, given), event)
      assert.equal(headers['webhook-id'], event.id)
      const foreign = { ...given, 'webhook-id': `${event.id}0` }
      assert.throws(() => new Webhook(second.standardSecret).verify(body, foreign), /signature/)
      await receiver.close()
    })

    test('goes to those who listen to its kind, under the same number', async () => {
      const { receiver, tell, addHook, ask, accountId } = await webhookSetup({
        kinds: ['subscribed'],
      })
      await addHook('other', `${receiver.url}/other`, ['subscribed', 'bounced'])
      await tell({ kind: 'bounced', ids: [5] })
      await tell({ kind: 'subscribed', ids: [5, 6], listId: 1 })
      await receiver.until(5)
      await until(
        async () =>
          (
            await ask("select 1 from webhook_events where account_id = $1 and state <> 'sent'", [
              accountId,
            ])
          ).length === 0,
      )
      const got = (path: string) =>
        receiver.received
          .filter(one => one.path === path)
          .map(one => `${one.event.event} ${one.event.subscriber.id} ${one.event.id.split('-')[1]}`)
          .sort()
      assert.deepEqual(got('/hook'), ['subscribed 5 2', 'subscribed 6 3'])
      assert.deepEqual(got('/hook/other'), ['bounced 5 1', 'subscribed 5 2', 'subscribed 6 3'])
      await receiver.close()
    })
  })

  describe('the events of a person', () => {
    test('come in order when several workers are there, and once', async () => {
      const second = await startTelling()
      const { receiver, tell } = await webhookSetup({
        answering: response =>
          void setTimeout(() => response.writeHead(200).end(), Math.random() * 10),
      })
      const people = Array.from({ length: 100 }, (_, i) => i + 1)
      for (let round = 0; round < 10; round++) {
        await tell({ kind: 'subscribed', ids: people, listId: round })
        await receiver.until(round * 50)
      }
      const received = await receiver.until(1000)
      await second.stop()
      assert.equal(new Set(received.map(({ event }) => event.id)).size, received.length)
      for (const id of people) {
        const rounds = received
          .filter(({ event }) => event.subscriber.id === id)
          .map(({ event }) => event.list.id)
        assert.deepEqual(rounds, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], `person ${id}`)
      }
      await receiver.close()
    })

    test('come in the order in which they happened, those of a thousand others beside them', async () => {
      const { receiver, tell } = await webhookSetup({
        answering: response =>
          void setTimeout(() => response.writeHead(200).end(), Math.random() * 5),
      })
      for (let round = 0; round < 5; round++)
        await tell({
          kind: 'subscribed',
          ids: Array.from({ length: 300 }, (_, i) => i + 1),
          listId: round,
        })
      const received = await receiver.until(1500)
      assert.equal(received.length, 1500)
      const rounds = new Map<number, number[]>()
      for (const { event } of received)
        rounds.set(event.subscriber.id, [...(rounds.get(event.subscriber.id) ?? []), event.list.id])
      assert.equal(rounds.size, 300)
      for (const [id, seen] of rounds) assert.deepEqual(seen, [0, 1, 2, 3, 4], `person ${id}`)
      assert.ok(receiver.connections() <= 40, `${receiver.connections()} connections`)
      await receiver.close()
    })

    test('wait for one that fails, and nobody else does', async () => {
      let failing = true
      const { receiver, tell, hook, states, timePasses } = await webhookSetup({
        answering: (response, { event }) =>
          void response.writeHead(failing && event.subscriber.id === 1 ? 500 : 200).end(),
      })
      await tell({ kind: 'subscribed', ids: [1, 2, 3], listId: 1 })
      await tell({ kind: 'subscribed', ids: [1, 2, 3], listId: 2 })
      await until(
        async () => (await states(hook.id)).filter(({ state }) => state === 'sent').length === 4,
      )
      await tell({ kind: 'subscribed', ids: [1, 2], listId: 3 })
      await until(
        async () => (await states(hook.id)).filter(({ state }) => state === 'sent').length === 5,
      )
      const ofFirst = () => receiver.received.filter(({ event }) => event.subscriber.id === 1)
      assert.ok(ofFirst().every(({ event }) => event.list.id === 1))
      failing = false
      await timePasses()
      await until(async () => (await states(hook.id)).every(({ state }) => state === 'sent'))
      const [failed, ...told] = ofFirst().map(({ event }) => event.list.id)
      assert.equal(failed, 1)
      assert.deepEqual(told, [1, 2, 3])
      const [first, again] = ofFirst()
      assert.equal(first!.event.id, again!.event.id)
      assert.equal(first!.body, again!.body)
      await receiver.close()
    })
  })
})
