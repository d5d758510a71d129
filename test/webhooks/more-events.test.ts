/**
 * What else is told, by a real receiver: people and lists that change, sendings that stop and go
 * on, SMS and their replies. All as the schema says.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Store } from '../../src/db/db.ts'
import { detailed, storedDetail } from '../../src/domain/details/details.ts'
import { editSubscriber } from '../../src/domain/directory/edit-subscriber.ts'
import { deleteList, editList, makeList } from '../../src/domain/lists/add-list.ts'
import { archiveList, restoreList } from '../../src/domain/lists/archive-list.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import {
  cancelSending,
  confirmSending,
  pauseSending,
  resumeSending,
} from '../../src/domain/sendings/steer-sending.ts'
import { addCredits } from '../../src/domain/sms/credits/credits.ts'
import { optOutOfSms, recordReply } from '../../src/domain/sms/opt-outs.ts'
import { claimSms } from '../../src/domain/sms/receipts/deliveries.sql.ts'
import { handOverSms, settleReceipts, settleSms } from '../../src/domain/sms/receipts/settle.ts'
import { sendSmsToNumber } from '../../src/domain/sms/send-sms.ts'
import { checkPerson } from '../../src/domain/subscribers/person.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { upsert } from '../../src/domain/subscribers/upsert.ts'
import { newAddress } from '../support/account.ts'
import { valid } from './published-events.ts'
import { startTelling, webhookSetup } from './setup.ts'

const LIST = {
  name: 'All',
  fromName: 'Shop',
  fromEmail: 'shop@example.test',
  description: '',
  characterSet: '',
}

const person = (email: string, name = '') => ({
  email,
  name,
  format: 'html' as const,
  countryCode: '',
  phone: '',
})

/** A sending that is due in an hour. */
async function sendingIn(store: Store, accountId: number) {
  const listId = await makeList(store, accountId, LIST)
  const newsletterId = await addDraft(store, accountId, {
    name: 'News',
    subject: 'News',
    preheader: '',
    source: { kind: 'html' as const, html: '<p>Hello</p>' },
    text: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId: null,
  })
  const dueAt = new Date(Date.now() + 3_600_000)
  const id = await makeSending(store, accountId, { newsletterId, listId, dueAt, zone: '+01:00' })
  return { id, listId }
}

let telling: Awaited<ReturnType<typeof startTelling>>

