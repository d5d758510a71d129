/**
 * What happens is told once, in the transaction in which it happens, and what comes to nothing is
 * not told.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { atomically } from '../../src/db/db.ts'
import { setRule } from '../../src/domain/measuring/rule.ts'
import { importOptOuts } from '../../src/domain/opt-outs/import-opt-outs.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { unsubscribePerson } from '../../src/domain/subscribers/person-consent.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { removeSubscriptions } from '../../src/domain/subscribers/unsubscribe.ts'
import type { Hit } from '../../src/domain/tracking/hit.ts'
import { waitingEvents } from '../../src/domain/webhooks/deliver.sql.ts'
import { fanOutEvents } from '../../src/domain/webhooks/fan-out.ts'
import { createWebhook } from '../../src/domain/webhooks/manage-webhooks.ts'
import { payloadOf } from '../../src/domain/webhooks/payload.ts'
import { hasListener, publish } from '../../src/domain/webhooks/publish.ts'
import { SOURCE } from '../../src/lib/source-kind.ts'
import { recorder } from '../domain/tracking/recorder.ts'
import { newAddress } from '../support/account.ts'
import { ALL_KINDS } from './setup.ts'

const person = (email: string) => ({
  email,
  name: '',
  format: 'html' as const,
  countryCode: '',
  phone: '',
})

async function listening(kinds = ALL_KINDS) {
  const made = await recorder()
  const { store, accountId, service } = made
  const url = 'http://127.0.0.1:9/'
  const { id: webhookId } = await createWebhook(store, service.sealer, accountId, {
    name: 'w',
    url,
    kinds,
    beginsAfterMillis: 0,
  })
  return {
    ...made,
    webhookId,
    /** The events for a receiver, in order: without version, account, id and time. */
    async published() {
      while ((await fanOutEvents(store, accountId, 0)) > 0);
      const rows = await waitingEvents(store, { accountId, webhookId, most: 10_000 })
      return rows
        .sort((a, b) => a.id - b.id)
        .map(row => {
          const {
            version: _v,
            account: _a,
            id: _i,
            at: _t,
            ...rest
          } = JSON.parse(payloadOf(accountId, row))
          return rest
        })
    },
  }
}

describe('who joins a list', () => {
  test('is told of once, however often they are inserted, one by one or together', async () => {
    const { call, list, published } = await listening(['subscribed'])
    const listId = await list()
    const emails = Array.from({ length: 40 }, newAddress)
    const insert = (email: string) =>
      call.InsertSubscriber({ email, name: '', format: 'html', countryCode: '', phone: '', listId })
    const first = await insert(emails[0]!)
    await Promise.all([...emails, ...emails].map(insert))
    const events = await published()
    assert.equal(events.length, 40)
    assert.deepEqual(events[0], {
      event: 'subscribed',
      subscriber: { id: first, email: emails[0] },
      list: { id: listId },
      details: { source: 'program' },
    })
    assert.deepEqual(new Set(events.map(({ subscriber }) => subscriber.email)), new Set(emails))
  })

  test('is not told of where nobody listens to that, and nothing is written', async () => {
    const { store, accountId, list, ask } = await listening(['bounced'])
    await subscribe(store, accountId, await list(), person(newAddress()))
    assert.equal(await hasListener(store, accountId, 'subscribed'), false)
    assert.deepEqual(await ask(`select 1 from event_bundles where account_id = ${accountId}`), [])
  })
})

test('who is erased is told of once, by the id alone', async () => {
  const { store, accountId, list, published } = await listening(['erased'])
  const email = newAddress()
  const { id } = await subscribe(store, accountId, await list(), person(email))
  await Promise.all([erase(store, accountId, email), erase(store, accountId, email)])
  assert.equal(await erase(store, accountId, email), undefined)
  assert.deepEqual(await published(), [{ event: 'erased', subscriber: { id, email: null } }])
})

test('an erasure empties what waits about that person, and nothing about others', async () => {
  const { store, accountId, list, published } = await listening(['subscriber-changed', 'bounced'])
  const listId = await list()
  const [gone, stays] = [newAddress(), newAddress()]
  const { id } = await subscribe(store, accountId, listId, person(gone))
  const { id: other } = await subscribe(store, accountId, listId, person(stays))
  const kind = 'subscriber-changed' as const
  const [mine, theirs] = [{ changed: ['DD1'] }, { changed: ['DD2'] }]
  await publish(store, accountId, { kind, ids: [id, other], details: [mine, theirs] })
  await publish(store, accountId, { kind, ids: [other, id], details: [theirs, mine] })
  await publish(store, accountId, { kind, ids: [id], shared: mine })
  await publish(store, accountId, { kind, ids: [id, other], shared: theirs })
  // The id of an email, which is that of the person by chance.
  const source = { kind: SOURCE.transaction, id: 1 }
  await publish(store, accountId, { kind: 'bounced', ids: [id], source, shared: theirs })
  await erase(store, accountId, gone)
  const events = await published()
  assert.deepEqual(
    events.map(({ event, subscriber, details }) => [event, subscriber?.id, details]),
    [
      [kind, id, undefined],
      [kind, other, theirs],
      [kind, other, theirs],
      [kind, id, undefined],
      [kind, id, undefined],
      [kind, id, theirs],
      [kind, other, theirs],
      ['bounced', undefined, theirs],
    ],
  )
})

