/**
 * What becomes of emails is told: a sending from its first delivery to its end, bounces,
 * complaints, purchases, an import. All as the schema says.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { atomically } from '../../src/db/db.ts'
import { applyReports } from '../../src/domain/bounces/apply-reports.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { convert } from '../../src/domain/tracking/convert.ts'
import { foldHits } from '../../src/domain/tracking/fold-hits.ts'
import { recordHit, takeHitId } from '../../src/domain/tracking/record-hit.ts'
import { insertTransaction } from '../../src/domain/transactions/insert.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { removeTrigger } from '../../src/domain/triggers/save-trigger.ts'
import { importSetup } from '../support/imports.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { triggerSetup } from '../support/triggers.ts'
import { until } from '../support/until.ts'
import { listen, publishedEvents, valid } from './published-events.ts'

describe('a sending', () => {
  test('is told email by email: delivered or bounced, clicked, bought, complained, and its end', async () => {
    const { store, accountId, send, startWorkers, drop, listId, ask } = await sendingSetup(30)
    const webhookId = await listen(store, accountId)
    const refusal = '550 5.1.1 <p7@example.test>: Recipient address rejected: User unknown'
    const sink = await startSink({
      tricks: [{ at: 'rcpt', do: 'reply', reply: refusal, about: '<p7@' }],
    })
    const workers = await startWorkers(sink.port)
    const sendingId = await send()
    await until(
      async () => (await sendingProgress(store, accountId, sendingId)).state === 'finished',
    )
    await workers.stop()
    await sink.stop()
    const events = await publishedEvents(store, accountId, webhookId)
    const of = (kind: string) => events.filter(({ event }) => event === kind)
    assert.deepEqual(
      of('delivered')
        .map(({ subscriber }) => subscriber.id)
        .sort((a, b) => a - b),
      Array.from({ length: 30 }, (_, i) => i + 1).filter(id => id !== 7),
    )
    assert.ok(
      of('delivered').every(({ sending, list }) => sending.id === sendingId && list.id === listId),
    )
    const [{ subscriber, details } = assert.fail()] = of('bounced')
    assert.deepEqual(subscriber, { id: 7, email: 'p7@example.test' })
    assert.deepEqual([details.kind, details.code], ['hard', '5.1.1'])
    assert.equal(events.at(-1).event, 'sending-finished')
    assert.deepEqual(events.at(-1).details, { messages: 30 })
    assert.equal(events.length, 31)

    const message = { source: 'sending', sourceId: sendingId, deliveryId: 3 } as const
    const at = Date.now() + 1
    const id = await takeHitId(store, accountId)
    const human = { verdict: 'person', reason: 'browser', agent: '', network: '' } as const
    await recordHit(store, { ...message, ...human, accountId, id, kind: 'click', link: 1, at })
    await foldHits(store, accountId, { holdSeconds: 0 })
    const click = { accountId, source: 'sending', sourceId: sendingId, link: 1, id, at } as const
    const purchase = { value: '12.50', order: 'A1', currency: 'EUR' }
    for (const _twice of [1, 2]) await convert(store, click, purchase, 30)
    const judgements = [
      {
        kind: 'complaint',
        class: 'abuse',
        status: undefined,
        recipient: undefined,
        reply: undefined,
        rule: 'arf',
      },
    ] as const
    const complaint = {
      messageId: null,
      sentMessage: { sourceKind: 1, sourceId: sendingId, deliveryId: 4 },
      identity: 'bounce',
      judgements,
      receivedAt: new Date(),
    } as const
    await atomically(store, tx =>
      applyReports(store, tx, accountId, [complaint], { softLimit: 5, softDays: 30 }),
    )
    const later = (await publishedEvents(store, accountId, webhookId)).slice(31)
    assert.deepEqual(
      later.map(({ event, subscriber }) => [event, subscriber.id]),
      [
        ['viewed', 3],
        ['clicked', 3],
        ['converted', 3],
        ['complained', 4],
        ['opted-out', 4],
      ],
    )
    assert.deepEqual(later[1].details, { link: 1, url: 'https://example.test/' })
    assert.deepEqual(later[2].details, { link: 1, ...purchase })
    assert.deepEqual(later[4].details, { source: 'complaint' })
    assert.equal((await ask('select 1 from event_bundles')).length, 0)
    await drop()
  })
})

describe('an email that is put off', () => {
  test('is told of at each try, with the status code, and once it is given up', async () => {
    const { store, accountId, send, startWorkers, drop, ask } = await sendingSetup(3)
    const webhookId = await listen(store, accountId)
    const reply = '450 4.2.1 <p2@example.test>: come back later'
    const sink = await startSink({ tricks: [{ at: 'rcpt', do: 'reply', reply, about: '<p2@' }] })
    const workers = await startWorkers(sink.port)
    const sendingId = await send()
    const told = async (kind: string) => {
      const events = await publishedEvents(store, accountId, webhookId)
      return events.filter(({ event }) => event === kind)
    }
    await until(async () => (await told('deferred')).length === 1)
    const [{ subscriber, sending, details } = assert.fail()] = await told('deferred')
    assert.deepEqual([subscriber.id, sending.id], [2, sendingId])
    assert.deepEqual(details, { attempts: 1, code: '4.2.1' })
    await ask("update deliveries set attempts = 100, next_try_at = now() where state = 'deferred'")
    await until(async () => {
      await ask("update work set due = now() where due > now() and due < 'infinity'")
      return (await told('failed')).length === 1
    })
    assert.deepEqual((await told('failed'))[0].details, { attempts: 101, code: '4.2.1' })
    assert.equal((await told('bounced')).length, 1)
    await workers.stop()
    await sink.stop()
    await drop()
  })
})

describe('a transaction', () => {
  test('is told with its own id, its project and the address it went to, that need be no subscriber', async () => {
    const { store, accountId, newsletterId, startWorkers, drop } = await sendingSetup(1)
    const webhookId = await listen(store, accountId)
    const sink = await startSink({})
    const workers = await startWorkers(sink.port)
    const project = await makeProject(store, accountId, {
      name: 'Receipts',
      newsletterId,
      fromName: '',
      fromEmail: 'till@example.test',
      replyTo: '',
      routeId: null,
      marketing: false,
      repeats: '24h',
      retentionDays: null,
      versions: [],
    })
    const message = {
      guid: project.guid,
      identifier: 'order-1001',
      email: 'stranger@example.test',
      name: '',
      format: undefined,
    }
    const { id } = await insertTransaction(store, accountId, {
      ...message,
      sendAt: undefined,
      fields: [],
      split: false,
    })
    await until(() => sink.counts.get('stranger@example.test') === 1)
    await workers.stop()
    await sink.stop()
    const [event = assert.fail()] = await publishedEvents(store, accountId, webhookId)
    assert.equal(event.event, 'delivered')
    assert.equal(event.subscriber, undefined)
    const { email, identifier } = message
    assert.deepEqual(event.transaction, { id, project: project.id, email, identifier })
    await drop()
  })
})

describe('a trigger', () => {
  test('calls the webhook that a step names, and its emails are told as its own', async () => {
    const { store, accountId, add, advance, join, startWorkers, drop, newsletterId } =
      await triggerSetup()
    const webhookId = await listen(store, accountId)
    const sink = await startSink({})
    const other = {
      name: 'Other',
      fromName: 'Shop',
      fromEmail: 'shop@example.test',
      description: '',
      characterSet: '',
    }
    const otherId = await makeList(store, accountId, other)
    const triggerId = await add({
      steps: [
        { key: 'welcome', do: 'send', newsletterId, next: 'tell' },
        { key: 'tell', do: 'call', webhookId, next: 'on' },
        { key: 'on', do: 'join', listId: otherId, next: null },
      ],
    })
    await join([1, 2])
    const workers = await startWorkers(sink.port)
    await until(async () => {
      await advance()
      return sink.counts.size === 2
    })
    await workers.stop()
    await sink.stop()
    const events = await publishedEvents(store, accountId, webhookId)
    const of = (kind: string) =>
      events.filter(({ event, subscriber }) => event === kind && subscriber?.id === 1)
    assert.deepEqual(of('called')[0].details, {
      trigger: triggerId,
      name: `Welcome ${triggerId}`,
      step: 'tell',
      entry: 1,
    })
    assert.equal(of('called')[0].subscriber.email, 'p1@example.test')
    assert.equal(of('delivered')[0].trigger.id, triggerId)
    assert.equal(of('delivered')[0].sending, undefined)
    assert.deepEqual(
      of('subscribed').map(({ list }) => list.id),
      [otherId],
    )
    assert.deepEqual(
      of('trigger-ended').map(({ details }) => details),
      [{ trigger: triggerId, entry: 1, why: 'finished' }],
    )
    await removeTrigger(store, accountId, triggerId)
    const { subscriber, details } = (await publishedEvents(store, accountId, webhookId)).at(-1)!
    assert.deepEqual([subscriber, details], [undefined, { trigger: triggerId, why: 'removed' }])
    await drop()
  })
})

describe('an import', () => {
  test('is told person by person, and its end with its counts', async () => {
    const { store, accountId, listId, importText, close } = await importSetup()
    const webhookId = await listen(store, accountId)
    const file = `${Array.from({ length: 50 }, (_, i) => `i${i}@example.test`).join('\n')}\nno address\n`
    await importText(file)
    await importText(file)
    const events = await publishedEvents(store, accountId, webhookId)
    const joined = events.filter(({ event }) => event === 'subscribed')
    assert.equal(joined.length, 50)
    assert.ok(
      joined.every(
        ({ list, subscriber }) => list.id === listId && subscriber.email.startsWith('i'),
      ),
    )
    const ends = events
      .filter(({ event }) => event === 'import-finished')
      .map(({ details }) => details)
    assert.deepEqual(
      ends.map(({ state, inserted, unchanged, rejected }) => [
        state,
        inserted,
        unchanged,
        rejected,
      ]),
      [
        ['completed', 50, 0, 1],
        ['completed', 0, 50, 1],
      ],
    )
    await close()
  })
})

test('the schema refuses invalid events', () => {
  const event = {
    version: 1,
    id: '1-2',
    event: 'subscribed',
    at: '2026-11-21T14:00:00+01:00',
    account: 1,
    subscriber: { id: 1, email: null },
    list: { id: 1 },
    details: { source: 'form' },
  }
  assert.ok(valid(event))
  for (const wrong of [
    { version: 2 },
    { id: 'x' },
    { event: 'opened' },
    { at: '2026-11-21T13:00:00Z' },
    { list: undefined },
    { details: { source: 'scanner' } },
    { subscriber: { id: 1 } },
  ])
    assert.ok(!valid(JSON.parse(JSON.stringify({ ...event, ...wrong }))), JSON.stringify(wrong))
})