describe('what changes', () => {
  before(async () => {
    telling = await startTelling()
  })
  after(() => telling.stop())

  /** A receiver of these kinds of events; each event it gets is held against the schema. */
  async function listening(...kinds: string[]) {
    const setup = await webhookSetup({ kinds })
    const { receiver } = setup
    return {
      ...setup,
      // biome-ignore lint/suspicious/noExplicitAny: events of many kinds
      async told(count: number): Promise<any[]> {
        const received = await receiver.until(count)
        return received.map(({ event, headers }) => {
          const isValid: boolean = valid(event)
          assert.ok(isValid, `${JSON.stringify(event)}: ${JSON.stringify(valid.errors)}`)
          for (const header of ['pennypost-event-id', 'webhook-id'])
            assert.equal(headers[header], event.id)
          return event
        })
      },
    }
  }

  test('of a person is told by name, once, never by value', async () => {
    const { store, accountId, told, receiver } = await listening('subscriber-changed')
    const listId = await makeList(store, accountId, LIST)
    const email = newAddress()
    const save = (name: string, fields: (string | null)[] = []) =>
      subscribe(store, accountId, listId, person(email, name), fields)
    const { id } = await save('Ada')
    await save('Ada')
    await save('Ada B', ['red', null, 'green'])
    const row = { listId: undefined, consent: undefined, resubscribe: false }
    const given = checkPerson({ ...person(email), phone: '0700000001', format: undefined })
    const rows = [{ ...row, ...given, fields: ['red', null, ''] }]
    for (const _twice of [1, 2]) await upsert(store, accountId, rows)
    const other = newAddress()
    await editSubscriber(store, accountId, id, { email: other, lastName: 'Byron' })
    const events = await told(3)
    assert.deepEqual(
      events.map(({ event, subscriber, details }) => [event, subscriber, details]),
      [
        ['name', 'DD1', 'DD3'],
        ['phone', 'DD3'],
        ['email', 'name', 'lastName'],
      ].map(changed => ['subscriber-changed', { id, email: other }, { changed }]),
    )
    await receiver.close()
  })

  test('of many people in one call is told of those alone whom it has changed', async () => {
    const { store, accountId, told, receiver } = await listening('subscriber-changed', 'subscribed')
    const listId = await makeList(store, accountId, LIST)
    const emails = Array.from({ length: 30 }, newAddress)
    const all = (name: string) =>
      Promise.all(
        emails.map((e, i) => subscribe(store, accountId, listId, person(e, i < 20 ? name : 'X'))),
      )
    await all('Ada')
    await all('Eva')
    const events = await told(50)
    const changed = events.filter(({ event }) => event === 'subscriber-changed')
    assert.deepEqual(
      new Set(changed.map(({ subscriber }) => subscriber.email)),
      new Set(emails.slice(0, 20)),
    )
    assert.equal(changed.length, 20)
    await receiver.close()
  })

  test('of a list is told from its first day to its last', async () => {
    const { store, accountId, told, receiver } = await listening('list-changed')
    const id = await makeList(store, accountId, LIST)
    for (const _twice of [1, 2])
      await editList(store, accountId, id, { name: 'Some', fromName: 'Shop' })
    await archiveList(store, accountId, id)
    await restoreList(store, accountId, id)
    await deleteList(store, accountId, id)
    const events = await told(5)
    assert.deepEqual(
      events.map(({ list, details }) => [list, details.change, details.changed]),
      [
        [{ id }, 'added', []],
        [{ id }, 'edited', ['name']],
        [{ id }, 'archived', []],
        [{ id }, 'restored', []],
        [{ id }, 'removed', []],
      ],
    )
    await receiver.close()
  })

  test('of a sending is told when it stops, with the reason, goes on, and is cancelled', async () => {
    const kinds = ['sending-paused', 'sending-resumed', 'sending-cancelled']
    const { store, accountId, told, receiver } = await listening(...kinds)
    const { id, listId } = await sendingIn(store, accountId)
    const size = storedDetail(detailed('sending-too-large', { relay: 'main', says: 'too large' }))
    for (const _twice of [1, 2]) await pauseSending(store, accountId, id, size)
    for (const _twice of [1, 2]) await resumeSending(store, accountId, id)
    await pauseSending(store, accountId, id)
    for (const _twice of [1, 2]) await cancelSending(store, accountId, id)
    const events = await told(4)
    assert.deepEqual(
      events.map(({ event, details }) => [event, details]),
      [
        ['sending-paused', { reason: 'sending-too-large' }],
        ['sending-resumed', {}],
        ['sending-paused', { reason: 'stopped-by-hand' }],
        ['sending-cancelled', {}],
      ],
    )
    assert.ok(events.every(({ sending, list }) => sending.id === id && list.id === listId))
    await receiver.close()
  })

  test('of a sending is told when it is overdue and waits to be confirmed, and when it is', async () => {
    const setup = await listening('sending-paused', 'sending-resumed')
    const { store, accountId, told, receiver } = setup
    const { id } = await sendingIn(store, accountId)
    const late = new Date(Date.now() + 3 * 3_600_000)
    for (const _twice of [1, 2]) await planSending(store, accountId, id, 3_600_000, late)
    await confirmSending(store, accountId, id)
    const events = await told(2)
    assert.deepEqual(
      events.map(({ event, sending, details }) => [event, sending.id, details]),
      [
        ['sending-paused', id, { reason: 'sending-overdue' }],
        ['sending-resumed', id, {}],
      ],
    )
    await receiver.close()
  })

  describe('of an SMS', () => {
    const worker = randomUUID()

    async function sentSms(setup: Awaited<ReturnType<typeof listening>>, number: string) {
      const { store, accountId } = setup
      await addCredits(store, accountId, '10', '')
      const { messageId } = await sendSmsToNumber(
        store,
        accountId,
        { countryCode: '', phone: number },
        { sender: '', message: 'Hej' },
      )
      const claimId = randomUUID()
      const claim = { accountId, messageId, worker, claimId, leaseSeconds: 60, most: 10 }
      assert.equal((await claimSms(store, claim)).length, 1)
      const handOver = () =>
        handOverSms(store, accountId, messageId, { ids: [0], claimId, worker }, () => 0)
      return { messageId, handOver }
    }

    const outcome = {
      id: 0,
      tries: 1,
      reply: null,
      reason: null,
      nextTryAt: null,
      unspent: 0 as const,
      giveBack: false,
      gatewayIds: [],
    }

    test('is told that it arrived, or not', async () => {
      const setup = await listening('sms-delivered', 'sms-failed')
      const { store, accountId, told, receiver } = setup
      const [arrives, fails, stays] = [
        await sentSms(setup, '+46700000101'),
        await sentSms(setup, '+46700000102'),
        await sentSms(setup, '+46700000103'),
      ]
      await arrives.handOver()
      const gatewayIds = [randomUUID()]
      const accepted = { ...outcome, state: 'accepted' as const, gatewayIds }
      await settleSms(store, accountId, arrives.messageId, [accepted])
      const receipt = { deliveryId: 0, part: 1, receipt: 'delivered' as const, reason: null }
      for (const _twice of [1, 2])
        await settleReceipts(store, accountId, arrives.messageId, [receipt])
      await fails.handOver()
      const refused = {
        ...outcome,
        state: 'refused' as const,
        reply: '+46700000102 no',
        giveBack: true,
      }
      for (const _twice of [1, 2]) await settleSms(store, accountId, fails.messageId, [refused])
      await optOutOfSms(store, accountId, '+46700000103', 'no more')
      await stays.handOver()
      const events = await told(3)
      assert.deepEqual(
        events.map(({ event, subscriber, details }) => [event, subscriber, details]),
        [
          [
            'sms-delivered',
            undefined,
            { sms: arrives.messageId, state: 'delivered', reason: null },
          ],
          ['sms-failed', undefined, { sms: fails.messageId, state: 'refused', reason: null }],
          [
            'sms-failed',
            undefined,
            { sms: stays.messageId, state: 'withdrawn', reason: 'opted-out-of-sms' },
          ],
        ],
      )
      await receiver.close()
    })

    test('is told that it was answered, without the words of who is erased', async () => {
      const setup = await listening('sms-received')
      const { store, accountId, told, receiver, ask } = setup
      const number = '+46700000104'
      const { messageId } = await sentSms(setup, number)
      await recordReply(store, { number, text: 'Stop it', meaning: 'stop' })
      const [{ details } = assert.fail()] = await told(1)
      const { reply, ...rest } = details
      assert.deepEqual(rest, { sms: messageId, meaning: 'stop', number, text: 'Stop it' })
      const email = newAddress()
      const listId = await makeList(store, accountId, LIST)
      const subscriber = { ...person(email), countryCode: '46', phone: '0700000104' }
      await subscribe(store, accountId, listId, subscriber)
      receiver.answerWith(response => void response.writeHead(500).end())
      await recordReply(store, { number, text: 'My words', meaning: 'other' })
      await receiver.until(2)
      await erase(store, accountId, email)
      receiver.answerWith(response => void response.writeHead(204).end())
      await setup.timePasses()
      const { details: last } = (await told(3))[2]
      assert.deepEqual([last.number, last.text, last.reply > reply], [null, null, true])
      assert.deepEqual(
        await ask('select 1 from sms_replies where account_id = $1', [accountId]),
        [],
      )
      await receiver.close()
    })
  })
})