describe('who leaves', () => {
  test('a list, by their own word or a program’s, is told of once, and of an opt-out alone', async () => {
    const { store, accountId, list, newList, published, call } = await listening([
      'unsubscribed',
      'opted-out',
    ])
    const [one, two] = [await list(), await newList()]
    const email = newAddress()
    const { id } = await subscribe(store, accountId, one, person(email))
    await subscribe(store, accountId, two, person(email))
    for (const _twice of [1, 2])
      await unsubscribePerson(store, accountId, id, one, 'one-click', 'too many')
    for (const _twice of [1, 2])
      await removeSubscriptions(store, accountId, { subscriberId: id, email: '' }, two)
    for (const _twice of [1, 2])
      await call.MoveSubscriberToOptOutAll({
        email,
        reason: 'my words',
        listText: '',
        sendingText: '',
      })
    const subscriber = { id, email }
    assert.deepEqual(await published(), [
      { event: 'unsubscribed', subscriber, list: { id: one }, details: { source: 'one-click' } },
      { event: 'unsubscribed', subscriber, list: { id: two }, details: { source: 'program' } },
      { event: 'opted-out', subscriber, details: { source: 'opt-out' } },
    ])
  })

  test('everything, with a file of addresses, is told of each that is new', async () => {
    const { store, accountId, published } = await listening(['opted-out'])
    const [a, b, c] = [newAddress(), newAddress(), newAddress()]
    const file = async (...emails: string[]) => {
      async function* rows() {
        yield emails.map((address, line) => ({ line, raw: address, address, problem: undefined }))
      }
      for await (const _part of importOptOuts(store, accountId, rows() as never, 'old list'));
    }
    await file(a, b)
    await file(b, c)
    const events = await published()
    assert.deepEqual(events.map(({ subscriber }) => subscriber.email).sort(), [a, b, c].sort())
  })
})

describe('opens and clicks', () => {
  const clicks = ['viewed', 'clicked']

  test('are told when they are people’s, with the link, an implied open first', async () => {
    const { hit, fold, published, ask, accountId } = await listening(clicks)
    await ask(
      'insert into links (account_id, source_kind, source_id, number, target) values ' +
        `(${accountId}, 1, 1, 2, 'https://example.test/x')`,
    )
    const at = Date.now() + 1000
    const click: Partial<Hit> = { kind: 'click', link: 2, deliveryId: 5, at }
    await hit(click)
    await hit({ at: at + 1, deliveryId: 6, verdict: 'scanner', reason: 'scanner' })
    await hit({ at: at + 2, deliveryId: 7, verdict: 'image proxy', reason: 'proxy' })
    assert.deepEqual(await published(), [], 'nothing before they are taken over')
    await fold()
    const sending = { id: 1 }
    assert.deepEqual(await published(), [
      { event: 'viewed', subscriber: { id: 5, email: null }, sending },
      {
        event: 'clicked',
        subscriber: { id: 5, email: null },
        sending,
        details: { link: 2, url: 'https://example.test/x' },
      },
      { event: 'viewed', subscriber: { id: 7, email: null }, sending },
    ])
  })

  test('of people who are not measured are not told', async () => {
    const { store, accountId, hit, fold, published } = await listening(clicks)
    await setRule(store, accountId, { opens: 'total', clicks: 'none' })
    const at = Date.now() + 1000
    await hit({ at, deliveryId: 5 })
    await hit({ at, deliveryId: 0 })
    await hit({ kind: 'click', link: 2, deliveryId: 5, at })
    await fold()
    assert.deepEqual(await published(), [])
  })

  test('that turn out to be a machine’s are not told, and nothing that came later is told before', async () => {
    const { hit, fold, judge, published, tellLater } = await withLater(clicks)
    const at = Date.now() + 1000
    for (const link of [1, 2, 3]) await hit({ kind: 'click', link, deliveryId: 5, at: at + link })
    await tellLater()
    await fold()
    assert.deepEqual(await published(), [], 'a sweep is looked at once more')
    await judge()
    assert.deepEqual(
      (await published()).map(({ event }) => event),
      ['import-finished'],
    )
  })

  async function withLater(kinds: string[]) {
    const made = await listening([...kinds, 'import-finished'])
    return {
      ...made,
      tellLater: () => publish(made.store, made.accountId, { kind: 'import-finished', ids: [0] }),
    }
  }
})

test('a rolled-back change publishes no event', async () => {
  const { store, accountId, published } = await listening()
  await assert.rejects(
    atomically(store, async tx => {
      await publish(tx, accountId, { kind: 'subscribed', ids: [1], listId: 1 })
      throw new Error('after all not')
    }),
    /after all not/,
  )
  assert.deepEqual(await published(), [])
})
